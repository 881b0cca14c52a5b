import type { ResourceRequirements } from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  duplicate,
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  isDns1123Label,
  isQualifiedName,
  negativeMessage,
  notFoundField,
  notSupported,
  parseQuantity,
  required,
} from '@kubescript/apimachinery';

import { breaches } from '../../validation/checks.ts';
import type { ToleratedFaults } from './pod-context.ts';
import {
  isExtendedResource,
  isHugePages,
  isIntegerResource,
  isNativeResource,
  isOvercommitAllowed,
  isStandardContainerResource,
  isStandardResource,
} from './resource-names.ts';

/** @go core/validation#validateResourceName */
export function validateResourceName(name: string, path: FieldPath): FieldError[] {
  const errors = breaches(path, name, isQualifiedName(name));
  if (errors.length > 0) return errors;
  if (!name.includes('/') && !isStandardResource(name)) {
    return [invalid(path, name, 'must be a standard resource type or fully qualified')];
  }
  return [];
}

/** @go core/validation#validateContainerResourceName */
export function validateContainerResourceName(name: string, path: FieldPath): FieldError[] {
  const errors = validateResourceName(name, path);
  if (!name.includes('/')) {
    if (!isStandardContainerResource(name))
      errors.push(invalid(path, name, 'must be a standard resource for containers'));
  } else if (!isNativeResource(name) && !isExtendedResource(name)) {
    errors.push(invalid(path, name, "doesn't follow extended resource name standard"));
  }
  return errors;
}

/** @go core/validation#ValidateResourceQuantityValue */
export function validateResourceQuantity(name: string, value: string, path: FieldPath): FieldError[] {
  const errors = nonNegativeQuantity(value, path);
  if (isIntegerResource(name) && parseQuantity(value).milliValue() % 1000 !== 0) {
    errors.push(invalid(path, value, 'must be an integer'));
  }
  return errors;
}

/** @go core/validation#ValidateNonnegativeQuantity */
export function nonNegativeQuantity(value: string, path: FieldPath): FieldError[] {
  return value.startsWith('-') ? [invalid(path, value, negativeMessage)] : [];
}

/** @go core/validation#validateBasicResource */
export function basicQuantity(value: string, path: FieldPath): FieldError[] {
  if (!value.startsWith('-')) return [];
  return [invalid(path, parseQuantity(value).value(), 'must be a valid resource quantity')];
}

/** @go core/validation#ValidatePositiveQuantityValue */
export function positiveQuantity(value: string, path: FieldPath): FieldError[] {
  return value.startsWith('-') || value === '0' ? [invalid(path, value, 'must be greater than zero')] : [];
}

/** What the check of resources depends on. */
export interface ResourceContext {
  /** Names of the pod's resource claims. */
  readonly claims: ReadonlySet<string>;
  readonly tolerated: ToleratedFaults;
}

/** @go core/validation#ValidateContainerResourceRequirements */
export function validateContainerResources(
  resources: DeepReadonly<ResourceRequirements>,
  context: ResourceContext,
  path: FieldPath,
): FieldError[] {
  return validateRequirements(resources, validateContainerResourceName, context, path);
}

const POD_LEVEL = ['cpu', 'hugepages-', 'memory'];

/** @go core/validation#validatePodResourceRequirements */
export function validatePodLevelResources(
  resources: DeepReadonly<ResourceRequirements>,
  context: ResourceContext,
  path: FieldPath,
): FieldError[] {
  return validateRequirements(resources, validatePodResourceName, context, path);
}

/** @go core/validation#validatePodResourceName */
function validatePodResourceName(name: string, path: FieldPath): FieldError[] {
  const errors = validateResourceName(name, path);
  if (errors.length > 0 || POD_LEVEL.includes(name) || isHugePages(name)) return errors;
  return [notSupported(path, name, POD_LEVEL)];
}

