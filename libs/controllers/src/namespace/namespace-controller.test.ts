import { corev1, newSharedInformer } from '@kubescript/client';
import { FakeClient, FakeDiscovery } from '@kubescript/client/testing';
import { silentLogger } from '@kubescript/component-base';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { NamespaceController } from './namespace-controller.ts';

describe('NamespaceController', () => {
  let client: FakeClient;
  let stop: AbortController;
  const running: Promise<void>[] = [];

  beforeEach(() => {
    client = new FakeClient();
    stop = new AbortController();
    client.seed(corev1.namespaces, {
      metadata: { name: 'going', deletionTimestamp: '2026-01-01T00:00:00Z' },
      spec: { finalizers: ['kubernetes'] },
      status: { phase: 'Active' },
    });
    client.seed(
      corev1.configmaps,
      { metadata: { name: 'a', namespace: 'going' } },
      { metadata: { name: 'b', namespace: 'staying' } },
    );
  });

  afterEach(async () => {
    stop.abort();
    await Promise.all(running.splice(0));
  });

  const start = (): void => {
    const namespaces = newSharedInformer({ client: client.resource(corev1.namespaces) });
    const discovery = new FakeDiscovery([corev1.configmaps, corev1.namespaces]);
    const controller = new NamespaceController({ client, discovery, namespaces, logger: silentLogger, workers: 1 });
    running.push(namespaces.run(stop.signal), controller.run(stop.signal));
  };
  const conditions = async (): Promise<Record<string, string>> => {
    const { status } = await client.resource(corev1.namespaces).get('going');
    return Object.fromEntries((status.conditions ?? []).map(({ type, status: value }) => [type, value]));
  };

  test('what is in the namespace is deleted, then the namespace', async () => {
    start();
    await expect.poll(async () => (await client.resource(corev1.namespaces).list()).items).toEqual([]);
    const { items } = await client.resource(corev1.configmaps).list();
    expect(items.map(({ metadata }) => metadata.name)).toEqual(['b']);
  });

  test('an object with a finalizer keeps it, and its conditions say so', async () => {
    client.seed(corev1.configmaps, {
      metadata: { name: 'held', namespace: 'going', finalizers: ['example.com/hold'] },
    });
    start();
    await expect.poll(conditions).toMatchObject({
      NamespaceContentRemaining: 'True',
      NamespaceFinalizersRemaining: 'True',
      NamespaceDeletionContentFailure: 'False',
    });
    const configmaps = client.resource(corev1.configmaps, 'going');
    await configmaps.update({
      ...(await configmaps.get('held')),
      metadata: { name: 'held', namespace: 'going', finalizers: [] },
    });
    await expect.poll(async () => (await client.resource(corev1.namespaces).list()).items).toEqual([]);
  });
});
