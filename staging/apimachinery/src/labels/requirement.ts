import { ParseError } from '../util/parse-error.ts';
import type { FieldError } from '../validation/field-error.ts';
import { aggregateMessages, formatFieldError, invalid, notSupported } from '../validation/field-errors.ts';
import { FieldPath } from '../validation/field-path.ts';
import { isQualifiedName, isValidLabelValue } from '../validation/names.ts';

/** How a requirement compares, as selectors write it. */
export type Operator = '=' | '==' | '!=' | 'in' | 'notin' | 'exists' | '!' | 'gt' | 'lt';

/** The labels of an object, or any other map of strings. */
export type Labels = Readonly<Record<string, string>>;

const operators: readonly Operator[] = ['in', 'notin', '=', '==', '!=', 'gt', 'lt', '!', 'exists'];

/** One condition on one label. */
export interface Requirement {
  readonly key: string;
  readonly operator: Operator;
  /** Sorted, each value once. */
  readonly values: readonly string[];
  readonly matches: (labels: Labels) => boolean;
}

/**
 * Makes a requirement after checking it; throws ParseError with all that is wrong.
 *
 * @go k8s.io/apimachinery/pkg/labels#NewRequirement
 */
export function newRequirement(key: string, operator: Operator, values: readonly string[], path = ''): Requirement {
  const problems = checkRequirement(key, operator, values, path);
  if (problems.length > 0) throw new ParseError(aggregateMessages(problems.map(formatFieldError)));
  return uncheckedRequirement(key, operator, values);
}

/** Makes a requirement of values that are known to be good. */
export function uncheckedRequirement(key: string, operator: Operator, values: readonly string[]): Requirement {
  return {
    key,
    operator,
    values: [...new Set(values)].sort(),
    matches: compileRequirement(key, operator, values),
  };
}

/** The error of a bad label key; undefined if it is good. */
export function checkLabelKey(key: string, path: FieldPath): FieldError | undefined {
  const problems = isQualifiedName(key);
  return problems.length === 0 ? undefined : invalid(path, key, problems.join('; '));
}

function checkRequirement(key: string, operator: Operator, values: readonly string[], path: string): FieldError[] {
  const base = new FieldPath(path);
  const keyProblem = checkLabelKey(key, base.child('key'));
  return [
    ...(keyProblem === undefined ? [] : [keyProblem]),
    ...checkValueCount(operator, values, base),
    ...values.flatMap((value, i) => checkLabelValue(key, value, base.child('values').index(i))),
  ];
}

function checkLabelValue(key: string, value: string, path: FieldPath): FieldError[] {
  const problems = isValidLabelValue(value);
  return problems.length === 0 ? [] : [invalid(path.key(key), value, problems.join('; '))];
}

function checkValueCount(operator: Operator, values: readonly string[], base: FieldPath): FieldError[] {
  const path = base.child('values');
  const fail = (detail: string): FieldError[] => [invalid(path, values, detail)];
  switch (operator) {
    case 'in':
    case 'notin':
      return values.length === 0 ? fail("for 'in', 'notin' operators, values set can't be empty") : [];
    case '=':
    case '==':
    case '!=':
      return values.length === 1 ? [] : fail('exact-match compatibility requires one single value');
    case 'exists':
    case '!':
      return values.length === 0 ? [] : fail('values set must be empty for exists and does not exist');
    case 'gt':
    case 'lt':
      if (values.length !== 1) return fail("for 'Gt', 'Lt' operators, exactly one value is required");
      return values.flatMap((value, i) =>
        toInteger(value) === undefined
          ? [invalid(path.index(i), value, "for 'Gt', 'Lt' operators, the value must be an integer")]
          : [],
      );
    default:
      return [notSupported(base.child('operator'), operator satisfies never, operators)];
  }
}

function compileRequirement(key: string, operator: Operator, values: readonly string[]): Requirement['matches'] {
  const has = (labels: Labels): boolean => Object.hasOwn(labels, key);
  const single = values.length === 1 ? values[0] : undefined;
  const set = new Set(values);
  const isIn: Requirement['matches'] =
    single === undefined
      ? (labels) => has(labels) && set.has(labels[key] ?? '')
      : (labels) => labels[key] === single && has(labels);
  switch (operator) {
    case '=':
    case '==':
    case 'in':
      return isIn;
    case '!=':
    case 'notin':
      return (labels) => !isIn(labels);
    case 'exists':
      return has;
    case '!':
      return (labels) => !has(labels);
    case 'gt':
      return compareInteger(key, single ?? '', (actual, wanted) => actual > wanted);
    case 'lt':
      return compareInteger(key, single ?? '', (actual, wanted) => actual < wanted);
  }
}

function compareInteger(key: string, text: string, test: (a: bigint, b: bigint) => boolean): Requirement['matches'] {
  const wanted = toInteger(text);
  return (labels) => {
    const actual = Object.hasOwn(labels, key) ? toInteger(labels[key] ?? '') : undefined;
    return actual !== undefined && wanted !== undefined && test(actual, wanted);
  };
}

function toInteger(text: string): bigint | undefined {
  if (!/^[+-]?\d+$/.test(text)) return undefined;
  const value = BigInt(text.startsWith('+') ? text.slice(1) : text);
  return BigInt.asIntN(64, value) === value ? value : undefined;
}

/** The requirement as selectors write it. */
export function formatRequirement({ key, operator, values }: Requirement): string {
  switch (operator) {
    case 'exists':
      return key;
    case '!':
      return `!${key}`;
    case 'in':
    case 'notin':
      return `${key} ${operator} (${values.join(',')})`;
    case 'gt':
      return `${key}>${values.join(',')}`;
    case 'lt':
      return `${key}<${values.join(',')}`;
    case '=':
    case '==':
    case '!=':
      return `${key}${operator}${values.join(',')}`;
  }
}
