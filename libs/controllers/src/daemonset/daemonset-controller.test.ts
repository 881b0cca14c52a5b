import type { DaemonSet } from '@kubescript/api/apps/v1';
import type { Node } from '@kubescript/api/core/v1';
import { nameOf } from '@kubescript/apimachinery';
import { appsv1, corev1 } from '@kubescript/client';
import { expect, test } from 'vitest';

import { TestCluster } from '../internal/test-cluster.ts';
import { DaemonSetController } from './daemonset-controller.ts';
import { targetNodeOf } from './node-fit.ts';

function node(name: string, more: Partial<Node['spec']> = {}, labels: Record<string, string> = { disk: 'ssd' }): Node {
  return { metadata: { name, labels }, spec: more, status: {} };
}

function daemons(): DaemonSet {
  return {
    metadata: { name: 'agent', namespace: 'kube-system' },
    spec: {
      selector: { matchLabels: { app: 'agent' } },
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1, maxSurge: 0 } },
      template: {
        metadata: { labels: { app: 'agent' } },
        spec: { nodeSelector: { disk: 'ssd' }, containers: [{ name: 'c', image: 'one' }] },
      },
    },
    status: { currentNumberScheduled: 0, numberMisscheduled: 0, desiredNumberScheduled: 0, numberReady: 0 },
  };
}

test('daemons run where they fit, follow nodes, and are updated one by one', async () => {
  await using cluster = new TestCluster();
  const { client } = cluster;
  const taints = [{ key: 'gpu', effect: 'NoSchedule' }];
  client.seed(corev1.nodes, node('a'), node('b', { unschedulable: true }), node('c', { taints }), node('d', {}, {}));
  cluster.runPods();
  cluster.start(new DaemonSetController(cluster.context));
  const api = client.resource(appsv1.daemonsets, 'kube-system');
  await api.create(daemons());
  const nodes = () => client.stored(corev1.pods).map(targetNodeOf).sort();
  await expect.poll(() => nodes()).toEqual(['a', 'b']);
  await client.resource(corev1.nodes).create(node('e'));
  await expect.poll(() => nodes()).toEqual(['a', 'b', 'e']);
  await expect
    .poll(() => client.stored(appsv1.daemonsets)[0]?.status)
    .toMatchObject({ desiredNumberScheduled: 3, numberAvailable: 3 });
  const fewest: number[] = [];
  cluster.context.informers.for(corev1.pods).addEventHandler({
    onDelete: () => fewest.push(client.stored(corev1.pods).filter((p) => p.status.phase === 'Running').length),
  });
  await api.patch('agent', 'application/strategic-merge-patch+json', {
    spec: { template: { spec: { containers: [{ name: 'c', image: 'two' }] } } },
  });
  const images = () => client.stored(corev1.pods).map((pod) => pod.spec.containers[0]?.image);
  await expect.poll(() => images(), { timeout: 5000 }).toEqual(['two', 'two', 'two']);
  expect(Math.min(...fewest)).toBe(2);
  expect(client.stored(appsv1.controllerrevisions).map((revision) => revision.revision)).toEqual([1, 2]);
  await client
    .resource(corev1.nodes)
    .patch('a', 'application/merge-patch+json', { spec: { taints: [{ key: 'x', effect: 'NoExecute' }] } });
  await expect.poll(() => nodes()).toEqual(['b', 'e']);
  const [victim] = client.stored(corev1.pods).map(nameOf);
  await client.resource(corev1.pods, 'kube-system').delete(victim ?? '');
  await expect.poll(() => nodes()).toEqual(['b', 'e']);
});
