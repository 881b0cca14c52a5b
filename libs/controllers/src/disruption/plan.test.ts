import type { Pod } from '@kubescript/api/core/v1';
import type { PodDisruptionBudgetSpec } from '@kubescript/api/policy/v1';
import { expect, test } from 'vitest';

import { budgetStatus } from './plan.ts';

function pod(name: string, ready: boolean): Pod {
  const conditions = [{ type: 'Ready', status: ready ? 'True' : 'False' }];
  return { metadata: { name }, spec: { containers: [] }, status: { phase: 'Running', conditions } };
}

const zero = { currentHealthy: 0, desiredHealthy: 0, expectedPods: 0, disruptionsAllowed: 0 };

test.each<{ name: string; spec: PodDisruptionBudgetSpec; ready: number; scale: number; want: object }>([
  {
    name: 'minAvailable',
    spec: { minAvailable: 2 },
    ready: 3,
    scale: 4,
    want: { desiredHealthy: 2, disruptionsAllowed: 1 },
  },
  {
    name: 'percent of the scale',
    spec: { minAvailable: '50%' },
    ready: 3,
    scale: 5,
    want: { desiredHealthy: 3, disruptionsAllowed: 0 },
  },
  {
    name: 'maxUnavailable',
    spec: { maxUnavailable: 1 },
    ready: 4,
    scale: 4,
    want: { desiredHealthy: 3, disruptionsAllowed: 1 },
  },
  {
    name: 'nothing to disrupt',
    spec: { maxUnavailable: 1 },
    ready: 0,
    scale: 0,
    want: { expectedPods: 0, disruptionsAllowed: 0 },
  },
])('$name', ({ spec, ready, scale, want }) => {
  const pods = Array.from({ length: scale }, (_, index) => pod(`p${String(index)}`, index < ready));
  const budget = { metadata: { name: 'b' }, spec, status: zero };
  expect(budgetStatus({ budget, pods, scale, now: 0 })).toMatchObject(want);
});

test('an evicted pod counts as gone, for a while', () => {
  const status = { ...zero, disruptedPods: { p0: '1970-01-01T00:00:00Z' } };
  const budget = { metadata: { name: 'b' }, spec: { minAvailable: 1 }, status };
  const pods = [pod('p0', true), pod('p1', true)];
  expect(budgetStatus({ budget, pods, scale: 2, now: 1000 })).toMatchObject({
    currentHealthy: 1,
    disruptionsAllowed: 0,
  });
  expect(budgetStatus({ budget, pods, scale: 2, now: 200_000 })).toMatchObject({
    currentHealthy: 2,
    disruptionsAllowed: 1,
  });
});
