import type { Deployment } from '@kubescript/api/apps/v1';
import { nameOf } from '@kubescript/apimachinery';
import { appsv1, corev1 } from '@kubescript/client';
import { expect, test } from 'vitest';

import { TestCluster } from '../internal/test-cluster.ts';
import { replicaSets } from '../replicaset/kinds.ts';
import { ReplicaSetController } from '../replicaset/replicaset-controller.ts';
import { annotations } from './annotations.ts';
import { DeploymentController } from './deployment-controller.ts';

function web(spec: Partial<Deployment['spec']> = {}): Deployment {
  return {
    metadata: { name: 'web', namespace: 'default' },
    spec: {
      replicas: 4,
      selector: { matchLabels: { app: 'web' } },
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 1 } },
      progressDeadlineSeconds: 600,
      revisionHistoryLimit: 1,
      template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'c', image: 'one' }] } },
      ...spec,
    },
    status: {},
  };
}

function setup() {
  const cluster = new TestCluster();
  const { client, context } = cluster;
  const controllers = [new DeploymentController(context), new ReplicaSetController(context, replicaSets)];
  const images = (): string[] =>
    client
      .stored(corev1.pods)
      .map((pod) => pod.spec.containers[0]?.image ?? '')
      .sort();
  const status = () => client.stored(appsv1.deployments)[0]?.status;
  const setImage = (image: string) =>
    client.resource(appsv1.deployments, 'default').patch('web', 'application/strategic-merge-patch+json', {
      spec: { template: { spec: { containers: [{ name: 'c', image }] } } },
    });
  return { cluster, client, controllers, images, status, setImage };
}

test('a rolling update keeps within maxSurge and maxUnavailable, and the history within its limit', async () => {
  const { cluster, client, controllers, images, status, setImage } = setup();
  await using _ = cluster;
  cluster.runPods();
  cluster.start(...controllers);
  await client.resource(appsv1.deployments, 'default').create(web());
  await expect.poll(() => status()?.availableReplicas, { timeout: 5000 }).toBe(4);
  const [most, fewest] = [[] as number[], [] as number[]];
  cluster.context.informers.for(corev1.pods).addEventHandler({
    onUpdate: () => {
      const pods = client.stored(corev1.pods);
      most.push(pods.length);
      fewest.push(pods.filter((pod) => pod.status.phase === 'Running').length);
    },
  });
  for (const image of ['two', 'three', 'four']) {
    await setImage(image);
    await expect.poll(() => images(), { timeout: 5000 }).toEqual([image, image, image, image]);
    await expect.poll(() => status()?.updatedReplicas === 4 && status()?.replicas === 4, { timeout: 5000 }).toBe(true);
  }
  expect(Math.max(...most)).toBeLessThanOrEqual(5);
  expect(Math.min(...fewest)).toBeGreaterThanOrEqual(3);
  await expect.poll(() => client.stored(appsv1.replicasets).length, { timeout: 5000 }).toBe(2);
  const revisions = client.stored(appsv1.replicasets).map((rs) => rs.metadata.annotations?.[annotations.revision]);
  expect(revisions.sort()).toEqual(['3', '4']);
  expect(
    status()
      ?.conditions?.map((c) => `${c.type}=${c.status} ${c.reason ?? ''}`)
      .sort(),
  ).toEqual(['Available=True MinimumReplicasAvailable', 'Progressing=True NewReplicaSetAvailable']);
});

test('going back to an earlier template uses its ReplicaSet again under a new revision', async () => {
  const { cluster, client, controllers, images, setImage } = setup();
  await using _ = cluster;
  cluster.runPods();
  cluster.start(...controllers);
  await client.resource(appsv1.deployments, 'default').create(web());
  await expect.poll(() => images(), { timeout: 5000 }).toEqual(['one', 'one', 'one', 'one']);
  const [first] = client.stored(appsv1.replicasets).map(nameOf);
  await setImage('two');
  await expect.poll(() => images(), { timeout: 5000 }).toEqual(['two', 'two', 'two', 'two']);
  await setImage('one');
  await expect.poll(() => images(), { timeout: 5000 }).toEqual(['one', 'one', 'one', 'one']);
  const again = client.stored(appsv1.replicasets).find((rs) => nameOf(rs) === first);
  expect(again?.metadata.annotations).toMatchObject({
    [annotations.revision]: '3',
    [annotations.revisionHistory]: '1',
  });
});

test('pods that never become ready stop the rollout at maxUnavailable', async () => {
  const { cluster, client, controllers, images, setImage } = setup();
  await using _ = cluster;
  cluster.runPods((pod) => pod.spec.containers[0]?.image === 'bad');
  cluster.start(...controllers);
  await client.resource(appsv1.deployments, 'default').create(web());
  await expect.poll(() => client.stored(appsv1.deployments)[0]?.status.availableReplicas, { timeout: 5000 }).toBe(4);
  await setImage('bad');
  await expect.poll(() => images(), { timeout: 5000 }).toEqual(['bad', 'bad', 'one', 'one', 'one']);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(images()).toEqual(['bad', 'bad', 'one', 'one', 'one']);
});

test('Recreate starts no new pod while an old one is there; scaling and deletion of a pod are made up for', async () => {
  const { cluster, client, controllers, images, setImage } = setup();
  await using _ = cluster;
  cluster.runPods();
  cluster.start(...controllers);
  await client.resource(appsv1.deployments, 'default').create(web({ replicas: 2, strategy: { type: 'Recreate' } }));
  await expect.poll(() => images(), { timeout: 5000 }).toEqual(['one', 'one']);
  const mixed: string[][] = [];
  cluster.context.informers.for(corev1.pods).addEventHandler({ onAdd: () => mixed.push([...new Set(images())]) });
  await setImage('two');
  await expect.poll(() => images(), { timeout: 5000 }).toEqual(['two', 'two']);
  expect(mixed.filter((seen) => seen.length > 1)).toEqual([]);
  await client
    .resource(appsv1.deployments, 'default')
    .patch('web', 'application/merge-patch+json', { spec: { replicas: 3 } });
  await expect.poll(() => images(), { timeout: 5000 }).toEqual(['two', 'two', 'two']);
  const [victim] = client.stored(corev1.pods).map(nameOf);
  await client.resource(corev1.pods, 'default').delete(victim ?? '');
  await expect.poll(() => images(), { timeout: 5000 }).toEqual(['two', 'two', 'two']);
  expect(client.stored(corev1.pods).map(nameOf)).not.toContain(victim);
});
