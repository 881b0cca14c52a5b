import type { DeepReadonly, KubeObject } from '@kubescript/apimachinery';
import type { MutatingAdmissionPolicy, Mutation } from '@kubescript/api/admissionregistration/v1';
import type { CelType } from '@kubescript/cel';

import { runtimeCelCostBudget, runtimeCelCostBudgetMatchConditions } from '../../../../cel/limits.ts';
import { type CompilationResult, returnTypes } from '../../cel/compile.ts';
import { CompositedCompiler } from '../../cel/composition.ts';
import { type EvaluationInput, EvaluationRound } from '../../cel/evaluator.ts';
import { type MatchResult, matchResult } from '../../webhook/match-result.ts';
import { type Patcher, applyConfiguration, jsonPatch } from './patcher.ts';

/** A policy that is compiled. */
export interface MutatingEvaluator {
  /** Whether the match conditions hold. */
  match(input: EvaluationInput): MatchResult;
  /** One for each mutation: the new state of the object; throws what keeps it from being made. */
  readonly mutations: readonly ((input: EvaluationInput) => KubeObject)[];
}

/** Compiles the policy; what does not compile fails when it is evaluated. */
export function newMutatingEvaluator(policy: DeepReadonly<MutatingAdmissionPolicy>): MutatingEvaluator {
  const { mutations = [], variables = [], matchConditions = [], paramKind, failurePolicy } = policy.spec;
  const compiler = new CompositedCompiler();
  const options = { hasParams: paramKind !== undefined, hasAuthorizer: true, hasPatchTypes: true };
  for (const variable of variables) compiler.addVariable(variable, options);
  const conditions = matchConditions.map(({ expression }) =>
    compiler.compile({ expression, returnTypes: returnTypes.bool }, options),
  );
  return {
    match(input) {
      const round = new EvaluationRound(input, runtimeCelCostBudgetMatchConditions, compiler);
      // Which failures count is for the dispatcher to say, as with all others of a mutating policy.
      return matchResult(() => round.evaluateAll(conditions), failurePolicy === 'Ignore' ? 'Ignore' : 'Fail');
    },
    mutations: mutations.map((mutation) => {
      const { compiled, patcher } = compileMutation(mutation, (expression, types) =>
        compiler.compile({ expression, returnTypes: types }, options),
      );
      return (input) => mutate(compiled, patcher, input, compiler);
    }),
  };
}

function compileMutation(
  { patchType, applyConfiguration: apply, jsonPatch: patch }: DeepReadonly<Mutation>,
  compile: (expression: string, types: readonly CelType[]) => CompilationResult,
): { readonly compiled: CompilationResult; readonly patcher: Patcher } {
  if (patchType === 'JSONPatch') {
    return { compiled: compile(patch?.expression ?? '', returnTypes.jsonPatch), patcher: jsonPatch };
  }
  return { compiled: compile(apply?.expression ?? '', returnTypes.applyConfiguration), patcher: applyConfiguration };
}

function mutate(
  compiled: CompilationResult,
  patcher: Patcher,
  input: EvaluationInput,
  compiler: CompositedCompiler,
): KubeObject {
  if (!compiled.ok) throw new Error(compiled.error);
  const result = new EvaluationRound(input, runtimeCelCostBudget, compiler).evaluate(compiled);
  if (!result.ok) throw new Error(result.error);
  return patcher(result.value, input.versioned);
}
