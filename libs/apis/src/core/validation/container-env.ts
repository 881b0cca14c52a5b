import type {
  ConfigMapKeySelector,
  EnvFromSource,
  EnvVar,
  EnvVarSource,
  FileKeySelector,
  SecretKeySelector,
} from '@kubescript/api/core/v1';
import {
  checkName,
  type DeepReadonly,
  type FieldError,
  type FieldPath,
  invalid,
  isConfigMapKey,
  isDns1123Label,
  isDns1123Subdomain,
  isRelaxedEnvVarName,
  required,
} from '@kubescript/apimachinery';

import { breaches } from '../../validation/checks.ts';
import { ENV_FIELD_PATHS, validateFieldRef, validateResourceFieldRef } from './field-refs.ts';
import { validateNoBacksteps } from './paths.ts';

/** @go core/validation#ValidateEnv */
export function validateEnv(variables: DeepReadonly<EnvVar[]>, path: FieldPath): FieldError[] {
  return variables.flatMap((variable, index) => {
    const place = path.index(index);
    return [
      ...requiredName(variable.name, isRelaxedEnvVarName, place.child('name')),
      ...(variable.valueFrom === undefined
        ? []
        : validateSource(variable.valueFrom, variable.value ?? '', place.child('valueFrom'))),
    ];
  });
}

/** A text that must be there and follow a rule. */
function requiredName(name: string, rule: (text: string) => string[], path: FieldPath): FieldError[] {
  return name === '' ? [required(path)] : breaches(path, name, rule(name));
}

/** @go core/validation#validateEnvVarValueFrom */
function validateSource(source: DeepReadonly<EnvVarSource>, value: string, path: FieldPath): FieldError[] {
  const { fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef, fileKeyRef } = source;
  const errors: FieldError[] = [];
  if (fieldRef !== undefined) errors.push(...validateFieldRef(fieldRef, ENV_FIELD_PATHS, path.child('fieldRef')));
  if (resourceFieldRef !== undefined) {
    errors.push(...validateResourceFieldRef(resourceFieldRef, false, path.child('resourceFieldRef')));
  }
  if (configMapKeyRef !== undefined) errors.push(...validateKeyRef(configMapKeyRef, path.child('configMapKeyRef')));
  if (secretKeyRef !== undefined) errors.push(...validateKeyRef(secretKeyRef, path.child('secretKeyRef')));
  if (fileKeyRef !== undefined) errors.push(...validateFileKeyRef(fileKeyRef, path.child('fileKeyRef')));
  const sources = [fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef, fileKeyRef].filter(Boolean).length;
  if (sources === 0) {
    const all = '`fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`';
    errors.push(invalid(path, '', `must specify one of: ${all}`));
  } else if (value !== '') {
    errors.push(invalid(path, '', 'may not be specified when `value` is not empty'));
  } else if (sources > 1) {
    errors.push(invalid(path, '', 'may not have more than one field specified at a time'));
  }
  return errors;
}

/** @go core/validation#validateConfigMapKeySelector */
function validateKeyRef(ref: DeepReadonly<ConfigMapKeySelector | SecretKeySelector>, path: FieldPath): FieldError[] {
  const name = ref.name ?? '';
  return [
    ...breaches(path.child('name'), name, isDns1123Subdomain(name)),
    ...requiredName(ref.key, isConfigMapKey, path.child('key')),
  ];
}

/** @go core/validation#validateFileKeySelector */
function validateFileKeyRef(ref: DeepReadonly<FileKeySelector>, path: FieldPath): FieldError[] {
  return [
    ...requiredName(ref.key, isRelaxedEnvVarName, path.child('key')),
    ...requiredName(ref.volumeName, isDns1123Label, path.child('volumeName')),
    ...(ref.path === '' ? [required(path.child('path'))] : validateNoBacksteps(ref.path, path.child('path'))),
  ];
}

/** @go core/validation#ValidateEnvFrom */
export function validateEnvFrom(sources: DeepReadonly<EnvFromSource[]>, path: FieldPath): FieldError[] {
  return sources.flatMap(({ prefix = '', configMapRef, secretRef }, index) => {
    const place = path.index(index);
    const errors = prefix === '' ? [] : breaches(place.child('prefix'), prefix, isRelaxedEnvVarName(prefix));
    if (configMapRef !== undefined) errors.push(...validateEnvSource(configMapRef.name, place.child('configMapRef')));
    if (secretRef !== undefined) errors.push(...validateEnvSource(secretRef.name, place.child('secretRef')));
    if (configMapRef === undefined && secretRef === undefined) {
      errors.push(invalid(path, '', 'must specify one of: `configMapRef` or `secretRef`'));
    } else if (configMapRef !== undefined && secretRef !== undefined) {
      errors.push(invalid(path, '', 'may not have more than one field specified at a time'));
    }
    return errors;
  });
}

/** Checked as a prefix of a name, as upstream does. @go core/validation#validateConfigMapEnvSource */
function validateEnvSource(name: string | undefined, path: FieldPath): FieldError[] {
  return requiredName(name ?? '', (text) => checkName(isDns1123Subdomain, text, true), path.child('name'));
}
