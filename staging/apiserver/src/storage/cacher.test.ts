import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { KubeObject, Scheme } from '@kubescript/apimachinery';
import { afterAll, describe, expect, test } from 'vitest';

import type { RestWatchEvent } from '../registry/rest.ts';
import type { Backend, KnownKeys } from './backend.ts';
import { WATCHER_CAPACITY } from './cache-watcher.ts';
import { Cacher, type WatchStart } from './cacher.ts';
import { type EmbeddedBackend, openEmbeddedBackend } from './embedded/embedded-backend.ts';
import { ObjectCodec } from './object-codec.ts';

const directories: string[] = [];
afterAll(() => {
  for (const directory of directories) rmSync(directory, { recursive: true, force: true });
});

function newStore(): EmbeddedBackend {
  const directory = mkdtempSync(join(tmpdir(), 'cacher-test-'));
  directories.push(directory);
  return openEmbeddedBackend({ directory });
}

/** The same store as one behind a network: it can be watched, not observed; its watches end when `cut` is called. */
function remote(store: EmbeddedBackend): Backend & { cut(): void } {
  let connection = new AbortController();
  return {
    get: (key, options) => store.get(key, options),
    list: (prefix, options) => store.list(prefix, options),
    count: (prefix) => store.count(prefix),
    put: (key, value, expected, options) => store.put(key, value, expected, options),
    delete: (key, expected) => store.delete(key, expected),
    watch: (prefix, { afterRevision, signal }) =>
      store.watch(prefix, {
        afterRevision,
        signal: AbortSignal.any(signal === undefined ? [connection.signal] : [connection.signal, signal]),
      }),
    requestProgress: () => store.requestProgress(),
    currentRevision: () => store.currentRevision(),
    compact: (revision) => store.compact(revision),
    checkHealth: () => store.checkHealth(),
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
    cut: () => {
      connection.abort();
      connection = new AbortController();
    },
  };
}

const prefix = '/registry/widgets/';
const scheme = {
  decode: (value: unknown) => ({ object: value, problems: [] }),
  schemas: { kind: () => undefined },
} as unknown as Scheme;
const codec = new ObjectCodec<KubeObject>(scheme, { group: '', version: 'v1', kind: 'Widget' });
const put = (backend: Backend, name: string, expected = 0): ReturnType<Backend['put']> =>
  backend.put(`${prefix}ns/${name}`, codec.encode({ metadata: { name, namespace: 'ns' } }), expected);
const signal = new AbortController().signal;
const everything: WatchStart = {
  scope: { kind: 'prefix', prefix },
  matches: () => true,
  allowBookmarks: false,
  from: 'state',
  markInitialEnd: false,
  signal,
};
const describeEvent = (event: RestWatchEvent | undefined): string =>
  event !== undefined && 'item' in event
    ? `${event.type} ${event.item.object.metadata.name ?? ''}`
    : String(event?.type);

const nextOf = async (events: AsyncIterator<RestWatchEvent>): Promise<string> => {
  const result = await events.next();
  return result.done === true ? 'the end' : describeEvent(result.value);
};

/** A store whose progress reports are of no use, as those of an old etcd. */
function withoutProgress(store: EmbeddedBackend): Backend & { cut(): void } {
  return Object.assign(remote(store), {
    requestProgress: () => Promise.reject(new Error('asked for progress')),
    hasReliableProgress: () => Promise.resolve(false),
    unchangedSince: async (prefix: string, { revision: seen, count }: KnownKeys) => {
      const { kvs, revision } = await store.list(prefix);
      return kvs.length === count && kvs.every(({ modRevision }) => modRevision <= seen) ? revision : undefined;
    },
  });
}

test('the history before the cache is not told from a store that cannot say where it ends', async () => {
  await using backend = withoutProgress(newStore());
  const { revision } = await put(backend, 'a');
  await put(backend, 'b');
  await using cacher = new Cacher({ backend, prefix, codec });
  await expect(cacher.watch({ ...everything, from: revision })).rejects.toThrow(/^too old resource version: /);
});

describe.each([
  { kind: 'behind a network without reliable progress', open: withoutProgress },
  { kind: 'in this process', open: (store: EmbeddedBackend): Backend => store },
  { kind: 'behind a network', open: (store: EmbeddedBackend): Backend => remote(store) },
])('the watch cache over a store $kind', ({ open }) => {
  test('has every acknowledged write when it is asked to', async () => {
    await using backend = open(newStore());
    await using cacher = new Cacher({ backend, prefix, codec });
    for (let i = 0; i < 20; i++) {
      await put(backend, String(i));
      await backend.put(`/registry/others/${String(i)}`, new Uint8Array([1]), 0);
      await cacher.waitUntilConsistent();
      expect(cacher.list(prefix)).toHaveLength(i + 1);
      expect(cacher.revision).toBeGreaterThanOrEqual(await backend.currentRevision());
    }
  });

  test('refuses to wait for a revision that does not come', async () => {
    await using backend = open(newStore());
    await using cacher = new Cacher({ backend, prefix, codec });
    await expect(cacher.waitFor(1000)).rejects.toThrow(/^Timeout: Too large resource version: 1000, current: \d+$/);
  });

  test('drops a watcher that does not read', async () => {
    await using backend = open(newStore());
    await using cacher = new Cacher({ backend, prefix, codec });
    const slow = (await cacher.watch(everything))[Symbol.asyncIterator]();
    const writes = Array.from({ length: WATCHER_CAPACITY + 10 }, (_, i) => put(backend, String(i)));
    await Promise.all(writes);
    await cacher.waitUntilConsistent();
    let read = 0;
    while ((await slow.next()).done !== true) read += 1;
    expect(read).toBe(WATCHER_CAPACITY);
  });
});

test('a connection that breaks costs no event', async () => {
  await using backend = remote(newStore());
  await using cacher = new Cacher({ backend, prefix, codec });
  const events = (await cacher.watch(everything))[Symbol.asyncIterator]();
  await put(backend, 'a');
  expect(await nextOf(events)).toBe('ADDED a');
  backend.cut();
  await put(backend, 'b');
  await put(backend, 'c');
  expect(await nextOf(events)).toBe('ADDED b');
  expect(await nextOf(events)).toBe('ADDED c');
});

test('watchers come back when the history between was compacted', async () => {
  await using backend = remote(newStore());
  await using cacher = new Cacher({ backend, prefix, codec });
  const events = (await cacher.watch(everything))[Symbol.asyncIterator]();
  await put(backend, 'a');
  await events.next();
  backend.cut();
  await put(backend, 'b');
  await put(backend, 'c');
  await backend.compact(await backend.currentRevision());
  expect((await events.next()).done).toBe(true);
  await cacher.waitUntilConsistent();
  expect(cacher.list(prefix)).toHaveLength(3);
});

test('encodings are made once per object', async () => {
  await using backend = newStore();
  await using cacher = new Cacher({ backend, prefix, codec });
  await cacher.start();
  await put(backend, 'a');
  let made = 0;
  for (let i = 0; i < 3; i++) {
    cacher.get(`${prefix}ns/a`)?.item.encoding('v1;application/json', () => {
      made += 1;
      return new Uint8Array();
    });
  }
  expect(made).toBe(1);
});
