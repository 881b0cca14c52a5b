import { type EvaluationResult, OutOfBudgetError } from '../cel/evaluator.ts';

/** What a failure means: that the request ends, or that the webhook or policy does not concern it. */
export type FailurePolicy = 'Fail' | 'Ignore';

/** Whether all conditions hold; an Error if that cannot be told and the owner fails closed. */
export type MatchResult = boolean | Error;

/**
 * What the results of conditions come to: one that does not hold decides, whatever else failed.
 *
 * @go k8s.io/apiserver/pkg/admission/plugin/webhook/matchconditions#(*matcher).Match
 */
export function matchResult(evaluate: () => readonly EvaluationResult[], failurePolicy: FailurePolicy): MatchResult {
  let results: readonly EvaluationResult[];
  try {
    results = evaluate();
  } catch (error) {
    if (!(error instanceof OutOfBudgetError)) throw error;
    return failurePolicy === 'Fail' ? error : false;
  }
  if (results.some((result) => result.ok && result.value === false)) return false;
  const errors = results.flatMap((result) => (result.ok ? [] : [result.error]));
  if (errors.length === 0) return true;
  if (failurePolicy === 'Ignore') return false;
  const unique = [...new Set(errors)];
  return new Error(unique.length === 1 ? unique[0] : `[${unique.join(', ')}]`);
}
