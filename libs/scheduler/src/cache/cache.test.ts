import { FakeClock } from '@kubescript/apimachinery/testing';
import { PodInfo } from '@kubescript/kube-scheduler';
import { expect, test } from 'vitest';

import { makeNode, makePod } from '../testing/cluster.ts';
import { SchedulerCache } from './cache.ts';

const pod = (name: string, nodeName?: string): PodInfo =>
  new PodInfo(makePod(name, { spec: nodeName === undefined ? {} : { nodeName } }));

test('an assumed pod counts, and is taken over by its confirmation', () => {
  const cache = new SchedulerCache();
  cache.setNode(makeNode('n1'));
  cache.assume(pod('a'), 'n1');
  expect(cache.get('n1')?.requested.milliCpu).toBe(100);
  expect(cache.isAssumed('a')).toBe(true);
  cache.addPod(pod('a', 'n1'));
  expect(cache.get('n1')?.requested.milliCpu).toBe(100);
  cache.forget('a'); // too late: it is confirmed
  expect(cache.get('n1')?.pods.size).toBe(1);
});

test('a pod that turns up on another node than assumed is moved', () => {
  const cache = new SchedulerCache();
  cache.setNode(makeNode('n1'));
  cache.setNode(makeNode('n2'));
  cache.assume(pod('a'), 'n1');
  cache.addPod(pod('a', 'n2'));
  expect([cache.get('n1')?.pods.size, cache.get('n2')?.pods.size]).toEqual([0, 1]);
});

test('an assumed pod expires only after its binding has finished', async () => {
  const clock = new FakeClock();
  const cache = new SchedulerCache({ clock, assumedPodTtlMs: 30_000 });
  cache.setNode(makeNode('n1'));
  cache.assume(pod('a'), 'n1');
  await clock.advance(60_000);
  expect(cache.expireAssumed()).toEqual([]);
  cache.finishBinding('a');
  await clock.advance(30_000);
  expect(cache.expireAssumed().map(({ id }) => id)).toEqual(['a']);
  expect(cache.get('n1')?.requested.milliCpu).toBe(0);
});

test('pods outlive their node, and a node that comes back finds them', () => {
  const cache = new SchedulerCache();
  cache.addPod(pod('a', 'n1'));
  expect(cache.nodes).toEqual([]);
  cache.setNode(makeNode('n1'));
  expect(cache.get('n1')?.pods.size).toBe(1);
  cache.removeNode('n1');
  expect(cache.get('n1')).toBeUndefined();
  cache.setNode(makeNode('n1'));
  expect(cache.get('n1')?.pods.size).toBe(1);
});

test('zones take turns', () => {
  const cache = new SchedulerCache();
  for (const [name, zone] of [
    ['a1', 'a'],
    ['a2', 'a'],
    ['a3', 'a'],
    ['b1', 'b'],
    ['c1', 'c'],
    ['c2', 'c'],
  ] as const) {
    cache.setNode(makeNode(name, { metadata: { name, labels: { 'topology.kubernetes.io/zone': zone } } }));
  }
  expect(cache.nodes.map(({ name }) => name)).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3']);
});

test('images know on how many nodes they are', () => {
  const cache = new SchedulerCache();
  const withImage = (name: string) => makeNode(name, { status: { images: [{ names: ['app:1'], sizeBytes: 100 }] } });
  cache.setNode(withImage('n1'));
  cache.setNode(withImage('n2'));
  expect(cache.get('n1')?.images.get('app:1')).toMatchObject({ sizeBytes: 100, numNodes: 2 });
  cache.setNode(makeNode('n2'));
  expect(cache.get('n1')?.images.get('app:1')?.numNodes).toBe(1);
});
