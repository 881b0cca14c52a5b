import type { DeepReadonly } from '@kubescript/apimachinery';
import type { ValidatingAdmissionPolicy, Validation } from '@kubescript/api/admissionregistration/v1';
import { type CelType, type Value, typeOf } from '@kubescript/cel';

import { runtimeCelCostBudget, runtimeCelCostBudgetMatchConditions } from '../../../../cel/limits.ts';
import { type CompilationResult, type Expression, returnTypes } from '../../cel/compile.ts';
import { CompositedCompiler } from '../../cel/composition.ts';
import { type EvaluationInput, type EvaluationResult, EvaluationRound, OutOfBudgetError } from '../../cel/evaluator.ts';
import { type FailurePolicy, matchResult } from '../../webhook/match-result.ts';

/** The longest message that an expression may make. */
const maxMessageBytes = 5 * 1024;

/** What a validation came to. */
export interface PolicyDecision {
  readonly action: 'admit' | 'deny';
  /** Whether the expression could be evaluated. */
  readonly evaluation: 'admit' | 'deny' | 'error';
  readonly message: string;
  readonly reason: string;
}

/** What an audit annotation came to. */
export type AuditAnnotationResult =
  | { readonly action: 'publish'; readonly key: string; readonly value: string }
  | { readonly action: 'exclude'; readonly key: string }
  | { readonly action: 'error'; readonly key: string; readonly error: string };

/** What a policy says about a request, for one binding and parameter. */
export interface ValidateResult {
  readonly decisions: readonly PolicyDecision[];
  readonly auditAnnotations: readonly AuditAnnotationResult[];
}

/** A policy that is compiled. Without effects, so that it may be evaluated again when decisions were missing. */
export interface PolicyValidator {
  validate(input: EvaluationInput): ValidateResult;
}

interface CompiledPolicy {
  readonly compiler: CompositedCompiler;
  readonly failurePolicy: FailurePolicy;
  readonly matchConditions: readonly CompilationResult[];
  readonly validations: readonly { readonly source: DeepReadonly<Validation>; readonly compiled: CompilationResult }[];
  /** By validation; undefined where it has none. */
  readonly messages: readonly (CompilationResult | undefined)[];
  readonly auditAnnotations: readonly { readonly key: string; readonly compiled: CompilationResult }[];
}

/** Compiles the policy; what does not compile fails when it is evaluated. */
export function newPolicyValidator(policy: DeepReadonly<ValidatingAdmissionPolicy>): PolicyValidator {
  const compiled = compilePolicy(policy);
  return { validate: (input) => validate(compiled, input) };
}

/** @go k8s.io/apiserver/pkg/admission/plugin/policy/validating#compilePolicy */
function compilePolicy({ spec }: DeepReadonly<ValidatingAdmissionPolicy>): CompiledPolicy {
  const { validations = [], matchConditions = [], auditAnnotations = [], variables = [] } = spec;
  const compiler = new CompositedCompiler();
  const hasParams = spec.paramKind !== undefined;
  const full = { hasParams, hasAuthorizer: true };
  const compile = (expression: string, types: readonly CelType[]): CompilationResult =>
    compiler.compile({ expression, returnTypes: types } satisfies Expression, full);
  for (const variable of variables) compiler.addVariable(variable, full);
  return {
    compiler,
    failurePolicy: spec.failurePolicy === 'Ignore' ? 'Ignore' : 'Fail',
    matchConditions: matchConditions.map(({ expression }) => compile(expression, returnTypes.bool)),
    validations: validations.map((source) => ({ source, compiled: compile(source.expression, returnTypes.bool) })),
    messages: validations.map(({ messageExpression = '' }) =>
      messageExpression === ''
        ? undefined
        : compiler.compile(
            { expression: messageExpression, returnTypes: returnTypes.string },
            { hasParams, hasAuthorizer: false },
          ),
    ),
    auditAnnotations: auditAnnotations.map(({ key, valueExpression }) => ({
      key,
      compiled: compile(valueExpression, returnTypes.stringOrNull),
    })),
  };
}

