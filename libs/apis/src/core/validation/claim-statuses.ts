import type { NodeAllocatableResourceClaimStatus, Pod, PodExtendedResourceClaimStatus } from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  duplicate,
  type FieldError,
  FieldPath,
  invalid,
  isDns1123Label,
  isDns1123Subdomain,
  required,
} from '@kubescript/apimachinery';

import { breaches } from '../../validation/checks.ts';
import { isNativeResource } from './resource-names.ts';

const STATUS = new FieldPath('status');

/** What a pod's status says of resource claims. */
export function validateClaimStatuses(pod: DeepReadonly<Pod>): FieldError[] {
  const { extendedResourceClaimStatus: extended, nodeAllocatableResourceClaimStatuses: allocatable = [] } = pod.status;
  return [
    ...validateGenerated(pod, STATUS.child('resourceClaimStatuses')),
    ...(extended === undefined ? [] : validateExtended(extended, pod, STATUS.child('extendedResourceClaimStatus'))),
    ...allocatable.flatMap((claim, index) =>
      validateAllocatable(claim, pod, STATUS.child('nodeAllocatableResourceClaimStatuses').index(index)),
    ),
  ];
}

/** @go core/validation#validatePodResourceClaimStatuses */
function validateGenerated({ spec, status }: DeepReadonly<Pod>, path: FieldPath): FieldError[] {
  const seen = new Set<string>();
  const claims = new Set((spec.resourceClaims ?? []).map(({ name }) => name));
  return (status.resourceClaimStatuses ?? []).flatMap(({ name, resourceClaimName: claim }, index) => {
    const place = path.index(index);
    const errors: FieldError[] = [];
    if (!claims.has(name)) {
      errors.push(invalid(place.child('name'), name, 'must match the name of an entry in `spec.resourceClaims`'));
    }
    if (seen.has(name)) errors.push(duplicate(place.child('name'), name));
    seen.add(name);
    if (claim !== undefined) {
      errors.push(...breaches(place.child('resourceClaimName'), claim, isDns1123Subdomain(claim)));
    }
    return errors;
  });
}

/** @go core/validation#validatePodExtendedResourceClaimStatus */
function validateExtended(
  { requestMappings, resourceClaimName }: DeepReadonly<PodExtendedResourceClaimStatus>,
  { spec }: DeepReadonly<Pod>,
  path: FieldPath,
): FieldError[] {
  const place = path.child('requestMappings');
  const errors = requestMappings.length === 0 ? [required(place, 'at least one request mapping is required')] : [];
  const containers = new Map([...(spec.initContainers ?? []), ...spec.containers].map((c) => [c.name, c]));
  const seen = new Set<string>();
  requestMappings.forEach(({ containerName, resourceName, requestName }, index) => {
    const at = place.index(index);
    const container = containers.get(containerName);
    if (container === undefined) {
      const detail = 'must match the name of an entry in spec.initContainers.name or spec.containers.name';
      errors.push(invalid(at.child('containerName'), containerName, detail));
    } else if (container.resources?.requests?.[resourceName] === undefined) {
      const detail =
        'must match the extended resource name of an entry in spec.initContainers.resources.requests or ' +
        'spec.containers.resources.requests';
      errors.push(invalid(at.child('resourceName'), resourceName, detail));
    }
    errors.push(...breaches(path.child('requestName'), requestName, isDns1123Label(requestName)));
    const key = JSON.stringify([containerName, resourceName, requestName]);
    if (seen.has(key)) {
      const parts = Object.entries({ containerName, resourceName, requestName });
      errors.push(...parts.map(([member, value]) => duplicate(at.child(member), value)));
    }
    seen.add(key);
  });
  return [...errors, ...validateClaimName(resourceClaimName, path.child('resourceClaimName'))];
}

function validateClaimName(name: string, path: FieldPath): FieldError[] {
  return name === '' ? [required(path)] : breaches(path, name, isDns1123Subdomain(name));
}

/** @go core/validation#validateNodeAllocatableResourceClaimStatus */
function validateAllocatable(
  claim: DeepReadonly<NodeAllocatableResourceClaimStatus>,
  { spec, status }: DeepReadonly<Pod>,
  path: FieldPath,
): FieldError[] {
  const { resourceClaimName: name, containers = [], resources } = claim;
  const errors: FieldError[] = [];
  const place = path.child('resourceClaimName');
  if (name === '') errors.push(required(place, 'must not be empty'));
  const known = [...(spec.resourceClaims ?? []), ...(status.resourceClaimStatuses ?? [])];
  if (!known.some(({ resourceClaimName }) => resourceClaimName === name)) {
    errors.push(invalid(place, name, 'no mapping found in pod reference'));
  }
  if (containers.length === 0) errors.push(required(path.child('containers'), 'must not be empty'));
  if (Object.keys(resources).length === 0) errors.push(required(path.child('resources'), 'must not be empty'));
  for (const [resource, quantity] of Object.entries(resources)) {
    const at = path.child('resources').key(resource);
    if (!isNativeResource(resource)) errors.push(invalid(at, resource, 'must be a node allocatable resource name'));
    if (quantity.startsWith('-')) errors.push(invalid(at, quantity, 'must be non-negative'));
  }
  return errors;
}
