import type { Deployment, ReplicaSet } from '@kubescript/api/apps/v1';
import { nameOf } from '@kubescript/apimachinery';
import { expect, test } from 'vitest';

import { fenceposts, planNewReplicaSet, planOldReplicaSets, planProportionalScaling } from './rolling.ts';

function deployment(replicas: number, maxSurge: number | string, maxUnavailable: number | string): Deployment {
  return {
    metadata: { name: 'd', namespace: 'n' },
    spec: {
      replicas,
      selector: {},
      template: {},
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge, maxUnavailable } },
    },
    status: {},
  };
}

function rs(name: string, replicas: number, available = replicas, maxReplicas?: number): ReplicaSet {
  const annotations = maxReplicas === undefined ? {} : { 'deployment.kubernetes.io/max-replicas': String(maxReplicas) };
  return {
    metadata: {
      name,
      namespace: 'n',
      uid: name,
      creationTimestamp: `2026-01-01T00:00:0${name.at(-1) ?? '0'}Z`,
      annotations,
    },
    spec: { replicas, selector: {} },
    status: { replicas, availableReplicas: available },
  };
}

test.each([
  { replicas: 10, maxSurge: '25%', maxUnavailable: '25%', want: { maxSurge: 3, maxUnavailable: 2 } },
  { replicas: 1, maxSurge: 0, maxUnavailable: '25%', want: { maxSurge: 0, maxUnavailable: 1 } },
  { replicas: 3, maxSurge: '25%', maxUnavailable: '25%', want: { maxSurge: 1, maxUnavailable: 0 } },
])('fenceposts of $replicas, $maxSurge, $maxUnavailable', ({ replicas, maxSurge, maxUnavailable, want }) => {
  expect(fenceposts(deployment(replicas, maxSurge, maxUnavailable))).toEqual(want);
});

// Cases of upstream's TestDeploymentController_reconcileNewReplicaSet and …reconcileOldReplicaSets.
test.each([
  { replicas: 10, maxSurge: 0, old: 10, current: 0, want: undefined },
  { replicas: 10, maxSurge: 2, old: 10, current: 0, want: 2 },
  { replicas: 10, maxSurge: 2, old: 5, current: 0, want: 7 },
  { replicas: 10, maxSurge: 2, old: 10, current: 2, want: undefined },
  { replicas: 10, maxSurge: 2, old: 2, current: 11, want: 10 },
])(
  'new ReplicaSet: $replicas +$maxSurge with $old old and $current new',
  ({ replicas, maxSurge, old, current, want }) => {
    const [oldRs, newRs] = [rs('r1', old), rs('r2', current)];
    expect(planNewReplicaSet(deployment(replicas, maxSurge, 0), newRs, [oldRs, newRs])?.replicas).toBe(want);
  },
);

test.each([
  { name: 'down to the minimum', maxUnavailable: 0, old: rs('r1', 10), current: rs('r2', 0), want: [] },
  { name: 'by maxUnavailable', maxUnavailable: 2, old: rs('r1', 10), current: rs('r2', 0), want: ['r1:8'] },
  { name: 'unhealthy ones first', maxUnavailable: 2, old: rs('r1', 10, 8), current: rs('r2', 0), want: ['r1:8'] },
  {
    name: 'not while new ones are unavailable',
    maxUnavailable: 2,
    old: rs('r1', 8),
    current: rs('r2', 2, 0),
    want: [],
  },
  { name: 'as new ones come', maxUnavailable: 2, old: rs('r1', 8), current: rs('r2', 4), want: ['r1:4'] },
])('old ReplicaSets: $name', ({ maxUnavailable, old, current, want }) => {
  const plan = planOldReplicaSets(deployment(10, 2, maxUnavailable), current, [old]);
  expect(plan.map(({ replicaSet, replicas }) => `${nameOf(replicaSet)}:${String(replicas)}`)).toEqual(want);
});

test.each([
  { name: 'up', replicas: 20, sets: [rs('r1', 5, 5, 10), rs('r2', 5, 5, 10)], want: { r1: 10, r2: 10 } },
  {
    name: 'leftover to the largest',
    replicas: 11,
    sets: [rs('r1', 7, 7, 10), rs('r2', 3, 3, 10)],
    want: { r1: 8, r2: 3 },
  },
  { name: 'down to zero', replicas: 0, sets: [rs('r1', 7, 7, 10), rs('r2', 3, 3, 10)], want: { r1: 0, r2: 0 } },
])('proportional scaling: $name', ({ replicas, sets, want }) => {
  const plan = planProportionalScaling(deployment(replicas, 0, 1), sets);
  expect(Object.fromEntries(plan.map((scaling) => [nameOf(scaling.replicaSet), scaling.replicas]))).toEqual(want);
});
