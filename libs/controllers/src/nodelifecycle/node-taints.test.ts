import type { Node } from '@kubescript/api/core/v1';
import { describe, expect, test } from 'vitest';

import { observeHealth, unknownConditions } from './node-health.ts';
import { noExecuteTaint, noScheduleTaints, reconcileTaints } from './node-taints.ts';
import { defaultEvictionLimits, evictionRate, zoneState } from './zone-state.ts';

const node = (ready: string | undefined, spec: Node['spec'] = {}): Node => ({
  metadata: { name: 'a', creationTimestamp: '2026-01-01T00:00:00Z' },
  spec,
  status: {
    conditions:
      ready === undefined ? [] : [{ type: 'Ready', status: ready, lastHeartbeatTime: '2026-01-01T00:00:10Z' }],
  },
});
const now = Date.UTC(2026, 0, 1, 0, 1);

describe('taints by condition', () => {
  test.each([
    { name: 'ready', ready: 'True', noSchedule: [], noExecute: undefined },
    {
      name: 'not ready',
      ready: 'False',
      noSchedule: ['node.kubernetes.io/not-ready'],
      noExecute: 'node.kubernetes.io/not-ready',
    },
    {
      name: 'unknown',
      ready: 'Unknown',
      noSchedule: ['node.kubernetes.io/unreachable'],
      noExecute: 'node.kubernetes.io/unreachable',
    },
  ])('$name', ({ ready, noSchedule, noExecute }) => {
    expect(noScheduleTaints(node(ready)).map(({ key }) => key)).toEqual(noSchedule);
    expect(noExecuteTaint(node(ready))?.key).toBe(noExecute);
  });

  test('a ready node loses the taints it was born with, and keeps those of others', () => {
    const taints = [
      { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' },
      { key: 'dedicated', value: 'db', effect: 'NoSchedule' },
    ];
    const ready = node('True', { taints });
    expect(reconcileTaints(ready, noScheduleTaints(ready), now)).toEqual([taints[1]]);
  });

  test('nothing to change is told apart from no taints', () => {
    expect(reconcileTaints(node('True'), [], now)).toBeUndefined();
  });

  test('a cordoned node is tainted, with the time', () => {
    const cordoned = node('True', { unschedulable: true });
    expect(reconcileTaints(cordoned, noScheduleTaints(cordoned), now)).toEqual([
      { key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule', timeAdded: '2026-01-01T00:01:00Z' },
    ]);
  });
});

describe('health', () => {
  test('a renewed lease is news even if the status stands still', () => {
    const lease = (renewTime: string) => ({ metadata: { name: 'a' }, spec: { renewTime } });
    const first = observeHealth(undefined, node('True'), lease('2026-01-01T00:00:10.000000Z'), 1000);
    const silent = observeHealth(first, node('True'), lease('2026-01-01T00:00:10.000000Z'), 2000);
    const renewed = observeHealth(silent, node('True'), lease('2026-01-01T00:00:20.000000Z'), 3000);
    expect([first.heardAt, silent.heardAt, renewed.heardAt]).toEqual([1000, 1000, 3000]);
  });

  test('a silent node becomes Unknown once', () => {
    const conditions = unknownConditions(node('True'), now);
    expect(conditions?.map(({ type, status, reason }) => `${type} ${status} ${reason ?? ''}`)).toEqual([
      'Ready Unknown NodeStatusUnknown',
      'MemoryPressure Unknown NodeStatusNeverUpdated',
      'DiskPressure Unknown NodeStatusNeverUpdated',
      'PIDPressure Unknown NodeStatusNeverUpdated',
    ]);
    const silent: Node = { ...node('True'), status: { conditions: structuredClone(conditions) as never } };
    expect(unknownConditions(silent, now)).toBeUndefined();
  });
});

describe('zones', () => {
  test.each([
    { ready: 3, notReady: 0, state: 'Normal' },
    { ready: 1, notReady: 2, state: 'Normal' },
    { ready: 2, notReady: 3, state: 'PartialDisruption' },
    { ready: 0, notReady: 1, state: 'FullDisruption' },
  ])('$ready ready, $notReady not: $state', ({ ready, notReady, state }) => {
    expect(zoneState(ready, notReady, 0.55)).toBe(state);
  });

  test('a disrupted small zone, and a cluster without a healthy zone, evict nothing', () => {
    expect(evictionRate('PartialDisruption', 10, false, defaultEvictionLimits)).toBe(0);
    expect(evictionRate('PartialDisruption', 100, false, defaultEvictionLimits)).toBe(0.01);
    expect(evictionRate('FullDisruption', 10, true, defaultEvictionLimits)).toBe(0);
    expect(evictionRate('FullDisruption', 10, false, defaultEvictionLimits)).toBe(0.1);
  });
});
