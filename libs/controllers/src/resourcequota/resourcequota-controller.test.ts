import { appsv1, corev1 } from '@kubescript/client';
import { expect, test } from 'vitest';

import { TestCluster } from '../internal/test-cluster.ts';
import { ResourceQuotaController } from './resourcequota-controller.ts';

test('a quota is made effective, and deletions are given back', async () => {
  await using cluster = new TestCluster([appsv1.deployments]);
  const { client } = cluster;
  const pod = (name: string, cpu: string) => ({
    metadata: { name, namespace: 'default' },
    spec: { containers: [{ name: 'c', resources: { requests: { cpu } } }] },
    status: { phase: 'Running' },
  });
  client.seed(corev1.pods, pod('a', '250m'), pod('b', '1'), { ...pod('done', '5'), status: { phase: 'Succeeded' } });
  client.seed(corev1.resourcequotas, {
    metadata: { name: 'q', namespace: 'default' },
    spec: { hard: { pods: '5', 'requests.cpu': '2', configmaps: '3', 'count/deployments.apps': '1' } },
    status: {},
  });
  cluster.start(new ResourceQuotaController(cluster.context));
  const used = () => client.stored(corev1.resourcequotas)[0]?.status.used;
  await expect
    .poll(used)
    .toEqual({ pods: '2', 'requests.cpu': '1250m', configmaps: '0', 'count/deployments.apps': '0' });
  await client.resource(corev1.pods, 'default').delete('b');
  await expect.poll(used).toMatchObject({ pods: '1', 'requests.cpu': '250m' });
});
