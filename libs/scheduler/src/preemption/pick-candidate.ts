import { podPriority } from '@kubescript/component-helpers';

import { type Candidate, startOf } from './victims.ts';

/** What a candidate costs; the smaller in the first that differs is the better one. */
type Cost = readonly number[];

/**
 * Chooses the node where preemption does the least harm: fewest violated budgets, then the lowest of the highest
 * priorities, the smallest sum of priorities, the fewest victims, and the youngest of the oldest of the most important.
 * @go kubernetes/pkg/scheduler/framework/preemption#pickOneNodeForPreemption
 */
export function pickCandidate(candidates: readonly Candidate[]): Candidate | undefined {
  let best: { readonly candidate: Candidate; readonly cost: Cost } | undefined;
  for (const candidate of candidates) {
    const cost = costOf(candidate);
    if (best === undefined || isLess(cost, best.cost)) best = { candidate, cost };
  }
  return best?.candidate;
}

/** Priorities may be negative: lifted above zero, so that a further victim always adds to the sum. */
const LIFT = 2 ** 31;

function costOf({ victims, violations }: Candidate): Cost {
  const priorities = victims.map(({ pod }) => podPriority(pod));
  const highest = Math.max(...priorities);
  const sum = priorities.reduce((total, priority) => total + priority + LIFT, 0);
  const oldest = Math.min(...victims.filter(({ pod }) => podPriority(pod) === highest).map(startOf));
  return [violations, highest, sum, victims.length, -oldest];
}

function isLess(a: Cost, b: Cost): boolean {
  const differing = a.findIndex((value, index) => value !== b[index]);
  return differing !== -1 && (a[differing] ?? 0) < (b[differing] ?? 0);
}
