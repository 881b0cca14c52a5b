import type { PersistentVolumeClaimSpec, PersistentVolumeClaimTemplate } from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  isDns1123Subdomain,
  notSupported,
  required,
  validateAnnotations,
  validateLabels,
  validateLabelSelector,
} from '@kubescript/apimachinery';

import { breaches, equal, nonEmpty, oneOfIfSet } from '../../validation/checks.ts';
import { positiveQuantity, validateResourceQuantity } from './resources.ts';

/** Ways to access a volume, sorted as messages show them. */
export const ACCESS_MODES: readonly string[] = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'];

/** The template of the claim of an ephemeral volume. @go core/validation#ValidatePersistentVolumeClaimTemplate */
export function validateClaimTemplate(
  template: DeepReadonly<PersistentVolumeClaimTemplate>,
  path: FieldPath,
): FieldError[] {
  const { metadata = {}, spec } = template;
  const others = Object.keys(metadata).filter((key) => key !== 'labels' && key !== 'annotations');
  return [
    ...validateLabels(metadata.labels, path.child('metadata', 'labels')),
    ...validateAnnotations(metadata.annotations, path.child('metadata', 'annotations')),
    ...(others.length === 0
      ? []
      : [forbidden(path.child('metadata'), 'only labels and annotations may be set in PVC template metadata')]),
    ...validateClaimSpec(spec, path.child('spec')),
  ];
}

/** @go core/validation#ValidatePersistentVolumeClaimSpec */
export function validateClaimSpec(spec: DeepReadonly<PersistentVolumeClaimSpec>, path: FieldPath): FieldError[] {
  const modes = spec.accessModes ?? [];
  const errors: FieldError[] = [];
  if (modes.length === 0) errors.push(required(path.child('accessModes'), 'at least 1 access mode is required'));
  errors.push(...validateLabelSelector(spec.selector, path.child('selector')));
  errors.push(...validateAccessModes(modes, path.child('accessModes')));
  errors.push(...validateStorageRequest(spec.resources?.requests?.['storage'], path.child('resources').key('storage')));
  const { storageClassName = '', volumeAttributesClassName = '' } = spec;
  if (storageClassName !== '') {
    errors.push(...breaches(path.child('storageClassName'), storageClassName, isDns1123Subdomain(storageClassName)));
  }
  if (volumeAttributesClassName !== '') {
    const place = path.child('volumeAttributesClassName');
    errors.push(...breaches(place, volumeAttributesClassName, isDns1123Subdomain(volumeAttributesClassName)));
  }
  errors.push(...oneOfIfSet(spec.volumeMode, ['Block', 'Filesystem'], path.child('volumeMode')));
  errors.push(...validateDataSources(spec, path));
  return errors;
}

/** Modes must be known, and ReadWriteOncePod must stand alone. */
export function validateAccessModes(modes: readonly string[], path: FieldPath): FieldError[] {
  const errors: FieldError[] = modes
    .filter((mode) => !ACCESS_MODES.includes(mode))
    .map((mode) => notSupported(path, mode, ACCESS_MODES));
  if (modes.includes('ReadWriteOncePod') && modes.length > 1) {
    errors.push(forbidden(path, 'may not use ReadWriteOncePod with other access modes'));
  }
  return errors;
}

function validateStorageRequest(request: string | undefined, path: FieldPath): FieldError[] {
  if (request === undefined) return [required(path)];
  const errors = validateResourceQuantity('storage', request, path);
  return errors.length > 0 ? errors : positiveQuantity(request, path);
}

function validateDataSources(
  { dataSource, dataSourceRef }: DeepReadonly<PersistentVolumeClaimSpec>,
  path: FieldPath,
): FieldError[] {
  const errors: FieldError[] = [];
  for (const [name, source] of Object.entries({ dataSource, dataSourceRef })) {
    if (source === undefined) continue;
    const place = path.child(name);
    errors.push(...nonEmpty(source.name, place.child('name')), ...nonEmpty(source.kind, place.child('kind')));
    const group = source.apiGroup ?? '';
    if (group === '' && source.kind !== 'PersistentVolumeClaim') {
      errors.push(invalid(place, source.kind, "must be 'PersistentVolumeClaim' when referencing the default apiGroup"));
    }
    if (group !== '') errors.push(...breaches(place.child('apiGroup'), group, isDns1123Subdomain(group)));
  }
  if (dataSource !== undefined && dataSourceRef !== undefined && (dataSourceRef.namespace ?? '') === '') {
    const { namespace: _own, ...ref } = dataSourceRef;
    if (!equal({ ...ref }, { ...dataSource })) errors.push(invalid(path, {}, 'must match dataSourceRef'));
  }
  return errors;
}
