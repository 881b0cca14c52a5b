import type { KubeObject, Scheme } from '@kubescript/apimachinery';
import { MetricsRegistry } from '@kubescript/component-base';
import { expect, test } from 'vitest';

import type { ListQuery } from '../registry/rest.ts';
import { Cacher } from './cacher.ts';
import { openMemoryBackend } from './memory/memory-backend.ts';
import { ObjectCodec } from './object-codec.ts';
import { ObjectLister } from './object-lister.ts';
import { newStorageMetrics } from './storage-metrics.ts';

const prefix = '/registry/widgets/';
const scheme = {
  decode: (value: unknown) => ({ object: value, problems: [] }),
  schemas: { kind: () => undefined },
} as unknown as Scheme;
const codec = new ObjectCodec<KubeObject>(scheme, { group: '', version: 'v1', kind: 'Widget' });
const listed: ListQuery = {
  ...{ continue: '', limit: 0, resourceVersion: '', labelSelector: '', fieldSelector: '' },
  resourceVersionMatch: '',
};
const everything = { prefix, selection: { matches: () => true, isEverything: true, exact: {} } };

test('caches, events and lists are counted by resource', async () => {
  const registry = new MetricsRegistry();
  const metrics = newStorageMetrics(registry)({ group: 'g', resource: 'widgets' });
  await using backend = openMemoryBackend();
  const put = (name: string): ReturnType<typeof backend.put> =>
    backend.put(`${prefix}${name}`, codec.encode({ metadata: { name } }), 0);
  await put('a');
  await put('b');
  await using cacher = new Cacher({ backend, prefix, codec, metrics });
  await cacher.start();
  const stored = cacher.storedBytes;
  const last = await put('c');
  const lister = new ObjectLister(backend, cacher, metrics);
  await lister.list(everything, { ...listed });
  await lister.list(everything, {
    ...listed,
    resourceVersion: String(last.revision - 1),
    resourceVersionMatch: 'Exact',
  });
  const text = await registry.expose();
  const labels = 'group="g",resource="widgets"';
  expect(text).toContain(`apiserver_watch_cache_initializations_total{${labels}} 1\n`);
  expect(text).toContain(`apiserver_init_events_total{${labels}} 2\n`);
  expect(text).toContain(`apiserver_storage_events_received_total{${labels}} 1\n`);
  expect(text).toContain(`apiserver_watch_cache_events_received_total{${labels}} 1\n`);
  expect(text).toContain(`apiserver_watch_cache_events_dispatched_total{${labels}} 1\n`);
  expect(text).toContain(`apiserver_watch_cache_consistent_read_total{fallback="false",${labels},success="true"} 1\n`);
  expect(text).toMatch(/^apiserver_watch_cache_read_wait_seconds_count\{.*\} [1-9]/m);
  expect(text).toContain(`apiserver_cache_list_total{group="g",index="",resource="widgets"} 1\n`);
  expect(text).toContain(`apiserver_cache_list_fetched_objects_total{group="g",index="",resource="widgets"} 3\n`);
  expect(text).toContain(`apiserver_cache_list_returned_objects_total{${labels}} 3\n`);
  // The state of the cache, and the list of the past.
  expect(text).toContain(`apiserver_storage_list_total{${labels}} 2\n`);
  expect(text).toContain(`apiserver_storage_list_returned_objects_total{${labels}} 4\n`);
  expect(cacher.storedBytes - stored).toBe(codec.encode({ metadata: { name: 'c' } }).length);
});

test('what is gone takes no room', async () => {
  await using backend = openMemoryBackend();
  await using cacher = new Cacher({ backend, prefix, codec });
  await cacher.start();
  const { revision } = await backend.put(`${prefix}a`, codec.encode({ metadata: { name: 'a' } }), 0);
  await cacher.waitUntilConsistent();
  expect(cacher.storedBytes).toBeGreaterThan(0);
  await backend.delete(`${prefix}a`, revision);
  await cacher.waitUntilConsistent();
  expect(cacher.storedBytes).toBe(0);
});
