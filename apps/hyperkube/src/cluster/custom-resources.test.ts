import type { KubeObject } from '@kubescript/apimachinery';
import { type TestServer, startTestServer } from '@kubescript/app-apiserver/testing';
import type { CustomResourceDefinition } from '@kubescript/api/apiextensions/v1';
import {
  ClientSet,
  DiscoveryClient,
  type Resource,
  apiextensionsv1,
  corev1,
  newSharedInformer,
} from '@kubescript/client';
import { silentLogger } from '@kubescript/component-base';
import { GarbageCollector, NamespaceController } from '@kubescript/lib-controllers';
import { describe, expect, test } from 'vitest';

const group = 'example.com';
const widgets: Resource<KubeObject> = { group, version: 'v1', resource: 'widgets', kind: 'Widget', namespaced: true };

const definition = {
  metadata: { name: `widgets.${group}` },
  spec: {
    group,
    scope: 'Namespaced',
    names: { plural: 'widgets', kind: 'Widget' },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
  },
} as unknown as CustomResourceDefinition;

/** Clients of a server that serves widgets, and a namespace for them. */
async function serveWidgets(server: TestServer): Promise<ClientSet> {
  const clients = new ClientSet(server.admin);
  await clients.resource(apiextensionsv1.customresourcedefinitions).create(definition);
  await clients.resource(corev1.namespaces).create({ metadata: { name: 'ns' }, spec: {} });
  const list = (): Promise<string> =>
    clients
      .resource(widgets, 'ns')
      .list()
      .then(() => 'served', String);
  await expect.poll(list, { timeout: 5000 }).toBe('served');
  return clients;
}

function widget(name: string, metadata: KubeObject['metadata'] = {}): KubeObject {
  return { apiVersion: `${group}/v1`, kind: 'Widget', metadata: { name, ...metadata } };
}

describe('controllers find custom resources through discovery', () => {
  test('the garbage collector deletes those whose owner is gone', async () => {
    await using server = await startTestServer();
    const clients = await serveWidgets(server);
    const client = clients.resource(widgets, 'ns');
    const owner = await client.create(widget('owner'));
    const reference = { apiVersion: `${group}/v1`, kind: 'Widget', name: 'owner', uid: owner.metadata.uid ?? '' };
    await client.create(widget('dependent', { ownerReferences: [reference] }));
    const stop = new AbortController();
    const discovery = new DiscoveryClient(server.admin);
    const collector = new GarbageCollector({ client: clients, discovery, logger: silentLogger, workers: 1 });
    const running = collector.run(stop.signal);
    try {
      await expect.poll(() => collector.hasSynced(), { timeout: 10_000 }).toBe(true);
      await client.delete('owner');
      await expect.poll(async () => (await client.list()).items, { timeout: 10_000 }).toEqual([]);
    } finally {
      stop.abort();
      await running;
    }
  });

  test('the namespace controller deletes those of a namespace that goes', async () => {
    await using server = await startTestServer();
    const clients = await serveWidgets(server);
    await clients.resource(widgets, 'ns').create(widget('a'));
    const stop = new AbortController();
    const discovery = new DiscoveryClient(server.admin);
    const namespaces = newSharedInformer({ client: clients.resource(corev1.namespaces) });
    const controller = new NamespaceController({
      client: clients,
      discovery,
      namespaces,
      logger: silentLogger,
      workers: 1,
    });
    const running = [namespaces.run(stop.signal), controller.run(stop.signal)];
    try {
      await clients.resource(corev1.namespaces).delete('ns');
      const names = async (): Promise<(string | undefined)[]> =>
        (await clients.resource(corev1.namespaces).list()).items.map(({ metadata }) => metadata.name);
      await expect.poll(names, { timeout: 15_000 }).not.toContain('ns');
      expect((await clients.resource(widgets).list()).items).toEqual([]);
    } finally {
      stop.abort();
      await Promise.all(running);
    }
  });
});
