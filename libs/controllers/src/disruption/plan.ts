import type { Pod } from '@kubescript/api/core/v1';
import type { PodDisruptionBudget, PodDisruptionBudgetStatus } from '@kubescript/api/policy/v1';
import { type Condition, type DeepReadonly, formatTime, nameOf } from '@kubescript/apimachinery';
import { isPodReady } from '@kubescript/component-helpers';

import { findCondition } from '../shared/conditions.ts';
import { resolveIntOrPercent } from '../shared/int-or-percent.ts';
import { millisOf } from '../shared/time.ts';

const forgetAfter = 120_000;

/** What the status of a budget is made from. */
export interface BudgetInput {
  readonly budget: DeepReadonly<PodDisruptionBudget>;
  /** The pods that it selects. */
  readonly pods: readonly DeepReadonly<Pod>[];
  /** How many pods the controllers of these pods want. */
  readonly scale: number;
  readonly now: number;
}

/**
 * How many pods may be evicted now.
 *
 * @go k8s.io/kubernetes/pkg/controller/disruption#(*DisruptionController).trySync
 */
export function budgetStatus(input: BudgetInput): PodDisruptionBudgetStatus {
  const { budget, pods, now } = input;
  const { expected, desired } = wanted(input);
  const disrupted = stillDisrupted(input);
  const isHealthy = (pod: DeepReadonly<Pod>): boolean =>
    pod.metadata.deletionTimestamp === undefined && !(nameOf(pod) in disrupted) && isPodReady(pod);
  const healthy = pods.filter(isHealthy).length;
  const allowed = expected <= 0 ? 0 : Math.max(0, healthy - desired);
  return {
    currentHealthy: healthy,
    desiredHealthy: desired,
    expectedPods: expected,
    disruptionsAllowed: allowed,
    observedGeneration: budget.metadata.generation ?? 0,
    ...(Object.keys(disrupted).length === 0 ? {} : { disruptedPods: disrupted }),
    conditions: conditionsOf(budget, allowed, now),
  };
}

function wanted({ budget, pods, scale }: BudgetInput): { readonly expected: number; readonly desired: number } {
  const { maxUnavailable, minAvailable } = budget.spec;
  if (maxUnavailable !== undefined) {
    return { expected: scale, desired: Math.max(0, scale - resolveIntOrPercent(maxUnavailable, scale, true)) };
  }
  if (typeof minAvailable === 'number') return { expected: pods.length, desired: minAvailable };
  if (minAvailable !== undefined) return { expected: scale, desired: resolveIntOrPercent(minAvailable, scale, true) };
  return { expected: pods.length, desired: 0 };
}

/** Evicted pods count as disrupted until they are being deleted, but not for longer than two minutes. */
function stillDisrupted({ budget, pods, now }: BudgetInput): Record<string, string> {
  const alive = new Map(pods.map((pod) => [nameOf(pod), pod]));
  return Object.fromEntries(
    Object.entries(budget.status.disruptedPods ?? {}).filter(([name, time]) => {
      const pod = alive.get(name);
      return pod !== undefined && pod.metadata.deletionTimestamp === undefined && now - millisOf(time) < forgetAfter;
    }),
  );
}

function conditionsOf(budget: DeepReadonly<PodDisruptionBudget>, allowed: number, now: number): Condition[] {
  const type = 'DisruptionAllowed';
  const old = findCondition<Condition>(budget.status.conditions, type) as Condition | undefined;
  const status = allowed > 0 ? 'True' : 'False';
  const reason = allowed > 0 ? 'SufficientPods' : 'InsufficientPods';
  const lastTransitionTime = old?.status === status ? old.lastTransitionTime : formatTime(now);
  const observedGeneration = budget.metadata.generation ?? 0;
  const others = (budget.status.conditions ?? []).filter((condition) => condition.type !== type) as Condition[];
  return [...others, { type, status, reason, message: '', lastTransitionTime, observedGeneration }];
}
