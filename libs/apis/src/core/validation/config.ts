import type { ConfigMap, Secret } from '@kubescript/api/core/v1';
import {
  byteLength,
  type DeepReadonly,
  type FieldError,
  FieldPath,
  forbidden,
  invalid,
  isConfigMapKey,
  required,
  tooLong,
} from '@kubescript/apimachinery';

import { breaches, equal, immutable, subdomainName, WHOLE_OBJECT } from '../../validation/checks.ts';
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.ts';
import type { KindValidation } from '../../validation/registry.ts';

const META = new FieldPath('metadata');
const DATA = new FieldPath('data');
const MAX_SIZE = 1024 * 1024;
const RULES = { namespaced: true, checkName: subdomainName };

/** @go core/validation#ValidateConfigMap */
export const configMapValidation: KindValidation<ConfigMap> = {
  validate: validateConfigMap,
  validateUpdate: (map, old) => [
    ...validateObjectMetaUpdate(map.metadata, old.metadata, META),
    ...(old.immutable === true ? validateFrozen(map, old, ['data', 'binaryData']) : []),
    ...validateConfigMap(map),
  ],
};

function validateConfigMap(map: DeepReadonly<ConfigMap>): FieldError[] {
  const { data = {}, binaryData = {} } = map;
  const errors = validateObjectMeta(map.metadata, RULES, META);
  for (const key of Object.keys(data)) {
    errors.push(...breaches(DATA.key(key), key, isConfigMapKey(key)));
    if (Object.hasOwn(binaryData, key))
      errors.push(invalid(DATA.key(key), key, 'duplicate of key present in binaryData'));
  }
  for (const key of Object.keys(binaryData)) {
    errors.push(...breaches(new FieldPath('binaryData').key(key), key, isConfigMapKey(key)));
  }
  const size =
    sum(Object.values(data).map(byteLength)) + sum(Object.values<string | null>(binaryData).map(decodedLength));
  if (size > MAX_SIZE) errors.push(tooLong(WHOLE_OBJECT, '', MAX_SIZE));
  return errors;
}

/** Number of bytes that a base64 text stands for. */
function decodedLength(base64: string | null): number {
  if (base64 === null) return 0;
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  return (base64.length / 4) * 3 - padding;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, next) => total + next, 0);
}

interface Freezable {
  readonly immutable?: boolean;
  readonly data?: unknown;
  readonly binaryData?: unknown;
}

function validateFrozen(object: Freezable, old: Freezable, fields: readonly ('data' | 'binaryData')[]): FieldError[] {
  const errors: FieldError[] = [];
  const detail = 'field is immutable when `immutable` is set';
  if (object.immutable !== true) errors.push(forbidden('immutable', detail));
  for (const field of fields) if (!equal(object[field], old[field])) errors.push(forbidden(field, detail));
  return errors;
}

/** @go core/validation#ValidateSecret */
export const secretValidation: KindValidation<Secret> = {
  validate: validateSecret,
  validateUpdate: (secret, old) => [
    ...validateObjectMetaUpdate(secret.metadata, old.metadata, META),
    ...immutable(secret.type, old.type, new FieldPath('type')),
    ...(old.immutable === true ? validateFrozen(secret, old, ['data']) : []),
    ...validateSecret(secret),
  ],
};

const SERVICE_ACCOUNT_NAME = 'kubernetes.io/service-account.name';

function validateSecret(secret: DeepReadonly<Secret>): FieldError[] {
  const data = secret.data ?? {};
  const errors = validateObjectMeta(secret.metadata, RULES, META);
  for (const key of Object.keys(data)) errors.push(...breaches(DATA.key(key), key, isConfigMapKey(key)));
  if (sum(Object.values<string | null>(data).map(decodedLength)) > MAX_SIZE) errors.push(tooLong(DATA, '', MAX_SIZE));
  return [...errors, ...validateSecretType(secret)];
}

function validateSecretType({ type, data = {}, metadata }: DeepReadonly<Secret>): FieldError[] {
  const need = (...keys: readonly string[]): FieldError[] =>
    keys.filter((key) => !(key in data)).map((key) => required(DATA.key(key)));
  switch (type) {
    case 'kubernetes.io/service-account-token': {
      const name = metadata.annotations?.[SERVICE_ACCOUNT_NAME] ?? '';
      return name === '' ? [required(META.child('annotations').key(SERVICE_ACCOUNT_NAME))] : [];
    }
    case 'kubernetes.io/dockercfg':
      return [...need('.dockercfg'), ...validateJson(data['.dockercfg'], DATA.key('.dockercfg'))];
    case 'kubernetes.io/dockerconfigjson':
      return [...need('.dockerconfigjson'), ...validateJson(data['.dockerconfigjson'], DATA.key('.dockerconfigjson'))];
    case 'kubernetes.io/basic-auth':
      return 'username' in data || 'password' in data ? [] : need('username', 'password');
    case 'kubernetes.io/ssh-auth':
      return (data['ssh-privatekey'] ?? '') === '' ? [required(DATA.key('ssh-privatekey'))] : [];
    case 'kubernetes.io/tls':
      return need('tls.crt', 'tls.key');
    default:
      return [];
  }
}

function validateJson(base64: string | undefined, path: FieldPath): FieldError[] {
  if (base64 === undefined) return [];
  try {
    JSON.parse(Buffer.from(base64, 'base64').toString('utf8'));
    return [];
  } catch (err) {
    return [invalid(path, '<secret contents redacted>', err instanceof Error ? err.message : String(err))];
  }
}
