import {
  byteLength,
  type Condition,
  type DeepReadonly,
  duplicate,
  type FieldError,
  type FieldPath,
  invalid,
  isQualifiedName,
  notSupported,
  regexMessage,
  required,
  tooLong,
} from '@kubescript/apimachinery';

import { nonNegative } from './checks.ts';

const STATUSES: readonly string[] = ['False', 'True', 'Unknown'];
const REASON = '[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?';
const REASON_REGEX = new RegExp(`^${REASON}$`);
const REASON_RULE =
  'a condition reason must start with alphabetic character, optionally followed by a string of alphanumeric ' +
  "characters or '_,:', and must end with an alphanumeric character or '_'";
const MAX_REASON = 1024;
const MAX_MESSAGE = 32 * 1024;

/** Conditions of the kind that all groups share; each type once. @go meta/v1/validation#ValidateConditions */
export function validateConditions(conditions: readonly DeepReadonly<Condition>[], path: FieldPath): FieldError[] {
  return conditions.flatMap((condition, index) => {
    const place = path.index(index);
    const isRepeated = conditions.findIndex(({ type }) => type === condition.type) < index;
    return [
      ...(isRepeated ? [duplicate(place.child('type'), condition.type)] : []),
      ...validateCondition(condition, place),
    ];
  });
}

/** @go meta/v1/validation#ValidateCondition */
function validateCondition(condition: DeepReadonly<Condition>, path: FieldPath): FieldError[] {
  const { type, status, observedGeneration, lastTransitionTime, message } = condition;
  const errors = isQualifiedName(type).map((text) => invalid(path.child('type'), type, text));
  if (!STATUSES.includes(status)) errors.push(notSupported(path.child('status'), status, STATUSES));
  errors.push(...nonNegative(observedGeneration, path.child('observedGeneration')));
  const time = (lastTransitionTime as string | null | undefined) ?? '';
  if (time === '') errors.push(required(path.child('lastTransitionTime'), 'must be set'));
  errors.push(...validateReason(condition.reason ?? '', path.child('reason')));
  if (byteLength(message) > MAX_MESSAGE) errors.push(tooLong(path.child('message'), '', MAX_MESSAGE));
  return errors;
}

function validateReason(reason: string, path: FieldPath): FieldError[] {
  if (reason === '') return [required(path, 'must be set')];
  const errors = REASON_REGEX.test(reason)
    ? []
    : [
        invalid(
          path,
          reason,
          regexMessage(REASON_RULE, REASON, 'my_name', 'MY_NAME', 'MyName', 'ReasonA,ReasonB', 'ReasonA:ReasonB'),
        ),
      ];
  return byteLength(reason) > MAX_REASON ? [...errors, tooLong(path, '', MAX_REASON)] : errors;
}
