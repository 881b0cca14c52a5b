import {
  type FieldError,
  type FieldPath,
  duplicate,
  forbidden,
  invalid,
  omittedValue,
  required,
} from '@kubescript/apimachinery';
import { type CelSchema, perCallLimit, unstructuredToValue } from '@kubescript/apiserver';
import { CelCostLimitError, CelError, CelOptional, type Program, type Value } from '@kubescript/cel';

import type { StructuralSchema } from '../structural.ts';
import type { CompiledRule } from './compile-rules.ts';
import { evaluateMessage } from './evaluate-message.ts';

/** What the evaluations of one request may still cost. */
export class Budget {
  #left: number;

  constructor(left: number) {
    this.#left = left;
  }

  get left(): number {
    return this.#left;
  }

  /** Nothing more is evaluated. */
  get isSpent(): boolean {
    return this.#left < 0;
  }

  /** Takes a cost; false if that is more than there is. */
  spend(cost: number): boolean {
    if (cost > this.#left) {
      this.#left = -1;
      return false;
    }
    this.#left -= cost;
    return true;
  }

  /** Ends all evaluation. */
  exhaust(): void {
    this.#left = -1;
  }
}

/** A value that rules are evaluated on. */
export interface RuleSubject {
  readonly value: unknown;
  readonly old: unknown;
  readonly path: FieldPath;
  readonly schema: StructuralSchema;
  readonly isResourceRoot: boolean;
  /** The value is what it was before: what it breaks, it broke already. */
  readonly isUnchanged: () => boolean;
}

/** What is wrong by rules, and what was wrong before. */
export interface RuleFindings {
  readonly errors: FieldError[];
  /** Rules that do not hold on values that are what they were before. */
  readonly ratcheted: FieldError[];
}

const outOfBudget = 'validation failed due to running out of cost budget, no further validation rules will be run';

/**
 * Evaluates the rules of one schema on one value.
 *
 * @go k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel#(*Validator).validateExpressions
 */
export function evaluateRules(
  rules: readonly CompiledRule[],
  subject: RuleSubject,
  budget: Budget,
  into: RuleFindings,
): void {
  if (rules.length === 0) return;
  if (budget.left <= 0) {
    budget.exhaust();
    into.errors.push(refusal(subject, outOfBudget));
    return;
  }
  const variables = variablesOf(subject);
  for (const compiled of rules) {
    const error = evaluateRule(compiled, variables, subject, budget);
    const isWarning = !budget.isSpent && isRatcheted(compiled, subject);
    if (error) (isWarning ? into.ratcheted : into.errors).push(error);
    if (budget.isSpent) break;
  }
}

/** The variables of a rule, whose `oldSelf` may be an optional. */
type Variables = (isOptional: boolean) => Readonly<Record<string, Value>>;

function variablesOf({ value, old, schema, isResourceRoot }: RuleSubject): Variables {
  // Values know their schema by the object that it is.
  const celSchema = rootSchemaOf(schema, isResourceRoot);
  let self: Value | undefined;
  let oldSelf: Value | undefined;
  return (isOptional) => {
    self ??= unstructuredToValue(value, celSchema);
    if (old !== undefined) oldSelf ??= unstructuredToValue(old, celSchema);
    if (isOptional) return { self, oldSelf: new CelOptional(oldSelf) };
    return oldSelf === undefined ? { self } : { self, oldSelf };
  };
}

const rootSchemas = new WeakMap<StructuralSchema, CelSchema>();

/** The schema of a resource's root, marked as such. */
function rootSchemaOf(schema: StructuralSchema, isResourceRoot: boolean): CelSchema {
  if (!isResourceRoot || schema['x-kubernetes-embedded-resource'] === true) return schema as CelSchema;
  const known = rootSchemas.get(schema);
  if (known) return known;
  const marked = { ...schema, 'x-kubernetes-embedded-resource': true } as CelSchema;
  rootSchemas.set(schema, marked);
  return marked;
}

