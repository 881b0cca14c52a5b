import { PodInfo } from '@kubescript/kube-scheduler';
import { bench, describe } from 'vitest';

import { makeNode, makePod, newTestScheduler } from '../testing/cluster.ts';

const PODS = 1000;

/** Places pods on empty nodes of three zones: queue, filters, scores and assumption; bindings go to a fake client. */
function placePods(numNodes: number): void {
  const { scheduler } = newTestScheduler();
  for (let i = 0; i < numNodes; i++) {
    const name = `n${String(i)}`;
    const labels = { 'topology.kubernetes.io/zone': `z${String(i % 3)}` };
    scheduler.cache.setNode(makeNode(name, { metadata: { name, labels } }));
  }
  for (let i = 0; i < PODS; i++) scheduler.queue.add(new PodInfo(makePod(`p${String(i)}`)));
  while (scheduler.scheduleOne());
  if (scheduler.cache.podCount !== PODS) throw new Error('not all pods were placed');
}

describe.each([100, 1000, 5000])('1000 pods on %i nodes', (numNodes) => {
  bench('place', () => {
    placePods(numNodes);
  });
});
