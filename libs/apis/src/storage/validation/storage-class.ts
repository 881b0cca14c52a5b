import type { TopologySelectorTerm } from '@kubescript/api/core/v1';
import type { StorageClass, VolumeAttributesClass } from '@kubescript/api/storage/v1';
import {
  byteLength,
  type DeepReadonly,
  duplicate,
  type FieldError,
  FieldPath,
  forbidden,
  invalid,
  isQualifiedName,
  required,
  tooLong,
  validateLabelName,
} from '@kubescript/apimachinery';

import { breaches, equal, immutable, oneOfIfSet, semanticEqual, subdomainName } from '../../validation/checks.ts';
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.ts';
import type { KindValidation } from '../../validation/registry.ts';

const META = new FieldPath('metadata');
const PARAMETERS = new FieldPath('parameters');
const PROVISIONER = new FieldPath('provisioner');
const RECLAIM_POLICY = new FieldPath('reclaimPolicy');
const BINDING_MODE = new FieldPath('volumeBindingMode');
const DRIVER_NAME = new FieldPath('driverName');
const RULES = { namespaced: false, checkName: subdomainName };
const MODES: readonly string[] = ['Immediate', 'WaitForFirstConsumer'];

/** Upstream looks at the whole new object in an update too. */
export const storageClassValidation: KindValidation<StorageClass> = {
  validate: validateStorageClass,
  validateUpdate: (storageClass, old) => [
    ...validateStorageClass(storageClass),
    ...validateObjectMetaUpdate(storageClass.metadata, old.metadata, META),
    ...immutable(storageClass.parameters ?? null, old.parameters ?? null, PARAMETERS),
    ...immutable(storageClass.provisioner, old.provisioner, PROVISIONER),
    ...immutable(storageClass.reclaimPolicy, old.reclaimPolicy, RECLAIM_POLICY),
    ...immutable(storageClass.volumeBindingMode, old.volumeBindingMode, BINDING_MODE),
  ],
};

function kept(isKept: boolean, path: FieldPath): FieldError[] {
  return isKept ? [] : [forbidden(path, `updates to ${path.toString()} are forbidden.`)];
}

/** @go storage/validation#ValidateStorageClass */
function validateStorageClass(storageClass: DeepReadonly<StorageClass>): FieldError[] {
  const { metadata, provisioner, parameters = {}, reclaimPolicy, volumeBindingMode: mode } = storageClass;
  return [
    ...validateObjectMeta(metadata, RULES, META),
    ...validateProvisioner(provisioner, PROVISIONER),
    ...validateParameters(parameters, PARAMETERS, true),
    ...(reclaimPolicy === '' ? [] : oneOfIfSet(reclaimPolicy, ['Delete', 'Retain'], RECLAIM_POLICY)),
    ...(mode === undefined ? [required(BINDING_MODE)] : oneOfIfSet(mode, MODES, BINDING_MODE)),
    ...validateAllowedTopologies(storageClass.allowedTopologies ?? [], new FieldPath('allowedTopologies')),
  ];
}

/** @go storage/validation#validateProvisioner */
function validateProvisioner(provisioner: string, path: FieldPath): FieldError[] {
  if (provisioner === '') return [required(path)];
  const lowercase = provisioner.toLowerCase();
  return breaches(path, lowercase, isQualifiedName(lowercase));
}

type Term = DeepReadonly<TopologySelectorTerm>;

/** @go storage/validation#validateAllowedTopologies */
function validateAllowedTopologies(terms: readonly Term[], path: FieldPath): FieldError[] {
  const wanted = terms.map(valuesByKey);
  return terms.flatMap((term, index) => [
    ...validateTopologyTerm(term, path.index(index)),
    ...wanted
      .slice(0, index)
      .filter((other) => equal(other, wanted[index]))
      .map(() => duplicate(path.index(index).child('matchLabelExpressions'), '')),
  ]);
}

/** What two terms are compared by. */
function valuesByKey({ matchLabelExpressions = [] }: Term): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(matchLabelExpressions.map(({ key, values }) => [key, [...new Set(values)].toSorted()]));
}

/** @go core/validation#ValidateTopologySelectorTerm */
function validateTopologyTerm({ matchLabelExpressions = [] }: Term, path: FieldPath): FieldError[] {
  return matchLabelExpressions.flatMap(({ key = '', values = [] }, index) => {
    const place = path.child('matchLabelExpressions').index(index);
    const isRepeated = matchLabelExpressions.findIndex((other) => other.key === key) < index;
    return [
      ...(values.length === 0 ? [required(place.child('values'))] : []),
      ...values.flatMap((value, at) =>
        values.indexOf(value) < at ? [duplicate(place.child('values').index(at), value)] : [],
      ),
      ...validateLabelName(key, place.child('key')),
      ...(isRepeated ? [duplicate(place.child('key'), key)] : []),
    ];
  });
}

const MAX_PARAMETERS = 512;
const MAX_PARAMETERS_SIZE = 256 * 1024;

/** @go storage/validation#validateParameters */
function validateParameters(
  parameters: Readonly<Record<string, string>>,
  path: FieldPath,
  mayBeEmpty: boolean,
): FieldError[] {
  const entries = Object.entries(parameters);
  if (entries.length > MAX_PARAMETERS) return [tooLong(path, '', MAX_PARAMETERS)];
  const errors = entries.filter(([key]) => key === '').map(([key]) => invalid(path, key, 'field can not be empty.'));
  const size = entries.reduce((sum, [key, value]) => sum + byteLength(key) + byteLength(value), 0);
  if (size > MAX_PARAMETERS_SIZE) errors.push(tooLong(path, '', MAX_PARAMETERS_SIZE));
  if (entries.length === 0 && !mayBeEmpty) {
    errors.push(required(path, 'must contain at least one key/value pair'));
  }
  return errors;
}

/** Upstream looks at the whole new object in an update, and once more. */
export const volumeAttributesClassValidation: KindValidation<VolumeAttributesClass> = {
  validate: validateAttributesClass,
  validateUpdate: (volumeClass, old) => [
    ...validateAttributesClass(volumeClass),
    ...validateObjectMetaUpdate(volumeClass.metadata, old.metadata, META),
    ...kept(volumeClass.driverName === old.driverName, DRIVER_NAME),
    ...kept(semanticEqual(volumeClass.parameters, old.parameters), PARAMETERS),
    ...validateAttributesClass(volumeClass),
  ],
};

/** @go storage/validation#ValidateVolumeAttributesClass */
function validateAttributesClass(volumeClass: DeepReadonly<VolumeAttributesClass>): FieldError[] {
  const { metadata, driverName, parameters = {} } = volumeClass;
  return [
    ...validateObjectMeta(metadata, RULES, META),
    ...validateProvisioner(driverName, DRIVER_NAME),
    ...validateParameters(parameters, PARAMETERS, false),
  ];
}
