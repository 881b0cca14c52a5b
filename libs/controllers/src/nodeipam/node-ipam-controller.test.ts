import { corev1 } from '@kubescript/client';
import { expect, test } from 'vitest';

import { TestCluster } from '../internal/test-cluster.ts';
import { NodeIpamController } from './node-ipam-controller.ts';

const options = { clusterCidrs: ['10.244.0.0/16', 'fd00:1::/48'], maskSizeIpv4: 24, maskSizeIpv6: 64 };

test('nodes get ranges of both families, and never those of another node', async () => {
  await using cluster = new TestCluster();
  const { client } = cluster;
  client.seed(corev1.nodes, {
    metadata: { name: 'old' },
    spec: { podCIDR: '10.244.0.0/24', podCIDRs: ['10.244.0.0/24', 'fd00:1::/64'] },
    status: {},
  });
  cluster.start(new NodeIpamController(cluster.context, options));
  const nodes = client.resource(corev1.nodes);
  await nodes.create({ metadata: { name: 'new' }, spec: {} });
  await expect.poll(async () => (await nodes.get('new')).spec.podCIDRs).toEqual(['10.244.1.0/24', 'fd00:1:0:1::/64']);
  expect((await nodes.get('new')).spec.podCIDR).toBe('10.244.1.0/24');

  await nodes.delete('old');
  for (const name of ['a', 'b']) await nodes.create({ metadata: { name }, spec: {} });
  await expect.poll(async () => (await nodes.get('b')).spec.podCIDR).toBe('10.244.3.0/24');
});
