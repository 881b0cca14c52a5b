import type { StorageClass, VolumeAttributesClass } from '@kubescript/api/storage/v1';
import {
  byteLength,
  type DeepReadonly,
  type FieldError,
  FieldPath,
  forbidden,
  invalid,
  isQualifiedName,
  required,
  tooLong,
} from '@kubescript/apimachinery';

import { validateDriverName } from '../../core/validation/volume-sources.ts';
import { breaches, equal, immutable, oneOf, oneOfIfSet, subdomainName } from '../../validation/checks.ts';
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.ts';
import type { KindValidation } from '../../validation/registry.ts';

const META = new FieldPath('metadata');
const PARAMETERS = new FieldPath('parameters');
const RULES = { namespaced: false, checkName: subdomainName };

/** @go storage/validation#ValidateStorageClass */
export const storageClassValidation: KindValidation<StorageClass> = {
  validate: (storageClass) => [
    ...validateObjectMeta(storageClass.metadata, RULES, META),
    ...validateBody(storageClass),
  ],
  validateUpdate: (storageClass, old) => [
    ...validateObjectMetaUpdate(storageClass.metadata, old.metadata, META),
    ...immutable(storageClass.parameters, old.parameters, PARAMETERS),
    ...immutable(storageClass.provisioner, old.provisioner, new FieldPath('provisioner')),
    ...immutable(storageClass.reclaimPolicy, old.reclaimPolicy, new FieldPath('reclaimPolicy')),
    ...immutable(storageClass.volumeBindingMode, old.volumeBindingMode, new FieldPath('volumeBindingMode')),
  ],
};

function validateBody(storageClass: DeepReadonly<StorageClass>): FieldError[] {
  const { provisioner, parameters, reclaimPolicy, volumeBindingMode, allowedTopologies = [] } = storageClass;
  const path = new FieldPath('provisioner');
  const errors =
    provisioner === '' ? [required(path)] : breaches(path, provisioner, isQualifiedName(provisioner.toLowerCase()));
  errors.push(...validateParameters(parameters ?? {}, PARAMETERS, true));
  errors.push(...oneOfIfSet(reclaimPolicy, ['Delete', 'Retain'], new FieldPath('reclaimPolicy')));
  errors.push(...oneOf(volumeBindingMode, ['Immediate', 'WaitForFirstConsumer'], new FieldPath('volumeBindingMode')));
  allowedTopologies.forEach((term, index) => {
    const place = new FieldPath('allowedTopologies').index(index);
    const seen = new Set<string>();
    (term.matchLabelExpressions ?? []).forEach(({ key, values }, at) => {
      const where = place.child('matchLabelExpressions').index(at);
      if (values.length === 0) errors.push(required(where.child('values')));
      if (seen.has(key))
        errors.push({ type: 'FieldValueDuplicate', path: String(where.child('key')), badValue: key, detail: '' });
      seen.add(key);
      errors.push(...breaches(where.child('key'), key, isQualifiedName(key)));
    });
    if (allowedTopologies.findIndex((other) => equal(other, term)) < index) {
      errors.push({
        type: 'FieldValueDuplicate',
        path: String(place.child('matchLabelExpressions')),
        badValue: '',
        detail: '',
      });
    }
  });
  return errors;
}

const MAX_PARAMETERS = 512;
const MAX_PARAMETERS_SIZE = 256 * 1024;

function validateParameters(
  parameters: Readonly<Record<string, string>>,
  path: FieldPath,
  mayBeEmpty: boolean,
): FieldError[] {
  const entries = Object.entries(parameters);
  if (entries.length > MAX_PARAMETERS) {
    return [tooLong(path, 'Provisioner Parameters exceeded max allowed', MAX_PARAMETERS)];
  }
  const errors = entries.filter(([key]) => key === '').map(([key]) => invalid(path, key, `field can not be empty.`));
  const size = entries.reduce((sum, [key, value]) => sum + byteLength(key) + byteLength(value), 0);
  if (size > MAX_PARAMETERS_SIZE) errors.push(tooLong(path, '', MAX_PARAMETERS_SIZE));
  if (entries.length === 0 && !mayBeEmpty) {
    errors.push(required(path, 'must contain at least one key/value pair'));
  }
  return errors;
}

/** @go storage/validation#ValidateVolumeAttributesClass */
export const volumeAttributesClassValidation: KindValidation<VolumeAttributesClass> = {
  validate: ({ metadata, driverName, parameters }) => [
    ...validateObjectMeta(metadata, RULES, META),
    ...validateDriverName(driverName, new FieldPath('driverName')),
    ...validateParameters(parameters ?? {}, PARAMETERS, false),
  ],
  validateUpdate: (volumeClass, old) => [
    ...validateObjectMetaUpdate(volumeClass.metadata, old.metadata, META),
    ...(volumeClass.driverName === old.driverName
      ? []
      : [forbidden(new FieldPath('driverName'), 'updates to driverName are forbidden.')]),
    ...(equal(volumeClass.parameters, old.parameters)
      ? []
      : [forbidden(PARAMETERS, 'updates to parameters are forbidden.')]),
  ],
};
