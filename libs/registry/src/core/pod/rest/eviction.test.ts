import type { PodDisruptionBudget, PodDisruptionBudgetStatus } from '@kubescript/api/policy/v1';
import { statusOf } from '@kubescript/apimachinery';
import { expect, test } from 'vitest';

import { takeDisruption } from './eviction.ts';

const now = Date.parse('2026-01-02T00:00:00Z');

function budget(status: Partial<PodDisruptionBudgetStatus>): PodDisruptionBudget {
  return {
    metadata: { name: 'b', generation: 2 },
    spec: {},
    status: {
      observedGeneration: 2,
      disruptionsAllowed: 0,
      currentHealthy: 1,
      desiredHealthy: 1,
      expectedPods: 1,
      ...status,
    },
  };
}

test('an eviction takes one disruption and is written down', () => {
  const { status } = takeDisruption(budget({ disruptionsAllowed: 2 }), 'p', now);
  expect(status.disruptionsAllowed).toBe(1);
  expect(status.disruptedPods).toEqual({ p: '2026-01-02T00:00:00Z' });
  expect(status.conditions).toBeUndefined();
});

test('the last disruption says so in a condition', () => {
  const { status } = takeDisruption(budget({ disruptionsAllowed: 1 }), 'p', now);
  expect(status.conditions).toMatchObject([{ type: 'DisruptionAllowed', status: 'False', reason: 'InsufficientPods' }]);
});

test.each([
  {
    name: 'none left',
    status: {},
    cause: 'The disruption budget b needs 1 healthy pods and has 1 currently',
    retryAfterSeconds: undefined,
  },
  {
    name: 'not observed yet',
    status: { observedGeneration: 1, disruptionsAllowed: 1 },
    cause: 'The disruption budget b is still being processed by the server.',
    retryAfterSeconds: 10,
  },
])('refused: $name', ({ status, cause, retryAfterSeconds }) => {
  try {
    takeDisruption(budget(status), 'p', now);
    expect.unreachable();
  } catch (err) {
    const refusal = statusOf(err);
    expect(refusal.reason).toBe('TooManyRequests');
    expect(refusal.details?.causes).toEqual([{ reason: 'DisruptionBudget', message: cause }]);
    expect(refusal.details?.retryAfterSeconds).toBe(retryAfterSeconds);
  }
});
