import type { DeepReadonly, GroupVersionResource } from '@kubescript/apimachinery';
import type { MatchCondition } from '@kubescript/api/admissionregistration/v1';

import type { Authorizer } from '../../../authorization/authorizer.ts';
import { type AdmissionMetrics, type AdmissionStep } from '../../metrics.ts';
import type { VersionedAttributes } from '../../versioned-attributes.ts';
import { AwaitedDecisions, evaluateAwaiting } from '../../../cel/library/decisions.ts';
import { runtimeCelCostBudgetMatchConditions } from '../../../cel/limits.ts';
import { type CompilationResult, compileAdmissionExpression, returnTypes } from '../cel/compile.ts';
import { EvaluationRound } from '../cel/evaluator.ts';
import { type FailurePolicy, type MatchResult, matchResult } from './match-result.ts';

/** What the evaluation of conditions needs. */
export interface MatchConditionDeps {
  readonly authorizer: Authorizer;
  readonly metrics?: AdmissionMetrics | undefined;
}

/** Whose conditions they are. */
export interface MatchConditionOwner {
  readonly name: string;
  readonly type: AdmissionStep;
  readonly failurePolicy: FailurePolicy;
}

/**
 * The conditions of a webhook, compiled when first needed.
 *
 * @go k8s.io/apiserver/pkg/admission/plugin/webhook/matchconditions#Matcher
 */
export interface MatchConditions {
  readonly isEmpty: boolean;
  /** Whether all hold; an Error if that cannot be told and the webhook fails closed. */
  match(versioned: VersionedAttributes, resource: GroupVersionResource, deps: MatchConditionDeps): Promise<MatchResult>;
}

/** The conditions of a webhook. */
export function newMatchConditions(
  conditions: readonly DeepReadonly<MatchCondition>[],
  owner: MatchConditionOwner,
): MatchConditions {
  let compiled: readonly CompilationResult[] | undefined;
  return {
    isEmpty: conditions.length === 0,
    async match(versioned, resource, { authorizer, metrics }) {
      compiled ??= conditions.map(compileCondition);
      const expressions = compiled;
      const start = performance.now();
      const decisions = new AwaitedDecisions(authorizer);
      const input = { versioned, resource, kind: versioned.kind, authorizer: decisions };
      const result = await evaluateAwaiting(() => {
        const round = new EvaluationRound(input, runtimeCelCostBudgetMatchConditions);
        return matchResult(() => round.evaluateAll(expressions), owner.failurePolicy);
      });
      const { name, type } = owner;
      const labels = { name, kind: 'webhook', type, operation: versioned.attributes.operation } as const;
      metrics?.matchCondition(labels, outcome(result), (performance.now() - start) / 1000);
      return result;
    },
  };
}

function compileCondition({ expression }: DeepReadonly<MatchCondition>): CompilationResult {
  return compileAdmissionExpression(
    { expression, returnTypes: returnTypes.bool },
    { hasParams: false, hasAuthorizer: true },
  );
}

function outcome(result: MatchResult): 'error' | 'exclusion' | 'match' {
  if (result instanceof Error) return 'error';
  return result ? 'match' : 'exclusion';
}
