import type {
  PersistentVolumeClaimSpec,
  PersistentVolumeClaimTemplate,
  TypedObjectReference,
} from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  isDns1123Label,
  isDns1123Subdomain,
  notSupported,
  type ObjectMeta,
  required,
  validateAnnotations,
  validateLabels,
  validateLabelSelector,
} from '@kubescript/apimachinery';

import { breaches, nonEmpty, oneOfIfSet } from '../../validation/checks.ts';
import { positiveQuantity } from './resources.ts';

/** Ways to access a volume, sorted as messages show them. */
const ACCESS_MODES: readonly string[] = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'];

/** What stored claims may keep that new ones may not have. @go core/validation#PersistentVolumeClaimSpecValidationOptions */
export interface ToleratedClaimFaults {
  readonly selectorValues?: boolean;
  readonly dataSourceGroups?: boolean;
}

/** The template of the claim of an ephemeral volume. @go core/validation#ValidatePersistentVolumeClaimTemplate */
export function validateClaimTemplate(
  template: DeepReadonly<PersistentVolumeClaimTemplate>,
  path: FieldPath,
): FieldError[] {
  return [
    ...validateTemplateMeta(template.metadata ?? {}, path.child('metadata')),
    ...validateClaimSpec(template.spec, path.child('spec')),
  ];
}

const FORBIDDEN_METADATA = [
  'name',
  'generateName',
  'namespace',
  'selfLink',
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'ownerReferences',
  'finalizers',
  'managedFields',
] as const;

/** Only labels and annotations go into a template. @go core/validation#ValidateTemplateObjectMeta */
export function validateTemplateMeta(metadata: DeepReadonly<ObjectMeta>, path: FieldPath): FieldError[] {
  const given = FORBIDDEN_METADATA.filter((member) => isSet(metadata[member]));
  return [
    ...validateAnnotations(metadata.annotations, path.child('annotations')),
    ...validateLabels(metadata.labels, path.child('labels')),
    ...given.map((member) => forbidden(path.child(member === 'uid' ? 'uID' : member), 'cannot be set')),
  ];
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && value !== 0;
}

/** @go core/validation#ValidatePersistentVolumeClaimSpec */
export function validateClaimSpec(
  spec: DeepReadonly<PersistentVolumeClaimSpec>,
  path: FieldPath,
  tolerated: ToleratedClaimFaults = {},
): FieldError[] {
  const modes = spec.accessModes ?? [];
  const { volumeAttributesClassName = '' } = spec;
  const selectorOptions = { anyValues: tolerated.selectorValues === true };
  return [
    ...(modes.length === 0 ? [required(path.child('accessModes'), 'at least 1 access mode is required')] : []),
    ...validateLabelSelector(spec.selector, path.child('selector'), selectorOptions),
    ...validateAccessModes(modes, path.child('accessModes')),
    ...validateStorageRequest(spec.resources?.requests?.['storage'], path.child('resources').key('storage')),
    ...validateClassName(spec.storageClassName ?? '', path.child('storageClassName')),
    ...oneOfIfSet(spec.volumeMode, ['Block', 'Filesystem'], path.child('volumeMode')),
    ...validateDataSources(spec, tolerated, path),
    ...validateClassName(volumeAttributesClassName, path.child('volumeAttributesClassName')),
  ];
}

/** The name of a class of storage, if there is one. */
export function validateClassName(name: string, path: FieldPath): FieldError[] {
  return name === '' ? [] : breaches(path, name, isDns1123Subdomain(name));
}

/** Modes must be known, and ReadWriteOncePod must stand alone. */
export function validateAccessModes(modes: readonly string[], path: FieldPath): FieldError[] {
  const known = modes.filter((mode) => ACCESS_MODES.includes(mode));
  const errors: FieldError[] = modes
    .filter((mode) => !ACCESS_MODES.includes(mode))
    .map((mode) => notSupported(path, mode, ACCESS_MODES));
  if (known.includes('ReadWriteOncePod') && known.some((mode) => mode !== 'ReadWriteOncePod')) {
    errors.push(forbidden(path, 'may not use ReadWriteOncePod with other access modes'));
  }
  return errors;
}

function validateStorageRequest(request: string | undefined, path: FieldPath): FieldError[] {
  return request === undefined ? [required(path)] : positiveQuantity(request, path);
}

function validateDataSources(
  { dataSource, dataSourceRef }: DeepReadonly<PersistentVolumeClaimSpec>,
  tolerated: ToleratedClaimFaults,
  path: FieldPath,
): FieldError[] {
  const namespace = dataSourceRef?.namespace ?? '';
  const refPath = path.child('dataSourceRef');
  const errors = [
    ...(dataSource === undefined ? [] : validateDataSource(dataSource, tolerated, path.child('dataSource'))),
    ...(dataSourceRef === undefined ? [] : validateDataSource(dataSourceRef, tolerated, refPath)),
    ...(namespace === '' ? [] : breaches(refPath.child('namespace'), namespace, isDns1123Label(namespace))),
  ];
  if (dataSource === undefined || dataSourceRef === undefined) return errors;
  if (namespace !== '') {
    errors.push(invalid(path, {}, 'may not be specified when dataSourceRef.namespace is specified'));
  } else if (!isSameSource(dataSource, dataSourceRef)) errors.push(invalid(path, {}, 'must match dataSourceRef'));
  return errors;
}

type DataSource = Pick<DeepReadonly<TypedObjectReference>, 'apiGroup' | 'kind' | 'name'>;

function validateDataSource(source: DataSource, tolerated: ToleratedClaimFaults, path: FieldPath): FieldError[] {
  const group = source.apiGroup ?? '';
  const errors = [...nonEmpty(source.name, path.child('name')), ...nonEmpty(source.kind, path.child('kind'))];
  if (group === '' && source.kind !== 'PersistentVolumeClaim') {
    errors.push(invalid(path, source.kind, "must be 'PersistentVolumeClaim' when referencing the default apiGroup"));
  }
  if (group !== '' && tolerated.dataSourceGroups !== true) {
    errors.push(...breaches(path.child('apiGroup'), group, isDns1123Subdomain(group)));
  }
  return errors;
}

function isSameSource(a: DataSource, b: DataSource): boolean {
  return a.apiGroup === b.apiGroup && a.kind === b.kind && a.name === b.name;
}
