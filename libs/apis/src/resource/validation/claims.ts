import type {
  DeviceClaim,
  DeviceConfiguration,
  DeviceConstraint,
  DeviceRequest,
  DeviceSubRequest,
  DeviceToleration,
  ExactDeviceRequest,
} from '@kubescript/api/resource/v1';
import {
  byteLength,
  type DeepReadonly,
  type FieldError,
  type FieldPath,
  invalid,
  isValidLabelValue,
  notSupported,
  required,
  tooLong,
  validateLabelName,
} from '@kubescript/apimachinery';

import { validateDriverName } from '../../core/validation/volume-sources.ts';
import { breaches, NIL_POINTER } from '../../validation/checks.ts';
import { validateList, validateSet } from './collections.ts';
import { validateSelectors } from './device-selector.ts';
import { validateDeviceClassName, validateFullyQualifiedName, validateLabelName as validateName } from './names.ts';

/** How many requests, constraints and configurations a claim has at most. */
export const MAX_ITEMS = 32;
const MAX_ALTERNATIVES = 8;
const MAX_PARAMETERS = 10 * 1024;

/** @go resource/validation#validateDeviceClaim */
export function validateDeviceClaim(claim: DeepReadonly<DeviceClaim>, path: FieldPath): FieldError[] {
  const names = requestNames(claim);
  return [
    ...validateSet(
      claim.requests,
      { max: MAX_ITEMS, check: validateRequest, key: ({ name }) => name },
      path.child('requests'),
    ),
    ...validateList(
      claim.constraints,
      { max: MAX_ITEMS, check: (constraint, place) => validateConstraint(constraint, names, place) },
      path.child('constraints'),
    ),
    ...validateList(
      claim.config,
      {
        max: MAX_ITEMS,
        check: (config, place) => [
          ...validateRequestRefs(config.requests, names, place.child('requests')),
          ...validateConfiguration(config, place),
        ],
      },
      path.child('config'),
    ),
  ];
}

/** The requests of a claim, and those within them, as others refer to them. @go resource/validation#gatherRequestNames */
export function requestNames({ requests = [] }: DeepReadonly<DeviceClaim>): ReadonlySet<string> {
  return new Set(
    requests.flatMap(({ name, firstAvailable = [] }) => [name, ...firstAvailable.map((sub) => `${name}/${sub.name}`)]),
  );
}

/** @go resource/validation#validateDeviceRequest */
function validateRequest(request: DeepReadonly<DeviceRequest>, path: FieldPath): FieldError[] {
  const { name, exactly, firstAvailable = [] } = request;
  const errors = validateName(name, path.child('name'));
  const one = 'exactly one of `exactly` or `firstAvailable` is required';
  if (firstAvailable.length > 0) {
    if (exactly !== undefined) return [...errors, invalid(path, NIL_POINTER, `${one}, but multiple fields are set`)];
    const rules = {
      max: MAX_ALTERNATIVES,
      check: validateSubRequest,
      key: (sub: DeepReadonly<DeviceSubRequest>): string => sub.name,
    };
    return [...errors, ...validateSet(firstAvailable, rules, path.child('firstAvailable'))];
  }
  if (exactly === undefined) return [...errors, required(path, one)];
  return [...errors, ...validateExact(exactly, path.child('exactly'))];
}

function validateSubRequest(request: DeepReadonly<DeviceSubRequest>, path: FieldPath): FieldError[] {
  return [...validateName(request.name ?? '', path.child('name')), ...validateExact(request, path)];
}

/** @go resource/validation#validateExactDeviceRequest */
function validateExact(request: DeepReadonly<ExactDeviceRequest | DeviceSubRequest>, path: FieldPath): FieldError[] {
  const { deviceClassName, selectors, tolerations = [] } = request;
  return [
    ...validateDeviceClassName(deviceClassName, path.child('deviceClassName')),
    ...validateSelectors(selectors, path.child('selectors')),
    ...validateAllocationMode(request, path),
    ...tolerations.flatMap((toleration, index) =>
      validateToleration(toleration, path.child('tolerations').index(index)),
    ),
  ];
}

