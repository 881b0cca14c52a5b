import type { Container, Pod } from '@kubescript/api/core/v1';
import { expect, test } from 'vitest';

import { computePodQos } from './qos.ts';
import { hostPortsOf } from './spec.ts';
import { isPodAvailable, withPodCondition } from './status.ts';

const pod = (containers: Container[], status: Pod['status'] = {}): Pod => ({
  metadata: {},
  spec: { containers },
  status,
});
const both = { cpu: '1', memory: '1Gi' };

test.each<[string, Container['resources'], string]>([
  ['nothing', undefined, 'BestEffort'],
  ['zero', { requests: { cpu: '0' } }, 'BestEffort'],
  ['requests', { requests: both }, 'Burstable'],
  ['limits', { limits: both }, 'Guaranteed'],
  ['equal', { limits: both, requests: both }, 'Guaranteed'],
  ['different', { limits: both, requests: { ...both, cpu: '500m' } }, 'Burstable'],
  ['cpu alone', { limits: { cpu: '1' } }, 'Burstable'],
])('QoS of a container with %s', (_, resources, want) => {
  expect(computePodQos(pod([{ name: 'c', ...(resources === undefined ? {} : { resources }) }]))).toBe(want);
});

test('only ports with a hostPort are taken on the node', () => {
  const ports = [{ containerPort: 80 }, { containerPort: 81, hostPort: 8081 }];
  expect(hostPortsOf(pod([{ name: 'c', ports }])).map((p) => p.hostPort)).toEqual([8081]);
});

test('a pod is available after minReadySeconds', () => {
  const conditions = [{ type: 'Ready', status: 'True', lastTransitionTime: '2026-01-01T00:00:00Z' }];
  const ready = pod([], { conditions });
  const since = Date.parse('2026-01-01T00:00:00Z');
  expect(isPodAvailable(ready, 10, since + 9999)).toBe(false);
  expect(isPodAvailable(ready, 10, since + 10000)).toBe(true);
  expect(isPodAvailable(pod([]), 0, since)).toBe(false);
});

test('the transition time of a condition moves with its status alone', () => {
  const first = withPodCondition(undefined, { type: 'Ready', status: 'False', reason: 'A' }, 't1');
  const second = withPodCondition(first, { type: 'Ready', status: 'False', reason: 'B' }, 't2');
  const third = withPodCondition(second, { type: 'Ready', status: 'True' }, 't3');
  expect([first, second, third].map((list) => list[0]?.lastTransitionTime)).toEqual(['t1', 't1', 't3']);
  expect(withPodCondition(second, { type: 'Ready', status: 'False', reason: 'B' }, 't4')).toBe(second);
});
