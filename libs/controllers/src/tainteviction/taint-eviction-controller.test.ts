import { corev1 } from '@kubescript/client';
import { expect, test } from 'vitest';

import { TestCluster } from '../internal/test-cluster.ts';
import { evictionTime } from './plan-eviction.ts';
import { TaintEvictionController } from './taint-eviction-controller.ts';

const taint = { key: 'node.kubernetes.io/unreachable', effect: 'NoExecute', timeAdded: '2026-01-01T00:00:00Z' };
const start = Date.UTC(2026, 0, 1);

test.each([
  { name: 'no toleration: at once', tolerations: [], want: 0 },
  { name: 'tolerated for ever', tolerations: [{ key: taint.key, operator: 'Exists' }], want: undefined },
  {
    name: 'tolerated for a while',
    tolerations: [{ key: taint.key, operator: 'Exists', tolerationSeconds: 300 }],
    want: start + 300_000,
  },
  {
    name: 'the shortest toleration decides',
    tolerations: [
      { operator: 'Exists', tolerationSeconds: 5 },
      { key: taint.key, operator: 'Exists' },
    ],
    want: start + 5000,
  },
])('$name', ({ tolerations, want }) => {
  expect(evictionTime([taint], tolerations, start)).toBe(want);
});

test('pods that do not tolerate the taint of their node are deleted, others stay', async () => {
  await using cluster = new TestCluster();
  const { client } = cluster;
  client.seed(corev1.nodes, { metadata: { name: 'a' }, spec: {}, status: {} });
  const pod = (name: string, operator?: string) => ({
    metadata: { name, namespace: 'ns' },
    spec: { nodeName: 'a', containers: [], ...(operator === undefined ? {} : { tolerations: [{ operator }] }) },
    status: {},
  });
  client.seed(corev1.pods, pod('goes'), pod('stays', 'Exists'));
  cluster.start(new TaintEvictionController(cluster.context));
  await client.resource(corev1.nodes).patch('a', 'application/merge-patch+json', { spec: { taints: [taint] } });
  await expect
    .poll(async () => (await client.resource(corev1.pods).list()).items.map(({ metadata }) => metadata.name))
    .toEqual(['stays']);
});