/** @go resource/validation#validateDeviceAllocationMode */
function validateAllocationMode(
  { allocationMode = '', count = 0 }: DeepReadonly<ExactDeviceRequest | DeviceSubRequest>,
  path: FieldPath,
): FieldError[] {
  const place = path.child('count');
  if (allocationMode === 'All') {
    return count === 0 ? [] : [invalid(place, count, "must not be specified when allocationMode is 'All'")];
  }
  if (allocationMode === 'ExactCount') return count > 0 ? [] : [invalid(place, count, 'must be greater than zero')];
  return [notSupported(path.child('allocationMode'), allocationMode, ['All', 'ExactCount'])];
}

/** What taints of devices do. */
export const TAINT_EFFECTS: readonly string[] = ['NoExecute', 'NoSchedule', 'None'];

/** @go resource/validation#validateDeviceToleration */
function validateToleration(toleration: DeepReadonly<DeviceToleration>, path: FieldPath): FieldError[] {
  const { key = '', operator = '', value = '', effect = '' } = toleration;
  return [
    ...(key === '' ? [] : validateLabelName(key, path.child('key'))),
    ...validateOperator(operator, value, path),
    ...(effect === '' || TAINT_EFFECTS.includes(effect)
      ? []
      : [notSupported(path.child('effect'), effect, TAINT_EFFECTS)]),
  ];
}

function validateOperator(operator: string, value: string, path: FieldPath): FieldError[] {
  switch (operator) {
    case 'Exists':
      return value === '' ? [] : [invalid(path.child('value'), value, 'must be empty for operator `Exists`')];
    case 'Equal':
      return breaches(path.child('value'), value, isValidLabelValue(value));
    case '':
      return [required(path.child('operator'))];
    default:
      return [notSupported(path.child('operator'), operator, ['Equal', 'Exists'])];
  }
}

/** @go resource/validation#validateDeviceConstraint */
function validateConstraint(
  { requests, matchAttribute, distinctAttribute }: DeepReadonly<DeviceConstraint>,
  names: ReadonlySet<string>,
  path: FieldPath,
): FieldError[] {
  const errors = validateRequestRefs(requests, names, path.child('requests'));
  if (matchAttribute !== undefined) {
    return [...errors, ...validateFullyQualifiedName(matchAttribute, path.child('matchAttribute'))];
  }
  if (distinctAttribute !== undefined) {
    return [...errors, ...validateFullyQualifiedName(distinctAttribute, path.child('distinctAttribute'))];
  }
  const one = 'exactly one of "matchAttribute" or "distinctAttribute" is required';
  return [...errors, required(path, `${one}, but multiple fields are set`)];
}

/** Names of requests, each once. */
export function validateRequestRefs(
  requests: readonly string[] | undefined,
  names: ReadonlySet<string>,
  path: FieldPath,
): FieldError[] {
  const check = (name: string, place: FieldPath): FieldError[] => validateRequestRef(name, names, place);
  return validateSet(requests, { max: MAX_ITEMS, check, key: (name) => name }, path);
}

/** @go resource/validation#validateRequestNameRef */
export function validateRequestRef(name: string, names: ReadonlySet<string>, path: FieldPath): FieldError[] {
  const parts = name.split('/');
  const unknown =
    "must be the name of a request in the claim or the name of a request and a subrequest separated by '/'";
  if (parts.length > 2) return [invalid(path, name, unknown)];
  const errors = parts.flatMap((part) => validateName(part, path));
  return names.has(name) ? errors : [...errors, invalid(path, name, unknown)];
}

/** @go resource/validation#validateDeviceConfiguration */
export function validateConfiguration({ opaque }: DeepReadonly<DeviceConfiguration>, path: FieldPath): FieldError[] {
  const place = path.child('opaque');
  if (opaque === undefined) return [required(place)];
  return [
    ...validateDriverName(opaque.driver ?? '', place.child('driver')),
    ...validateRawObject(opaque.parameters, place.child('parameters'), MAX_PARAMETERS),
  ];
}

/** Data of a driver's own: an object of limited size. @go resource/validation#validateRawExtension */
export function validateRawObject(data: unknown, path: FieldPath, max: number): FieldError[] {
  if (data === undefined || data === null) return [required(path)];
  if (byteLength(JSON.stringify(data)) > max) return [tooLong(path, '', max)];
  const isObject = typeof data === 'object' && !Array.isArray(data);
  return isObject ? [] : [invalid(path, '<value omitted>', 'must be a valid JSON object')];
}
