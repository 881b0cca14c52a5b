import { setTimeout as sleep } from 'node:timers/promises';

import type { ConfigMapList, PodList } from '@kubescript/api/core/v1';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { loadBusyboxInto } from './framework/busybox-image.ts';
import { type Kubectl, TestCluster } from './framework/cluster.ts';
import { waitFor } from './framework/wait.ts';
import { webDeployment } from './framework/web-manifest.ts';

const image = 'localhost/busybox:1';

describe('kill -9 of the whole cluster during a stream of creates', () => {
  let cluster: TestCluster;
  let kubectl: Kubectl;

  beforeAll(async () => {
    cluster = await TestCluster.start('--runtime', 'containerd');
    kubectl = cluster.kubectl();
    await loadBusyboxInto(cluster.dataDir, [image]);
  }, 240_000);

  afterAll(async () => {
    await cluster[Symbol.asyncDispose]();
  }, 120_000);

  test('keeps what was acknowledged and the containers that run', async () => {
    await kubectl.ok(['apply', '-f', '-'], { input: webDeployment(image) });
    await kubectl.ok(['rollout', 'status', 'deployment/web', '--timeout=60s']);
    const before = await containers(kubectl);

    const stream = createConfigMaps(kubectl);
    await sleep(2000);
    process.kill(await cluster.pid(), 'SIGKILL');
    const acknowledged = await stream;
    expect(acknowledged.length).toBeGreaterThan(0);

    await cluster.startAgain();
    const stored = await kubectl.json<ConfigMapList>('configmaps');
    expect(stored.items.map(({ metadata }) => metadata.name)).toEqual(expect.arrayContaining(acknowledged));

    await kubectl.ok(['scale', 'deployment/web', '--replicas=4']);
    await kubectl.ok(['rollout', 'status', 'deployment/web', '--timeout=60s']);
    const after = await waitFor('4 ready pods', async () => {
      const found = await containers(kubectl);
      return found.size === 4 ? found : undefined;
    });
    for (const [pod, state] of before) expect(after.get(pod), pod).toEqual(state);
  }, 180_000);
});

/** Creates ConfigMaps, four at a time, until the server stops answering; returns the names it acknowledged. */
async function createConfigMaps(kubectl: Kubectl): Promise<string[]> {
  const acknowledged: string[] = [];
  const worker = async (prefix: string): Promise<void> => {
    for (let index = 0; ; index++) {
      const name = `${prefix}-${index}`;
      const { code } = await kubectl.run([
        'create',
        'configmap',
        name,
        '--from-literal=key=value',
        '--request-timeout=5s',
      ]);
      if (code !== 0) return;
      acknowledged.push(name);
    }
  };
  await Promise.all(['a', 'b', 'c', 'd'].map(worker));
  return acknowledged;
}

/** Container id and restart count by pod. */
async function containers(
  kubectl: Kubectl,
): Promise<Map<string, { id: string | undefined; restarts: number | undefined }>> {
  const { items } = await kubectl.json<PodList>('pods', '-l', 'app=web');
  return new Map(
    items
      .filter((pod) => pod.status.containerStatuses?.[0]?.ready === true)
      .map((pod) => {
        const status = pod.status.containerStatuses?.[0];
        return [pod.metadata.name ?? '', { id: status?.containerID, restarts: status?.restartCount }];
      }),
  );
}
