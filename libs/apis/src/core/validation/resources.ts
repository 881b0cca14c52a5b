import type { ResourceRequirements } from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  duplicate,
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  isQualifiedName,
  negativeMessage,
  notFoundField,
  parseQuantity,
  required,
} from '@kubescript/apimachinery';

import { breaches } from '../../validation/checks.ts';
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

function validateContainerResourceName(name: string, path: FieldPath): FieldError[] {
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

/** @go core/validation#ValidatePositiveQuantityValue */
export function positiveQuantity(value: string, path: FieldPath): FieldError[] {
  return value.startsWith('-') || value === '0' ? [invalid(path, value, 'must be greater than zero')] : [];
}

/** @go core/validation#validateContainerResourceRequirements */
export function validateContainerResources(
  resources: DeepReadonly<ResourceRequirements>,
  podClaims: ReadonlySet<string>,
  path: FieldPath,
): FieldError[] {
  return [...validateAmounts(resources, path), ...validateClaims(resources, podClaims, path.child('claims'))];
}

/** Limits and requests of a container or of a whole pod. @go core/validation#validateResourceRequirements */
export function validateAmounts(resources: DeepReadonly<ResourceRequirements>, path: FieldPath): FieldError[] {
  const limits = resources.limits ?? {};
  const requests = resources.requests ?? {};
  const errors: FieldError[] = [];
  for (const [name, value] of Object.entries(limits)) {
    errors.push(...validateAmount(name, value, path.child('limits').key(name)));
  }
  for (const [name, value] of Object.entries(requests)) {
    errors.push(...validateAmount(name, value, path.child('requests').key(name)));
    errors.push(...validateRequestAgainstLimit(name, value, limits[name], path));
  }
  const names = new Set([...Object.keys(limits), ...Object.keys(requests)]);
  if ([...names].some(isHugePages) && !names.has('cpu') && !names.has('memory')) {
    errors.push(forbidden(path, 'HugePages require cpu or memory'));
  }
  return errors;
}

function validateAmount(name: string, value: string, path: FieldPath): FieldError[] {
  return [
    ...validateContainerResourceName(name, path),
    ...validateResourceQuantity(name, value, path),
    ...validateHugePages(name, value, path),
  ];
}

function validateHugePages(name: string, value: string, path: FieldPath): FieldError[] {
  if (!isHugePages(name)) return [];
  const size = pageSize(name);
  const amount = parseQuantity(value).value();
  if (size !== undefined && amount > 0 && amount % size === 0) return [];
  return [invalid(path, value, `${value} is not positive integer multiple of ${name}`)];
}

function pageSize(name: string): number | undefined {
  try {
    return parseQuantity(name.slice('hugepages-'.length)).value();
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

function validateClaims(
  resources: DeepReadonly<ResourceRequirements>,
  podClaims: ReadonlySet<string>,
  path: FieldPath,
): FieldError[] {
  const seen = new Set<string>();
  return (resources.claims ?? []).flatMap(({ name, request = '' }, index) => {
    const place = path.index(index);
    if (name === '') return [required(place.child('name'))];
    const errors: FieldError[] = [];
    const key = `${name}/${request}`;
    if (seen.has(key))
      errors.push(duplicate(request === '' ? place.child('name') : place, request === '' ? name : key));
    seen.add(key);
    if (!podClaims.has(name)) errors.push(notFoundField(place.child('name'), name));
    return errors;
  });
}
