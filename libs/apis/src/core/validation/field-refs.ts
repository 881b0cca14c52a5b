import type { ObjectFieldSelector, ResourceFieldSelector } from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  type FieldError,
  type FieldPath,
  invalid,
  isQualifiedName,
  notSupported,
  parseQuantity,
  required,
} from '@kubescript/apimachinery';

import { breaches } from '../../validation/checks.ts';

/** Fields of the pod that a variable may show. */
export const ENV_FIELD_PATHS: readonly string[] = [
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

/** Fields that the downward API knows at all. @go core/pods#ConvertDownwardAPIFieldLabel */
const KNOWN_FIELDS: ReadonlySet<string> = new Set([
  'metadata.annotations',
  'metadata.labels',
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'spec.nodeName',
  'spec.restartPolicy',
  'spec.serviceAccountName',
  'spec.schedulerName',
  'status.phase',
  'status.hostIP',
  'status.hostIPs',
  'status.podIP',
  'status.podIPs',
]);

/** @go core/validation#validateObjectFieldSelector */
export function validateFieldRef(
  ref: DeepReadonly<ObjectFieldSelector>,
  supported: readonly string[],
  path: FieldPath,
): FieldError[] {
  const { apiVersion = '', fieldPath } = ref;
  const place = path.child('fieldPath');
  if (apiVersion === '') return [required(path.child('apiVersion'))];
  if (fieldPath === '') return [required(place)];
  const [label, subscript] = splitSubscript(fieldPath);
  const problem = conversionProblem(apiVersion, fieldPath, label, subscript);
  if (problem !== undefined) return [invalid(place, fieldPath, `error converting fieldPath: ${problem}`)];
  const internal = fieldPath === 'spec.host' ? 'spec.nodeName' : label;
  if (subscript !== undefined) return validateSubscript(internal, subscript, path);
  return supported.includes(internal) ? [] : [notSupported(place, internal, supported)];
}

/** `metadata.labels['app']` → the field and the key in it. @go fieldpath#SplitMaybeSubscriptedPath */
function splitSubscript(fieldPath: string): readonly [field: string, subscript?: string] {
  if (!fieldPath.endsWith("']")) return [fieldPath];
  const start = fieldPath.indexOf("['");
  return start > 0 ? [fieldPath.slice(0, start), fieldPath.slice(start + 2, -2)] : [fieldPath];
}

function conversionProblem(
  apiVersion: string,
  fieldPath: string,
  field: string,
  subscript: string | undefined,
): string | undefined {
  if (apiVersion !== 'v1') return `unsupported pod version: ${apiVersion}`;
  if (subscript !== undefined) {
    const takesKey = field === 'metadata.annotations' || field === 'metadata.labels';
    return takesKey ? undefined : `field label does not support subscript: ${fieldPath}`;
  }
  return KNOWN_FIELDS.has(field) || field === 'spec.host' ? undefined : `field label not supported: ${fieldPath}`;
}

function validateSubscript(field: string, subscript: string, path: FieldPath): FieldError[] {
  const key = field === 'metadata.annotations' ? subscript.toLowerCase() : subscript;
  return breaches(path, key, isQualifiedName(key));
}

const CONTAINER_RESOURCES = [
  'limits.cpu',
  'limits.ephemeral-storage',
  'limits.memory',
  'requests.cpu',
  'requests.ephemeral-storage',
  'requests.memory',
];

/** @go core/validation#validateContainerResourceFieldSelector */
export function validateResourceFieldRef(
  ref: DeepReadonly<ResourceFieldSelector>,
  inVolume: boolean,
  path: FieldPath,
): FieldError[] {
  const errors: FieldError[] = [];
  if (inVolume && (ref.containerName ?? '') === '') errors.push(required(path.child('containerName')));
  else if (ref.resource === '') errors.push(required(path.child('resource')));
  else if (!CONTAINER_RESOURCES.includes(ref.resource) && !isHugePagesField(ref.resource)) {
    errors.push(notSupported(path.child('resource'), ref.resource, CONTAINER_RESOURCES));
  }
  return [...errors, ...validateDivisor(ref, path.child('divisor'))];
}

function isHugePagesField(resource: string): boolean {
  return /^(?:limits|requests)\.hugepages-/.test(resource);
}

const SIZES = ['1', '1k', '1M', '1G', '1T', '1P', '1E', '1Ki', '1Mi', '1Gi', '1Ti', '1Pi', '1Ei'];

/** @go core/validation#validateContainerResourceDivisor */
function validateDivisor(ref: DeepReadonly<ResourceFieldSelector>, path: FieldPath): FieldError[] {
  const divisor = parseQuantity(ref.divisor ?? '0').toString();
  const kind = divisibleKind(ref.resource);
  if (divisor === '0' || kind === undefined) return [];
  const allowed = kind === 'cpu' ? ['1m', '1'] : SIZES;
  if (allowed.includes(divisor)) return [];
  const list = allowed.join(kind === 'cpu' ? ' and ' : ', ');
  return [invalid(path, ref.resource, `only divisor's values ${list} are supported with the ${kind} resource`)];
}

function divisibleKind(resource: string): string | undefined {
  if (isHugePagesField(resource)) return 'hugepages';
  switch (resource.slice(resource.indexOf('.') + 1)) {
    case 'cpu':
      return 'cpu';
    case 'memory':
      return 'memory';
    case 'ephemeral-storage':
      return 'local ephemeral storage';
    default:
      return undefined;
  }
}
