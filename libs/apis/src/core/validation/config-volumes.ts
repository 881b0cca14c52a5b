import type {
  ConfigMapVolumeSource,
  DownwardAPIVolumeFile,
  DownwardAPIVolumeSource,
  KeyToPath,
  SecretVolumeSource,
} from '@kubescript/api/core/v1';
import { type DeepReadonly, type FieldError, type FieldPath, invalid, required } from '@kubescript/apimachinery';

import { nonEmpty } from '../../validation/checks.ts';
import { validateFieldRef, validateResourceFieldRef } from './field-refs.ts';
import { validateNonReservedPath } from './paths.ts';

/** Permission bits of a file. */
export function validateMode(mode: number | undefined, path: FieldPath): FieldError[] {
  if (mode === undefined || (mode >= 0 && mode <= 0o777)) return [];
  return [invalid(path, mode, 'must be a number between 0 and 0777 (octal), both inclusive')];
}

/** @go core/validation#validateSecretVolumeSource */
export function validateSecretSource(source: DeepReadonly<SecretVolumeSource>, path: FieldPath): FieldError[] {
  return [
    ...nonEmpty(source.secretName, path.child('secretName')),
    ...validateMode(source.defaultMode, path.child('defaultMode')),
    ...validateItems(source.items, path.child('items')),
  ];
}

/** @go core/validation#validateConfigMapVolumeSource */
export function validateConfigMapSource(source: DeepReadonly<ConfigMapVolumeSource>, path: FieldPath): FieldError[] {
  return [
    ...nonEmpty(source.name, path.child('name')),
    ...validateMode(source.defaultMode, path.child('defaultMode')),
    ...validateItems(source.items, path.child('items')),
  ];
}

function validateItems(items: DeepReadonly<KeyToPath[]> | undefined, path: FieldPath): FieldError[] {
  return (items ?? []).flatMap((item, index) => validateKeyToPath(item, path.index(index)));
}

/** @go core/validation#validateKeyToPath */
export function validateKeyToPath(item: DeepReadonly<KeyToPath>, path: FieldPath): FieldError[] {
  return [
    ...nonEmpty(item.key, path.child('key')),
    ...nonEmpty(item.path, path.child('path')),
    ...validateNonReservedPath(item.path, path.child('path')),
    ...validateMode(item.mode, path.child('mode')),
  ];
}

/** @go core/validation#validateDownwardAPIVolumeSource */
export function validateDownwardApi(source: DeepReadonly<DownwardAPIVolumeSource>, path: FieldPath): FieldError[] {
  return [
    ...validateMode(source.defaultMode, path.child('defaultMode')),
    ...(source.items ?? []).flatMap((item) => validateDownwardFile(item, path)),
  ];
}

const VOLUME_FIELD_PATHS = [
  'metadata.annotations',
  'metadata.labels',
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
];

/** @go core/validation#validateDownwardAPIVolumeFile */
export function validateDownwardFile(file: DeepReadonly<DownwardAPIVolumeFile>, path: FieldPath): FieldError[] {
  const errors = [
    ...nonEmpty(file.path, path.child('path')),
    ...validateNonReservedPath(file.path, path.child('path')),
  ];
  if (file.fieldRef !== undefined) {
    errors.push(...validateFieldRef(file.fieldRef, VOLUME_FIELD_PATHS, path.child('fieldRef')));
    if (file.resourceFieldRef !== undefined) {
      errors.push(invalid(path, 'resource', 'fieldRef and resourceFieldRef can not be specified simultaneously'));
    }
  } else if (file.resourceFieldRef !== undefined) {
    errors.push(...validateResourceFieldRef(file.resourceFieldRef, true, path.child('resourceFieldRef')));
  } else {
    errors.push(required(path, 'one of fieldRef and resourceFieldRef is required'));
  }
  return [...errors, ...validateMode(file.mode, path.child('mode'))];
}
