import type { CapacityRequestPolicy, CapacityRequestPolicyRange, DeviceCapacity } from '@kubescript/api/resource/v1';
import {
  type DeepReadonly,
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  parseQuantity,
  type QuantityValue,
  required,
} from '@kubescript/apimachinery';

import { type ItemCheck, validateSet } from './collections.ts';

const MAX_OPTIONS = 10;

/** The capacity of a device, which only one that is shared may deal out by a policy. */
export function capacityCheck(isShared: boolean): ItemCheck<DeepReadonly<DeviceCapacity>> {
  return ({ value, requestPolicy }, path) => {
    if (requestPolicy === undefined) return [];
    const place = path.child('requestPolicy');
    if (!isShared) return [forbidden(place, 'allowMultipleAllocations must be true')];
    return validatePolicy(requestPolicy, parseQuantity(value), place);
  };
}

/** @go resource/validation#validateRequestPolicy */
function validatePolicy(
  policy: DeepReadonly<CapacityRequestPolicy>,
  most: QuantityValue,
  path: FieldPath,
): FieldError[] {
  const { validValues = [], validRange, default: initial } = policy;
  if (validValues.length > 0 && validRange !== undefined) {
    const detail = 'cannot specify "validValues" and "validRange" at the same time';
    return [forbidden(path, `exactly one policy can be specified, ${detail}`)];
  }
  const member = validValues.length > 0 ? 'validValues' : 'validRange';
  if (validValues.length === 0 && validRange === undefined) return [];
  if (initial === undefined) return [required(path.child('default'), `required when ${member} is defined`)];
  const limits = { initial: parseQuantity(initial), most };
  if (validRange !== undefined) return validateRange(validRange, limits, path.child(member));
  return validateValues(validValues.map(parseQuantity), limits, path.child(member));
}

/** What requests are given if they ask for nothing, and what there is. */
interface Limits {
  readonly initial: QuantityValue;
  readonly most: QuantityValue;
}

/** @go resource/validation#validateRequestPolicyValidValues */
function validateValues(values: readonly QuantityValue[], { initial, most }: Limits, path: FieldPath): FieldError[] {
  const unsorted = values.flatMap((value, index) => {
    const before = values[index - 1];
    if (before === undefined || before.cmp(value) <= 0) return [];
    return [invalid(path.index(index), value.toString(), 'values must be sorted in ascending order')];
  });
  const check = (value: QuantityValue, place: FieldPath): FieldError[] =>
    value.cmp(most) > 0
      ? [invalid(place, value.toString(), `option is larger than capacity value: ${most.toString()}`)]
      : [];
  const rules = { max: MAX_OPTIONS, check, key: (value: QuantityValue): string => String(value.value()) };
  const hasInitial = values.some((value) => value.equals(initial));
  return [
    ...unsorted,
    ...validateSet(values, rules, path),
    ...(hasInitial
      ? []
      : [invalid(path, initial.toString(), 'default value is not valid according to the requestPolicy')]),
  ];
}

/** @go resource/validation#validateRequestPolicyRange */
function validateRange(
  range: DeepReadonly<Partial<CapacityRequestPolicyRange>>,
  { initial, most }: Limits,
  path: FieldPath,
): FieldError[] {
  if (range.min === undefined) return [required(path.child('min'), 'required when validRange is defined')];
  const min = parseQuantity(range.min);
  const max = range.max === undefined ? undefined : parseQuantity(range.max);
  const errors: FieldError[] = [];
  const expect = (isFine: boolean, [member, value]: readonly [string, QuantityValue], detail: string): void => {
    if (!isFine) errors.push(invalid(path.child(member), value.toString(), detail));
  };
  expect(min.cmp(most) <= 0, ['min', min], `min is larger than capacity value: ${most.toString()}`);
  expect(initial.cmp(min) >= 0, ['min', initial], `default is less than min: ${min.toString()}`);
  if (max !== undefined) {
    expect(min.cmp(max) <= 0, ['max', min], `min is larger than max: ${max.toString()}`);
    expect(max.cmp(most) <= 0, ['max', max], `max is larger than capacity value: ${most.toString()}`);
    expect(initial.cmp(max) <= 0, ['max', initial], `default is more than max: ${max.toString()}`);
  }
  if (range.step === undefined) return errors;
  const step = parseQuantity(range.step);
  const first = min.add(step);
  const detail = `one step ${first.toString()} is larger than capacity value: ${most.toString()}`;
  expect(first.cmp(most) <= 0, ['step', step], detail);
  const from = `a given step (${step.toString()}) from (${min.toString()})`;
  for (const value of max === undefined ? [initial] : [initial, max]) {
    const isMultiple = (value.value() - min.value()) % step.value() === 0;
    expect(isMultiple, ['step', value], `value is not a multiple of ${from}`);
  }
  return errors;
}