/** @go k8s.io/apiserver/pkg/admission/plugin/policy/validating#(*validator).Validate */
function validate(policy: CompiledPolicy, input: EvaluationInput): ValidateResult {
  const matched = matchResult(
    () => newRound(policy, input, runtimeCelCostBudgetMatchConditions).evaluateAll(policy.matchConditions),
    policy.failurePolicy,
  );
  if (matched instanceof Error) return only(failed(policy, matched.message));
  if (!matched) return { decisions: [], auditAnnotations: [] };
  try {
    const decisions = decide(policy, input);
    return { decisions, auditAnnotations: annotate(policy, input) };
  } catch (error) {
    if (!(error instanceof OutOfBudgetError)) throw error;
    return only(failed(policy, error.message));
  }
}

function newRound({ compiler }: CompiledPolicy, input: EvaluationInput, budget: number): EvaluationRound {
  return new EvaluationRound(input, budget, compiler);
}

function only(decision: PolicyDecision): ValidateResult {
  return { decisions: [decision], auditAnnotations: [] };
}

function failed({ failurePolicy }: CompiledPolicy, message: string): PolicyDecision {
  return { action: failurePolicy === 'Ignore' ? 'admit' : 'deny', evaluation: 'error', message, reason: '' };
}

function decide(policy: CompiledPolicy, input: EvaluationInput): readonly PolicyDecision[] {
  const round = newRound(policy, input, runtimeCelCostBudget);
  const results = round.evaluateAll(policy.validations.map(({ compiled }) => compiled));
  const messages = evaluateMessages(policy, { ...input, authorizer: undefined }, round.budget);
  return policy.validations.map(({ source }, index) => {
    const result = results[index];
    if (!result?.ok) return failed(policy, result?.error ?? '');
    if (messages instanceof Error) return failed(policy, `failed messageExpression: ${messages.message}`);
    if (result.value === true) return { action: 'admit', evaluation: 'admit', message: '', reason: '' };
    const message = messageOf(source, messages[index]);
    return { action: 'deny', evaluation: 'deny', message, reason: source.reason ?? 'Invalid' };
  });
}

function evaluateMessages(
  policy: CompiledPolicy,
  input: EvaluationInput,
  budget: number,
): readonly (EvaluationResult | undefined)[] | OutOfBudgetError {
  const round = newRound(policy, input, budget);
  try {
    return policy.messages.map((message) => message && round.evaluate(message));
  } catch (error) {
    if (error instanceof OutOfBudgetError) return error;
    throw error;
  }
}

/** What the message expression gives, if that is of use; else the message; else the expression itself. */
function messageOf({ message = '', expression }: DeepReadonly<Validation>, made: EvaluationResult | undefined): string {
  const text = made?.ok === true && typeof made.value === 'string' ? made.value.trim() : '';
  const isUsable = text !== '' && Buffer.byteLength(text) <= maxMessageBytes && !text.includes('\n');
  if (isUsable) return text;
  return message.trim() === '' ? `failed expression: ${expression.trim()}` : message.trim();
}

function annotate(policy: CompiledPolicy, input: EvaluationInput): readonly AuditAnnotationResult[] {
  const round = newRound(policy, { ...input, authorizer: undefined }, runtimeCelCostBudget);
  return policy.auditAnnotations.map(({ key, compiled }) => {
    const result = round.evaluate(compiled);
    if (result.ok) return annotationOf(key, compiled.expression, result.value);
    return policy.failurePolicy === 'Ignore'
      ? { action: 'exclude', key }
      : { action: 'error', key, error: result.error };
  });
}

function annotationOf(key: string, expression: string, value: Value): AuditAnnotationResult {
  if (value === null) return { action: 'exclude', key };
  if (typeof value === 'string') {
    const text = value.trim();
    return text === '' ? { action: 'exclude', key } : { action: 'publish', key, value: text };
  }
  const type = typeOf(value).name;
  const error = `valueExpression '${expression}' resulted in unsupported return type: ${type}. Return type must be either string or null.`;
  return { action: 'error', key, error };
}
