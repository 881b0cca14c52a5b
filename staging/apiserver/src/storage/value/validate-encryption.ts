import { type FieldError, type FieldPath, invalid, required } from '@kubescript/apimachinery';

import type {
  EncryptionConfiguration,
  EncryptionKey,
  KmsConfiguration,
  ProviderConfiguration,
} from './encryption-configuration.ts';

const aesKeySizes = [16, 24, 32];
const secretboxKeySizes = [32];
const withoutApi = ['apiserveripinfo', 'serviceipallocations', 'servicenodeportallocations'];

/** @go k8s.io/apiserver/pkg/apis/apiserver/validation#ValidateEncryptionConfiguration */
export function validateEncryptionConfiguration(
  configuration: EncryptionConfiguration,
  reload: boolean,
  path: FieldPath,
): readonly FieldError[] {
  if (configuration.resources.length === 0) return [required(path, `at least one ${path.toString()} is required`)];
  const kmsNames = new Set<string>();
  return configuration.resources.flatMap(({ resources, providers }, index) => {
    const at = path.index(index);
    return [
      ...atLeastOne(resources, at.child('resources')),
      ...validateOverlap(resources, at.child('resources')),
      ...resources.flatMap((name, i) => validateResourceName(name, at.child('resources').index(i))),
      ...atLeastOne(providers, at.child('providers')),
      ...providers.flatMap((provider, i) =>
        validateProvider(provider, at.child('providers').index(i), { kmsNames, reload }),
      ),
    ];
  });
}

const atLeastOne = (items: readonly unknown[], path: FieldPath): FieldError[] =>
  items.length === 0 ? [required(path, `at least one ${path.toString()} is required`)] : [];

function split(name: string): { readonly resource: string; readonly group: string } {
  const dot = name.indexOf('.');
  return dot < 0 ? { resource: name, group: '' } : { resource: name.slice(0, dot), group: name.slice(dot + 1) };
}

function validateOverlap(resources: readonly string[], path: FieldPath): FieldError[] {
  const parsed = resources.map(split);
  const isSame = (a: (typeof parsed)[number], b: (typeof parsed)[number]): boolean =>
    a.group === b.group && a.resource === b.resource;
  let [hasDuplicate, hasOverlap] = [false, false];
  for (const [i, a] of parsed.entries()) {
    for (const b of parsed.filter((_, j) => j !== i)) {
      if (isSame(a, b) && !hasDuplicate) hasDuplicate = true;
      else if (a.group === '*' && a.resource === '*') hasOverlap = true;
      else if (a.group === b.group && (a.resource === '*' || b.resource === '*')) hasOverlap = true;
    }
  }
  const duplicate = 'the same resource cannot be specified multiple times';
  const overlap =
    "using overlapping resources such as 'secrets' and '*.' in the same resource list is not allowed as they will be masked";
  return [
    ...(hasDuplicate ? [invalid(path, resources, duplicate)] : []),
    ...(hasOverlap ? [invalid(path, resources, overlap)] : []),
  ];
}

function validateResourceName(name: string, path: FieldPath): FieldError[] {
  const problem = resourceNameProblem(name);
  return problem === undefined ? [] : [invalid(path, name, problem)];
}

function resourceNameProblem(name: string): string | undefined {
  const { resource, group } = split(name);
  if (name.toLowerCase() !== name) return 'resource name should not contain capital letters';
  if (name === '*') return "use '*.' to encrypt all the resources from core API group or *.* to encrypt all resources";
  if (withoutApi.includes(name)) return 'resources which do not have REST API/s cannot be encrypted';
  if (group === 'events.k8s.io') {
    return "'*.events.k8s.io' objects are stored using the 'events' API group in etcd. Use 'events' instead in the config file";
  }
  if (group === 'extensions') return "'extensions' group has been removed and cannot be used for encryption";
  if (group === '*' && resource !== '*') return 'encrypting the same resource across groups is not supported';
  return undefined;
}

