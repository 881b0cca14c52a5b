import type { JobSpec, PodFailurePolicyRule } from '@kubescript/api/batch/v1';
import {
  type DeepReadonly,
  duplicate,
  type FieldError,
  type FieldPath,
  invalid,
  isQualifiedName,
  notSupported,
  omittedValue,
  quote,
  required,
  tooMany,
} from '@kubescript/apimachinery';

import { breaches } from '../../validation/checks.ts';

const MAX_RULES = 20;
const MAX_EXIT_CODES = 255;
const MAX_CONDITIONS = 20;
const ACTIONS: readonly string[] = ['Count', 'FailIndex', 'FailJob', 'Ignore'];
const OPERATORS: readonly string[] = ['In', 'NotIn'];
const STATUSES: readonly string[] = ['False', 'True', 'Unknown'];

/** What failures of pods mean. @go batch/validation#validatePodFailurePolicy */
export function validatePodFailurePolicy(spec: DeepReadonly<JobSpec>, path: FieldPath): FieldError[] {
  if (spec.podFailurePolicy === undefined) return [];
  const rules = spec.podFailurePolicy.rules ?? [];
  const place = path.child('rules');
  const errors = rules.length > MAX_RULES ? [tooMany(place, rules.length, MAX_RULES)] : [];
  const { containers = [], initContainers = [] } = spec.template.spec ?? {};
  const names = new Set([...containers, ...initContainers].map(({ name }) => name));
  return [...errors, ...rules.flatMap((rule, index) => validateRule(rule, { spec, names }, place.index(index)))];
}

/** What a rule is checked beside. */
interface Surroundings {
  readonly spec: DeepReadonly<JobSpec>;
  readonly names: ReadonlySet<string>;
}

type Rule = DeepReadonly<PodFailurePolicyRule>;

function validateRule(rule: Rule, { spec, names }: Surroundings, path: FieldPath): FieldError[] {
  const { action, onExitCodes } = rule;
  const onPodConditions = rule.onPodConditions ?? [];
  const errors = needed(action, ACTIONS, path.child('action'));
  if (action === 'FailIndex' && spec.backoffLimitPerIndex === undefined) {
    errors.push(invalid(path.child('action'), action, 'requires the backoffLimitPerIndex to be set'));
  }
  if (onExitCodes !== undefined) errors.push(...validateExitCodes(onExitCodes, names, path.child('onExitCodes')));
  errors.push(...validateConditions(onPodConditions, path.child('onPodConditions')));
  if (onExitCodes !== undefined && onPodConditions.length > 0) {
    errors.push(invalid(path, omittedValue, 'specifying both OnExitCodes and OnPodConditions is not supported'));
  }
  if (onExitCodes === undefined && onPodConditions.length === 0) {
    errors.push(invalid(path, omittedValue, 'specifying one of OnExitCodes and OnPodConditions is required'));
  }
  return errors;
}

/** A choice that must be made. */
function needed(value: string, choices: readonly string[], path: FieldPath): FieldError[] {
  if (value === '') return [required(path, `valid values: [${choices.map(quote).join(' ')}]`)];
  return choices.includes(value) ? [] : [notSupported(path, value, choices)];
}

function validateConditions(conditions: NonNullable<Rule['onPodConditions']>, path: FieldPath): FieldError[] {
  const errors = conditions.length > MAX_CONDITIONS ? [tooMany(path, conditions.length, MAX_CONDITIONS)] : [];
  const ofEach = conditions.flatMap(({ type = '', status = '' }, index) => [
    ...breaches(path.index(index).child('type'), type, isQualifiedName(type)),
    ...needed(status, STATUSES, path.index(index).child('status')),
  ]);
  return [...errors, ...ofEach];
}

type ExitCodes = NonNullable<Rule['onExitCodes']>;

function validateExitCodes(codes: ExitCodes, names: ReadonlySet<string>, path: FieldPath): FieldError[] {
  const { operator, containerName } = codes;
  const errors = needed(operator, OPERATORS, path.child('operator'));
  if (containerName !== undefined && !names.has(containerName)) {
    const detail = 'must be one of the container or initContainer names in the pod template';
    errors.push(invalid(path.child('containerName'), containerName, detail));
  }
  return [...errors, ...validateCodes(codes.values ?? [], operator, path.child('values'))];
}

function validateCodes(codes: readonly number[], operator: string, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  if (codes.length === 0) errors.push(invalid(path, codes, 'at least one value is required'));
  if (codes.length > MAX_EXIT_CODES) errors.push(tooMany(path, codes.length, MAX_EXIT_CODES));
  codes.forEach((code, index) => {
    if (operator === 'In' && code === 0) {
      errors.push(invalid(path.index(index), code, 'must not be 0 for the In operator'));
    }
    if (codes.indexOf(code) < index) errors.push(duplicate(path.index(index), code));
  });
  const isOrdered = codes.every((code, index) => index === 0 || code >= (codes[index - 1] ?? 0));
  return isOrdered ? errors : [...errors, invalid(path, codes, 'must be ordered')];
}
