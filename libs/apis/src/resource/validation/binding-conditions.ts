import { duplicate, type FieldError, type FieldPath, invalid, validateLabelName } from '@kubescript/apimachinery';

import { validateList } from './collections.ts';

const MAX = 4;

/** Conditions that a device must meet, or must not, before pods that use it are bound. */
export interface BindingParameters {
  readonly bindingConditions?: readonly string[];
  readonly bindingFailureConditions?: readonly string[];
}

/** @go resource/validation#validateDeviceBindingParameters */
export function validateBindingParameters(parameters: BindingParameters, path: FieldPath): FieldError[] {
  const { bindingConditions: wanted = [], bindingFailureConditions: failures = [] } = parameters;
  const [ofWanted, ofFailures] = [path.child('bindingConditions'), path.child('bindingFailureConditions')];
  const rules = { max: MAX, check: validateLabelName };
  return [
    ...validateList(wanted, rules, ofWanted),
    ...validateList(failures, rules, ofFailures),
    ...repeated(wanted, ofWanted),
    ...failures.flatMap((condition, index) => [
      ...(failures.indexOf(condition) < index ? [duplicate(ofFailures.index(index), condition)] : []),
      ...(wanted.includes(condition)
        ? [
            invalid(
              ofFailures.index(index),
              condition,
              'bindingFailureConditions must not overlap with bindingConditions',
            ),
          ]
        : []),
    ]),
    ...(wanted.length === 0 && failures.length > 0
      ? [invalid(ofWanted, null, 'bindingConditions are required to use bindingFailureConditions')]
      : []),
    ...(failures.length === 0 && wanted.length > 0
      ? [invalid(ofFailures, null, 'bindingFailureConditions are required to use bindingConditions')]
      : []),
  ];
}

function repeated(conditions: readonly string[], path: FieldPath): FieldError[] {
  return conditions.flatMap((condition, index) =>
    conditions.indexOf(condition) < index ? [duplicate(path.index(index), condition)] : [],
  );
}
