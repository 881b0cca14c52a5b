import type { JobSpec, SuccessPolicyRule } from '@kubescript/api/batch/v1';
import {
  byteLength,
  type DeepReadonly,
  type FieldError,
  type FieldPath,
  invalid,
  required,
  tooLong,
  tooMany,
} from '@kubescript/apimachinery';

import { nonNegative } from '../../validation/checks.ts';
import { goSuccessPolicy } from './go-names.ts';
import { parseIndexes } from './indexes.ts';

const MAX_RULES = 20;
const MAX_INDEXES = 64 * 1024;

/** When a job has succeeded before all its indexes have. @go batch/validation#validateSuccessPolicy */
export function validateSuccessPolicy(spec: DeepReadonly<JobSpec>, path: FieldPath): FieldError[] {
  const { successPolicy, completions = 0 } = spec;
  if (successPolicy === undefined) return [];
  if (spec.completionMode !== 'Indexed') {
    return [invalid(path, goSuccessPolicy(successPolicy), 'requires indexed completion mode')];
  }
  const rules = successPolicy.rules ?? [];
  const place = path.child('rules');
  const errors: FieldError[] = [];
  if (rules.length === 0) {
    errors.push(required(place, 'at least one rules must be specified when the successPolicy is specified'));
  }
  if (rules.length > MAX_RULES) errors.push(tooMany(place, rules.length, MAX_RULES));
  return [...errors, ...rules.flatMap((rule, index) => validateRule(rule, completions, place.index(index)))];
}

type Rule = DeepReadonly<SuccessPolicyRule>;

function validateRule(rule: Rule, completions: number, path: FieldPath): FieldError[] {
  const { succeededCount, succeededIndexes } = rule;
  const errors: FieldError[] = [];
  if (succeededCount === undefined && succeededIndexes === undefined) {
    errors.push(required(path, 'at least one of succeededCount or succeededIndexes must be specified'));
  }
  const parsed = succeededIndexes === undefined ? undefined : parseIndexes(succeededIndexes, completions);
  if (succeededIndexes !== undefined) {
    const place = path.child('succeededIndexes');
    if (byteLength(succeededIndexes) > MAX_INDEXES) errors.push(tooLong(place, succeededIndexes, MAX_INDEXES));
    if (typeof parsed === 'string') {
      errors.push(invalid(place, succeededIndexes, `error parsing succeededIndexes: ${parsed}`));
    }
  }
  if (succeededCount === undefined) return errors;
  const limits = { completions, indexes: typeof parsed === 'string' ? 0 : parsed };
  return [...errors, ...validateCount(succeededCount, limits, path.child('succeededCount'))];
}

function validateCount(
  count: number,
  { completions, indexes }: { readonly completions: number; readonly indexes: number | undefined },
  path: FieldPath,
): FieldError[] {
  const errors = nonNegative(count, path);
  if (count > completions) {
    const detail = `must be less than or equal to ${completions} (the number of specified completions)`;
    errors.push(invalid(path, count, detail));
  }
  if (indexes !== undefined && count > indexes) {
    const what = 'the number of indexes in the specified succeededIndexes field';
    errors.push(invalid(path, count, `must be less than or equal to ${indexes} (${what})`));
  }
  return errors;
}