interface KmsRules {
  readonly kmsNames: Set<string>;
  readonly reload: boolean;
}

function validateProvider(provider: ProviderConfiguration, path: FieldPath, rules: KmsRules): FieldError[] {
  const found = Object.keys(provider).length;
  const none = 'provider does not contain any of the expected providers: KMS, AESGCM, AESCBC, Secretbox, Identity';
  const several = 'more than one provider specified in a single element, should split into different list elements';
  if (found !== 1) return [invalid(path, Object.keys(provider), found === 0 ? none : several)];
  const { aesgcm, aescbc, secretbox, kms } = provider;
  if (aesgcm) return validateKeys(aesgcm.keys, path.child('aesgcm').child('keys'), aesKeySizes);
  if (aescbc) return validateKeys(aescbc.keys, path.child('aescbc').child('keys'), aesKeySizes);
  if (secretbox) return validateKeys(secretbox.keys, path.child('secretbox').child('keys'), secretboxKeySizes);
  return kms ? validateKms(kms, path.child('kms'), rules) : [];
}

function validateKeys(keys: readonly EncryptionKey[], path: FieldPath, sizes: readonly number[]): FieldError[] {
  if (keys.length === 0) return [required(path, 'at least one keys is required')];
  return keys.flatMap((key, index) => validateKey(key, path.index(index), sizes));
}

function validateKey({ name, secret }: EncryptionKey, path: FieldPath, sizes: readonly number[]): FieldError[] {
  const errors = name === '' ? [required(path.child('name'), 'name is a mandatory field for a key')] : [];
  const at = path.child('secret');
  if (secret === '') return [...errors, required(at, 'secret is a mandatory field for a key')];
  const bytes = Buffer.from(secret, 'base64');
  if (bytes.toString('base64') !== secret)
    return [...errors, invalid(at, 'REDACTED', 'secrets must be base64 encoded')];
  if (sizes.includes(bytes.length)) return errors;
  const detail = `secret is not of the expected length, got ${String(bytes.length)}, expected one of [${sizes.join(' ')}]`;
  return [...errors, invalid(at, 'REDACTED', detail)];
}

function validateKms(kms: KmsConfiguration, path: FieldPath, { kmsNames, reload }: KmsRules): FieldError[] {
  const { name, apiVersion, timeout, cachesize } = kms;
  const errors: FieldError[] = [];
  if (name === '') errors.push(required(path.child('name'), 'name is a mandatory field for a provider'));
  if (apiVersion !== 'v1' && name.includes(':')) {
    errors.push(invalid(path.child('name'), name, `invalid KMS provider name ${name}, must not contain ':'`));
  }
  if ((reload || apiVersion !== 'v1') && kmsNames.has(name)) {
    errors.push(invalid(path.child('name'), name, `duplicate KMS provider name ${name}, names must be unique`));
  }
  kmsNames.add(name);
  if (timeout <= 0) errors.push(invalid(path.child('timeout'), timeout, 'timeout should be a positive value'));
  errors.push(...validateEndpoint(kms.endpoint, path.child('endpoint')));
  if (apiVersion !== 'v1' && cachesize !== undefined) {
    errors.push(invalid(path.child('cachesize'), cachesize, 'cachesize is not supported in v2'));
  }
  if (apiVersion !== 'v1' && apiVersion !== 'v2') {
    const detail = 'unsupported apiVersion apiVersion for KMS provider, only v1 and v2 are supported';
    errors.push(invalid(path.child('apiVersion'), apiVersion, detail));
  }
  return errors;
}

function validateEndpoint(endpoint: string, path: FieldPath): FieldError[] {
  if (endpoint === '') return [invalid(path, '', 'endpoint is a mandatory field for a kms')];
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(endpoint)?.[1] ?? '';
  if (scheme === 'unix') return [];
  return [invalid(path, endpoint, `unsupported scheme "${scheme}" for KMS provider, only unix is supported`)];
}
