import type {
  ConfigMapKeySelector,
  EnvFromSource,
  EnvVar,
  EnvVarSource,
  FileKeySelector,
  ObjectFieldSelector,
  ResourceFieldSelector,
  SecretKeySelector,
} from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  type FieldError,
  type FieldPath,
  invalid,
  isConfigMapKey,
  isQualifiedName,
  isRelaxedEnvVarName,
  notSupported,
  required,
} from '@kubescript/apimachinery';

import { breaches, nonEmpty } from '../../validation/checks.ts';
import { validateNonReservedPath } from './paths.ts';

const ENV_FIELD_PATHS = [
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'spec.nodeName',
  'spec.serviceAccountName',
  'status.hostIP',
  'status.hostIPs',
  'status.podIP',
  'status.podIPs',
];

const CONTAINER_RESOURCES = [
  'limits.cpu',
  'limits.ephemeral-storage',
  'limits.memory',
  'requests.cpu',
  'requests.ephemeral-storage',
  'requests.memory',
];

/** @go core/validation#ValidateEnv */
export function validateEnv(variables: DeepReadonly<EnvVar[]>, path: FieldPath): FieldError[] {
  return variables.flatMap((variable, index) => {
    const place = path.index(index);
    return [
      ...(variable.name === ''
        ? [required(place.child('name'))]
        : breaches(place.child('name'), variable.name, isRelaxedEnvVarName(variable.name))),
      ...(variable.valueFrom === undefined
        ? []
        : validateSource(variable.valueFrom, variable.value ?? '', place.child('valueFrom'))),
    ];
  });
}

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

/** @go core/validation#validateObjectFieldSelector */
export function validateFieldRef(
  ref: DeepReadonly<ObjectFieldSelector>,
  supported: readonly string[],
  path: FieldPath,
): FieldError[] {
  if ((ref.apiVersion ?? '') === '') return [required(path.child('apiVersion'))];
  if (ref.fieldPath === '') return [required(path.child('fieldPath'))];
  const [, plain = ref.fieldPath, subscript] = /^([^[]*)\['(.*)'\]$/.exec(ref.fieldPath) ?? [];
  if (subscript !== undefined) return validateSubscript(plain, subscript, path);
  if (!supported.includes(plain)) {
    if (!KNOWN_FIELDS.has(plain)) {
      const detail = `error converting fieldPath: field label not supported: ${plain}`;
      return [invalid(path.child('fieldPath'), ref.fieldPath, detail)];
    }
    return [notSupported(path.child('fieldPath'), plain, supported)];
  }
  return [];
}

const KNOWN_FIELDS: ReadonlySet<string> = new Set([
  ...ENV_FIELD_PATHS,
  'metadata.annotations',
  'metadata.labels',
  'spec.hostNetwork',
  'spec.restartPolicy',
  'spec.schedulerName',
  'status.nominatedNodeName',
  'status.phase',
]);

function validateSubscript(field: string, subscript: string, path: FieldPath): FieldError[] {
  switch (field) {
    case 'metadata.annotations':
      return breaches(path, subscript, isQualifiedName(subscript.toLowerCase()));
    case 'metadata.labels':
      return breaches(path, subscript, isQualifiedName(subscript));
    default:
      return [invalid(path, field, 'does not support subscript')];
  }
}

/** @go core/validation#validateContainerResourceFieldSelector */
export function validateResourceFieldRef(
  ref: DeepReadonly<ResourceFieldSelector>,
  inVolume: boolean,
  path: FieldPath,
): FieldError[] {
  if (inVolume && (ref.containerName ?? '') === '') return [required(path.child('containerName'))];
  if (ref.resource === '') return [required(path.child('resource'))];
  const hugePages = /^(?:limits|requests)\.hugepages-/.test(ref.resource);
  if (!hugePages && !CONTAINER_RESOURCES.includes(ref.resource)) {
    return [notSupported(path.child('resource'), ref.resource, CONTAINER_RESOURCES)];
  }
  return validateDivisor(ref, path.child('divisor'));
}

function validateDivisor(ref: DeepReadonly<ResourceFieldSelector>, path: FieldPath): FieldError[] {
  const divisor = ref.divisor ?? '0';
  const resource = ref.resource.slice(ref.resource.indexOf('.') + 1);
  const rule = DIVISORS.find(([name]) => resource.startsWith(name));
  if (rule === undefined || divisor === '0' || rule[1].includes(divisor)) return [];
  const [name, allowed, list] = rule;
  const subject = name === 'hugepages-' ? 'hugepages' : name.replace('ephemeral-storage', 'local ephemeral storage');
  return [
    invalid(
      path,
      ref.resource,
      `only divisor's values ${list ?? allowed.join(', ')} are supported with the ${subject} resource`,
    ),
  ];
}

const SIZES = ['1', '1k', '1M', '1G', '1T', '1P', '1E', '1Ki', '1Mi', '1Gi', '1Ti', '1Pi', '1Ei'];
const DIVISORS: readonly (readonly [string, readonly string[], string?])[] = [
  ['cpu', ['1m', '1'], '1m and 1'],
  ['memory', SIZES],
  ['ephemeral-storage', SIZES],
  ['hugepages-', SIZES],
];

function validateKeyRef(ref: DeepReadonly<ConfigMapKeySelector | SecretKeySelector>, path: FieldPath): FieldError[] {
  return [
    ...nonEmpty(ref.name, path.child('name')),
    ...(ref.key === '' ? [required(path.child('key'))] : breaches(path.child('key'), ref.key, isConfigMapKey(ref.key))),
  ];
}

function validateFileKeyRef(ref: DeepReadonly<FileKeySelector>, path: FieldPath): FieldError[] {
  return [
    ...(ref.key === ''
      ? [required(path.child('key'))]
      : breaches(path.child('key'), ref.key, isRelaxedEnvVarName(ref.key))),
    ...nonEmpty(ref.volumeName, path.child('volumeName')),
    ...(ref.path === '' ? [required(path.child('path'))] : validateNonReservedPath(ref.path, path.child('path'))),
  ];
}

/** @go core/validation#ValidateEnvFrom */
export function validateEnvFrom(sources: DeepReadonly<EnvFromSource[]>, path: FieldPath): FieldError[] {
  return sources.flatMap(({ prefix = '', configMapRef, secretRef }, index) => {
    const place = path.index(index);
    const errors = prefix === '' ? [] : breaches(place.child('prefix'), prefix, isRelaxedEnvVarName(prefix));
    if (configMapRef !== undefined) errors.push(...nonEmpty(configMapRef.name, place.child('configMapRef', 'name')));
    if (secretRef !== undefined) errors.push(...nonEmpty(secretRef.name, place.child('secretRef', 'name')));
    if (configMapRef === undefined && secretRef === undefined) {
      errors.push(invalid(path, '', 'must specify one of: `configMapRef` or `secretRef`'));
    } else if (configMapRef !== undefined && secretRef !== undefined) {
      errors.push(invalid(path, '', 'may not have more than one field specified at a time'));
    }
    return errors;
  });
}
