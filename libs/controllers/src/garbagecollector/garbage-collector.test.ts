import type { ObjectMeta } from '@kubescript/apimachinery';
import { corev1 } from '@kubescript/client';
import { FakeClient, FakeDiscovery } from '@kubescript/client/testing';
import { silentLogger } from '@kubescript/component-base';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { GarbageCollector } from './garbage-collector.ts';

/** What upstream's garbagecollector_test.go and its integration tests cover, through a client. */
describe('GarbageCollector', () => {
  let client: FakeClient;
  let stop: AbortController;
  let running: Promise<void>;

  beforeEach(() => {
    client = new FakeClient();
    stop = new AbortController();
  });

  afterEach(async () => {
    stop.abort();
    await running;
  });

  const start = async (): Promise<void> => {
    const discovery = new FakeDiscovery([corev1.configmaps, corev1.secrets]);
    const collector = new GarbageCollector({ client, discovery, logger: silentLogger, workers: 2 });
    running = collector.run(stop.signal);
    await expect.poll(() => collector.hasSynced()).toBe(true);
  };
  const owners = (...uids: readonly string[]): NonNullable<ObjectMeta['ownerReferences']> =>
    uids.map((uid) => ({ apiVersion: 'v1', kind: 'ConfigMap', name: uid, uid, blockOwnerDeletion: true }));
  const seedOwner = (uid: string, more: Partial<ObjectMeta> = {}): void => {
    client.seed(corev1.configmaps, { metadata: { name: uid, namespace: 'ns', uid, ...more } });
  };
  const seedDependent = (uid: string, more: Partial<ObjectMeta>): void => {
    client.seed(corev1.secrets, { metadata: { name: uid, namespace: 'ns', uid, ...more } });
  };
  const secretNames = async (): Promise<(string | undefined)[]> =>
    (await client.resource(corev1.secrets).list()).items.map(({ metadata }) => metadata.name);

  test('an object whose owner never existed, or had another UID, is deleted', async () => {
    seedOwner('kept');
    seedDependent('a', { ownerReferences: owners('gone') });
    seedDependent('b', { ownerReferences: owners('kept') });
    seedDependent('c', { ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'kept', uid: 'other' }] });
    await start();
    await expect.poll(secretNames).toEqual(['b']);
  });

  test('deleting the owner deletes its dependents in the background', async () => {
    seedOwner('owner');
    seedDependent('a', { ownerReferences: owners('owner') });
    await start();
    await client.resource(corev1.configmaps, 'ns').delete('owner');
    await expect.poll(secretNames).toEqual([]);
  });

  test('an object with another owner stays and loses the reference', async () => {
    seedOwner('one');
    seedOwner('two');
    seedDependent('a', { ownerReferences: owners('one', 'two') });
    await start();
    await client.resource(corev1.configmaps, 'ns').delete('one');
    await expect
      .poll(async () => (await client.resource(corev1.secrets, 'ns').get('a')).metadata.ownerReferences)
      .toEqual(owners('two'));
  });

  test('foreground: the owner goes after the dependents that block it', async () => {
    seedOwner('owner', { finalizers: ['foregroundDeletion'], deletionTimestamp: '2026-01-01T00:00:00Z' });
    seedDependent('a', { ownerReferences: owners('owner') });
    await start();
    await expect.poll(secretNames).toEqual([]);
    await expect.poll(async () => (await client.resource(corev1.configmaps).list()).items).toEqual([]);
  });

  test('orphan: the dependents stay without their owner', async () => {
    seedOwner('owner', { finalizers: ['orphan'], deletionTimestamp: '2026-01-01T00:00:00Z' });
    seedDependent('a', { ownerReferences: owners('owner') });
    await start();
    await expect.poll(async () => (await client.resource(corev1.configmaps).list()).items).toEqual([]);
    expect((await client.resource(corev1.secrets, 'ns').get('a')).metadata.ownerReferences ?? []).toEqual([]);
  });
});
