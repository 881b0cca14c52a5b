import type {
  DeviceClaim,
  DeviceConstraint,
  DeviceRequest,
  DeviceSelector,
  DeviceSubRequest,
  ExactDeviceRequest,
} from '@kubescript/api/resource/v1';
import {
  type DeepReadonly,
  duplicate,
  type FieldError,
  type FieldPath,
  invalid,
  isDns1123Label,
  isDns1123Subdomain,
  notSupported,
  required,
  tooMany,
} from '@kubescript/apimachinery';

import { breaches } from '../../validation/checks.ts';

const MAX = { requests: 32, constraints: 32, configs: 32, alternatives: 8, selectors: 32 } as const;

/** @go resource/validation#validateDeviceClaim */
export function validateDeviceClaim(claim: DeepReadonly<DeviceClaim>, path: FieldPath): FieldError[] {
  const { requests = [], constraints = [], config = [] } = claim;
  const names = new Set(requests.flatMap(namesOf));
  const errors: FieldError[] = [];
  if (requests.length > MAX.requests) errors.push(tooMany(path.child('requests'), requests.length, MAX.requests));
  const seen = new Set<string>();
  requests.forEach((request, index) => {
    const place = path.child('requests').index(index);
    errors.push(...validateRequest(request, place));
    if (seen.has(request.name)) errors.push(duplicate(place, request.name));
    seen.add(request.name);
  });
  constraints.forEach((constraint, index) => {
    errors.push(...validateConstraint(constraint, names, path.child('constraints').index(index)));
  });
  config.forEach(({ requests: targets = [], opaque }, index) => {
    const place = path.child('config').index(index);
    targets.forEach((name, at) => errors.push(...validateRequestRef(name, names, place.child('requests').index(at))));
    if (opaque === undefined) errors.push(required(place.child('opaque')));
    else errors.push(...breaches(place.child('opaque', 'driver'), opaque.driver, isDns1123Subdomain(opaque.driver)));
  });
  return errors;
}

function namesOf({ name, firstAvailable = [] }: DeepReadonly<DeviceRequest>): readonly string[] {
  return [name, ...firstAvailable.map((alternative) => `${name}/${alternative.name}`)];
}

function validateRequest(request: DeepReadonly<DeviceRequest>, path: FieldPath): FieldError[] {
  const { name, exactly, firstAvailable = [] } = request;
  const errors = validateName(name, path.child('name'));
  if (exactly !== undefined && firstAvailable.length > 0) {
    errors.push(
      invalid(path, '', 'exactly one of `exactly` or `firstAvailable` is required, but multiple fields are set'),
    );
  } else if (exactly !== undefined) {
    errors.push(...validateExact(exactly, path.child('exactly')));
  } else if (firstAvailable.length === 0) {
    errors.push(required(path, 'exactly one of `exactly` or `firstAvailable` is required'));
  }
  if (firstAvailable.length > MAX.alternatives) {
    errors.push(tooMany(path.child('firstAvailable'), firstAvailable.length, MAX.alternatives));
  }
  const seen = new Set<string>();
  firstAvailable.forEach((alternative, index) => {
    const place = path.child('firstAvailable').index(index);
    errors.push(...validateName(alternative.name, place.child('name')), ...validateExact(alternative, place));
    if (seen.has(alternative.name)) errors.push(duplicate(place.child('name'), alternative.name));
    seen.add(alternative.name);
  });
  return errors;
}

function validateName(name: string, path: FieldPath): FieldError[] {
  return name === '' ? [required(path)] : breaches(path, name, isDns1123Label(name));
}

function validateExact(request: DeepReadonly<ExactDeviceRequest | DeviceSubRequest>, path: FieldPath): FieldError[] {
  const { deviceClassName, allocationMode = '', count = 0, selectors = [] } = request;
  const errors =
    deviceClassName === ''
      ? [required(path.child('deviceClassName'))]
      : breaches(path.child('deviceClassName'), deviceClassName, isDns1123Subdomain(deviceClassName));
  errors.push(...validateSelectors(selectors, path.child('selectors')));
  switch (allocationMode) {
    case 'All':
      if (count !== 0)
        errors.push(
          invalid(path.child('count'), count, `must not be specified when allocationMode is '${allocationMode}'`),
        );
      break;
    case 'ExactCount':
      if (count <= 0) errors.push(invalid(path.child('count'), count, 'must be greater than zero'));
      break;
    default:
      errors.push(notSupported(path.child('allocationMode'), allocationMode, ['All', 'ExactCount']));
  }
  return errors;
}

/** Presence of expressions; what they say is checked where they are compiled. */
export function validateSelectors(selectors: DeepReadonly<DeviceSelector[]>, path: FieldPath): FieldError[] {
  if (selectors.length > MAX.selectors) return [tooMany(path, selectors.length, MAX.selectors)];
  return selectors.flatMap(({ cel }, index) => {
    if (cel === undefined) return [required(path.index(index).child('cel'))];
    return cel.expression === '' ? [required(path.index(index).child('cel', 'expression'))] : [];
  });
}

function validateConstraint(
  constraint: DeepReadonly<DeviceConstraint>,
  names: ReadonlySet<string>,
  path: FieldPath,
): FieldError[] {
  const { requests = [], matchAttribute, distinctAttribute } = constraint;
  const errors = requests.flatMap((name, index) =>
    validateRequestRef(name, names, path.child('requests').index(index)),
  );
  const one = 'exactly one of "matchAttribute" or "distinctAttribute" is required';
  if (matchAttribute === undefined && distinctAttribute === undefined)
    errors.push(required(path, `${one}, but multiple fields are set`));
  if (matchAttribute !== undefined && distinctAttribute !== undefined) {
    errors.push(required(path, `${one}, but multiple fields are set`));
  }
  return errors;
}

function validateRequestRef(name: string, names: ReadonlySet<string>, path: FieldPath): FieldError[] {
  if (names.has(name)) return [];
  const detail =
    "must be the name of a request in the claim or the name of a request and a subrequest separated by '/'";
  return [invalid(path, name, detail)];
}
