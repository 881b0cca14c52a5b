import type { StatefulSet } from '@kubescript/api/apps/v1';
import { nameOf } from '@kubescript/apimachinery';
import { appsv1, corev1 } from '@kubescript/client';
import { expect, test } from 'vitest';

import { TestCluster } from '../internal/test-cluster.ts';
import { StatefulSetController } from './statefulset-controller.ts';

function database(): StatefulSet {
  return {
    metadata: { name: 'db', namespace: 'default' },
    spec: {
      replicas: 3,
      serviceName: 'db',
      selector: { matchLabels: { app: 'db' } },
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 0 } },
      volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: { resources: {} }, status: {} }],
      template: { metadata: { labels: { app: 'db' } }, spec: { containers: [{ name: 'c', image: 'one' }] } },
    },
    status: { replicas: 0 },
  };
}

test('pods come in order with names and claims, are updated from the last, and go from the last', async () => {
  await using cluster = new TestCluster();
  const { client } = cluster;
  const log: string[] = [];
  cluster.context.informers.for(corev1.pods).addEventHandler({
    onAdd: (pod) => log.push(`+${nameOf(pod)}`),
    onDelete: (pod) => log.push(`-${nameOf(pod)}`),
  });
  cluster.runPods();
  cluster.start(new StatefulSetController(cluster.context));
  const api = client.resource(appsv1.statefulsets, 'default');
  const status = () => client.stored(appsv1.statefulsets)[0]?.status;
  await api.create(database());
  await expect.poll(() => status()?.availableReplicas, { timeout: 5000 }).toBe(3);
  expect(log.splice(0)).toEqual(['+db-0', '+db-1', '+db-2']);
  expect(client.stored(corev1.persistentvolumeclaims).map(nameOf).sort()).toEqual([
    'data-db-0',
    'data-db-1',
    'data-db-2',
  ]);
  expect(client.stored(corev1.pods)[0]?.spec).toMatchObject({ hostname: 'db-0', subdomain: 'db' });
  await api.patch('db', 'application/strategic-merge-patch+json', {
    spec: { template: { spec: { containers: [{ name: 'c', image: 'two' }] } } },
  });
  await expect
    .poll(() => client.stored(corev1.pods).every((pod) => pod.spec.containers[0]?.image === 'two'), { timeout: 5000 })
    .toBe(true);
  await expect
    .poll(() => status()?.currentRevision === status()?.updateRevision && status()?.readyReplicas === 3, {
      timeout: 5000,
    })
    .toBe(true);
  expect(log.splice(0)).toEqual(['-db-2', '+db-2', '-db-1', '+db-1', '-db-0', '+db-0']);
  await api.patch('db', 'application/merge-patch+json', { spec: { replicas: 1 } });
  await expect.poll(() => log, { timeout: 5000 }).toEqual(['-db-2', '-db-1']);
});

test('a partition keeps the pods below it as they are', async () => {
  await using cluster = new TestCluster();
  const { client } = cluster;
  cluster.runPods();
  cluster.start(new StatefulSetController(cluster.context));
  const api = client.resource(appsv1.statefulsets, 'default');
  await api.create(database());
  await expect.poll(() => client.stored(appsv1.statefulsets)[0]?.status.availableReplicas, { timeout: 5000 }).toBe(3);
  await api.patch('db', 'application/strategic-merge-patch+json', {
    spec: {
      updateStrategy: { rollingUpdate: { partition: 2 } },
      template: { spec: { containers: [{ name: 'c', image: 'two' }] } },
    },
  });
  const images = () =>
    client
      .stored(corev1.pods)
      .map((pod) => `${nameOf(pod)} ${pod.spec.containers[0]?.image ?? ''}`)
      .sort();
  await expect.poll(images, { timeout: 5000 }).toEqual(['db-0 one', 'db-1 one', 'db-2 two']);
  await client.resource(corev1.pods, 'default').delete('db-0');
  await expect.poll(images, { timeout: 5000 }).toEqual(['db-0 one', 'db-1 one', 'db-2 two']);
});