/** @go core/validation#validateResourceRequirements */
function validateRequirements(
  resources: DeepReadonly<ResourceRequirements>,
  validateName: (name: string, path: FieldPath) => FieldError[],
  { claims, tolerated }: ResourceContext,
  path: FieldPath,
): FieldError[] {
  const { limits = {}, requests = {} } = resources;
  const errors: FieldError[] = [];
  for (const [name, value] of Object.entries(limits)) {
    const place = path.child('limits').key(name);
    errors.push(...validateName(name, place), ...validateResourceQuantity(name, value, place));
    errors.push(...validateHugePages(name, value, tolerated, place));
  }
  for (const [name, value] of Object.entries(requests)) {
    const place = path.child('requests').key(name);
    errors.push(...validateName(name, place), ...validateResourceQuantity(name, value, place));
    errors.push(...validateRequestAgainstLimit(name, value, limits[name], path));
    errors.push(...validateHugePages(name, value, tolerated, place));
  }
  const names = new Set([...Object.keys(limits), ...Object.keys(requests)]);
  if ([...names].some(isHugePages) && !names.has('cpu') && !names.has('memory')) {
    errors.push(forbidden(path, 'HugePages require cpu or memory'));
  }
  return [...errors, ...validateClaims(resources, claims, path.child('claims'))];
}

/** @go core/validation#validateResourceQuantityHugePageValue */
function validateHugePages(name: string, value: string, tolerated: ToleratedFaults, path: FieldPath): FieldError[] {
  if (!isHugePages(name) || tolerated.indivisibleHugePages === true || isWholePages(name, value)) return [];
  return [invalid(path, value, `${value} is not positive integer multiple of ${name}`)];
}

/** True if an amount of huge pages is a number of whole ones. @go core/helper#IsHugePageResourceValueDivisible */
export function isWholePages(name: string, value: string): boolean {
  const size = pageSize(name);
  return size !== undefined && size > 0 && parseQuantity(value).value() % size === 0;
}

function pageSize(name: string): number | undefined {
  try {
    const size = parseQuantity(name.slice('hugepages-'.length));
    return size.milliValue() % 1000 === 0 ? size.value() : undefined;
  } catch {
    return undefined;
  }
}

function validateRequestAgainstLimit(
  name: string,
  request: string,
  limit: string | undefined,
  path: FieldPath,
): FieldError[] {
  if (limit === undefined) {
    if (isOvercommitAllowed(name)) return [];
    return [required(path.child('limits'), 'Limit must be set for non overcommitable resources')];
  }
  const place = path.child('requests');
  const order = parseQuantity(request).cmp(parseQuantity(limit));
  if (!isOvercommitAllowed(name)) {
    return order === 0 ? [] : [invalid(place, request, `must be equal to ${name} limit of ${limit}`)];
  }
  return order > 0 ? [invalid(place, request, `must be less than or equal to ${name} limit of ${limit}`)] : [];
}

/** @go core/validation#validateResourceClaimNames */
function validateClaims(
  resources: DeepReadonly<ResourceRequirements>,
  podClaims: ReadonlySet<string>,
  path: FieldPath,
): FieldError[] {
  const seen = new Set<string>();
  return (resources.claims ?? []).flatMap(({ name, request = '' }, index) => {
    const place = path.index(index);
    if (name === '') return [required(place)];
    const errors = validateClaimUse(name, request, seen, place);
    if (!podClaims.has(name)) errors.push({ ...notFoundField(place, name), detail: unknownClaim(podClaims) });
    return errors;
  });
}

/** A claim as a whole, or one request of it; neither twice, nor both. */
function validateClaimUse(name: string, request: string, seen: Set<string>, path: FieldPath): FieldError[] {
  if (seen.has(name)) return [duplicate(path, name)];
  const key = request === '' ? name : `${name}/${request}`;
  const errors = request === '' ? [] : breaches(path.child('request'), request, isDns1123Label(request));
  if (seen.has(key)) errors.push(duplicate(path, key));
  else if (request === '') {
    for (const other of seen) if (other.startsWith(`${name}/`)) errors.push(duplicate(path, name));
  }
  seen.add(key);
  return errors;
}

function unknownClaim(podClaims: ReadonlySet<string>): string {
  const names = [...podClaims].sort().join(', ');
  return `must be one of the names in pod.spec.resourceClaims${names === '' ? ' which is empty' : `: ${names}`}`;
}