function evaluateRule(
  compiled: CompiledRule,
  variables: Variables,
  subject: RuleSubject,
  budget: Budget,
): FieldError | undefined {
  const { rule, program, error, usesOldSelf } = compiled;
  if (error !== undefined) return refusal(subject, `rule compile error: ${error}`);
  const isOptional = rule.optionalOldSelf === true;
  if (!program || (usesOldSelf && subject.old === undefined && !isOptional)) return undefined;
  const outcome = run(program, () => variables(isOptional), budget);
  if ('error' in outcome) return refusal(subject, runtimeProblem(outcome.error, compiled, budget));
  if (!budget.spend(outcome.cost)) return refusal(subject, outOfBudget);
  if (outcome.value === true) return undefined;
  return failure(compiled, () => variables(isOptional), subject, budget);
}

/** A rule that does not look at the old value says of an unchanged one what it said before. */
function isRatcheted({ usesOldSelf }: CompiledRule, subject: RuleSubject): boolean {
  return !usesOldSelf && subject.isUnchanged();
}

type Outcome = { readonly value: Value; readonly cost: number } | { readonly error: CelError };

function run(program: Program, variables: () => Readonly<Record<string, Value>>, budget: Budget): Outcome {
  try {
    return program.evaluate(variables(), { costLimit: Math.min(perCallLimit, Math.max(budget.left, 1)) });
  } catch (error) {
    if (error instanceof CelError) return { error };
    throw error;
  }
}

function runtimeProblem(error: CelError, { rule }: CompiledRule, budget: Budget): string {
  const text = ruleText(rule);
  if (error instanceof CelCostLimitError) {
    const isBudget = budget.left < perCallLimit;
    budget.exhaust();
    if (isBudget) return outOfBudget;
    return `'${error.message}': no further validation rules will be run due to call cost exceeds limit for rule: ${text}`;
  }
  if (!budget.spend(error.cost)) return outOfBudget;
  if (error.message.startsWith('no such overload')) {
    return `'${error.message}': call arguments did not match a supported operator, function or macro signature for rule: ${text}`;
  }
  return `${error.message} evaluating rule: ${text}`;
}

/** The error of a rule that does not hold. */
function failure(
  compiled: CompiledRule,
  variables: () => Readonly<Record<string, Value>>,
  subject: RuleSubject,
  budget: Budget,
): FieldError {
  const { rule, messageExpression, fieldPath } = compiled;
  const path = fieldPath === undefined ? subject.path : subject.path.child(fieldPath);
  const value = shownValue(subject);
  const fail = (detail: string): FieldError => forReason(rule.reason, { path, value, detail });
  if (!messageExpression) return fail(messageOf(rule));
  const message = evaluateMessage(messageExpression, { variables, source: rule.messageExpression ?? '' }, budget);
  switch (message.kind) {
    case 'text':
      return fail(message.text);
    case 'failed':
      return fail(messageOf(rule));
    case 'refused':
      budget.exhaust();
      return refusal({ ...subject, path }, message.detail);
  }
}

/** Scalars are shown, whatever else is too long for a message. */
function shownValue({ value, schema: { type } }: RuleSubject): unknown {
  return type === 'object' || type === 'array' ? omittedValue : value;
}

type Rule = CompiledRule['rule'];

function ruleText({ rule, message = '' }: Rule): string {
  return (message === '' ? rule : message).trim();
}

function messageOf(rule: Rule): string {
  return (rule.message ?? '') === '' ? `failed rule: ${ruleText(rule)}` : ruleText(rule);
}

/** Rules could not be evaluated: the error names the type of the value. */
function refusal({ path, schema: { type = '' } }: Pick<RuleSubject, 'path' | 'schema'>, detail: string): FieldError {
  return invalid(path, type, detail);
}

interface Failure {
  readonly path: FieldPath;
  readonly value: unknown;
  readonly detail: string;
}

/** @go k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel#fieldErrorForReason */
function forReason(reason: string | undefined, { path, value, detail }: Failure): FieldError {
  switch (reason) {
    case 'FieldValueForbidden':
      return forbidden(path, detail);
    case 'FieldValueRequired':
      return required(path, detail);
    case 'FieldValueDuplicate':
      return duplicate(path, value);
    default:
      return invalid(path, value, detail);
  }
}
