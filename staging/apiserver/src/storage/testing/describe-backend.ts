import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { type Backend, type BackendEvent, CompactedError, FutureRevisionError } from '../backend.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const bytes = (text: string): Uint8Array => encoder.encode(text);
const textOf = (value: Uint8Array): string => decoder.decode(value);

async function take(backend: Backend, prefix: string, afterRevision: number, wanted: number): Promise<BackendEvent[]> {
  const seen: BackendEvent[] = [];
  for await (const { events } of backend.watch(prefix, { afterRevision, signal: AbortSignal.timeout(10_000) })) {
    seen.push(...events);
    if (seen.length >= wanted) break;
  }
  return seen;
}

async function put(backend: Backend, key: string, value: string, expected = 0): Promise<number> {
  const result = await backend.put(key, bytes(value), expected);
  expect(result.succeeded).toBe(true);
  return result.revision;
}

const shape = (event: BackendEvent): string =>
  `${event.type} ${event.kv.key} ${textOf(event.kv.value)} was ${event.previous ? textOf(event.previous.value) : '-'}`;

/** The contract of `Backend`, which every driver passes. `makeBackend` gives an empty store each time. */
export function describeBackend(name: string, makeBackend: () => Promise<Backend>): void {
  describe(`Backend contract: ${name}`, () => {
    let backend: Backend;
    beforeEach(async () => {
      backend = await makeBackend();
    });
    afterEach(async () => {
      await backend[Symbol.asyncDispose]();
    });

    test('creates only what does not exist', async () => {
      const revision = await put(backend, '/r/a', '1');
      const again = await backend.put('/r/a', bytes('2'), 0);
      expect(again).toMatchObject({ succeeded: false, current: { key: '/r/a', modRevision: revision } });
      expect(textOf((await backend.get('/r/a')).kvs[0]?.value ?? bytes(''))).toBe('1');
    });

    test('updates only from the expected revision', async () => {
      const first = await put(backend, '/r/a', '1');
      const second = await put(backend, '/r/a', '2', first);
      expect(second).toBeGreaterThan(first);
      expect(await backend.put('/r/a', bytes('3'), first)).toMatchObject({ succeeded: false });
      expect((await backend.get('/r/a')).kvs[0]).toMatchObject({ createRevision: first, modRevision: second });
    });

    test('deletes only the expected revision', async () => {
      const first = await put(backend, '/r/a', '1');
      expect(await backend.delete('/r/a', first + 100)).toMatchObject({ succeeded: false });
      expect(await backend.delete('/r/a', first)).toMatchObject({ succeeded: true });
      expect(await backend.delete('/r/a', first)).toMatchObject({ succeeded: false });
      expect((await backend.get('/r/a')).kvs).toEqual([]);
    });

    test('gives every write its own revision', async () => {
      const results = await Promise.all(Array.from({ length: 50 }, (_, i) => put(backend, `/r/${String(i)}`, 'x')));
      expect(new Set(results).size).toBe(50);
      expect(await backend.currentRevision()).toBe(Math.max(...results));
    });

    test('lists a prefix in key order, in pages, at one revision', async () => {
      for (const key of ['/r/b/1', '/r/a/2', '/r/a/1', '/r/c', '/s/x']) await put(backend, key, key);
      const all = await backend.list('/r/');
      expect(all.kvs.map((kv) => kv.key)).toEqual(['/r/a/1', '/r/a/2', '/r/b/1', '/r/c']);
      expect(all).toMatchObject({ more: false, count: 4 });
      const page = await backend.list('/r/', { limit: 2 });
      expect(page).toMatchObject({ more: true, count: 4 });
      await put(backend, '/r/b/0', 'late');
      const rest = await backend.list('/r/', { startKey: '/r/a/2\0', revision: page.revision });
      expect(rest.kvs.map((kv) => kv.key)).toEqual(['/r/b/1', '/r/c']);
      expect(await backend.count('/r/')).toBe(5);
      expect(await backend.count('/none/')).toBe(0);
    });

    test('reads the past', async () => {
      const first = await put(backend, '/r/a', '1');
      await put(backend, '/r/a', '2', first);
      const third = await put(backend, '/r/b', '3');
      await backend.delete('/r/b', third);
      expect((await backend.list('/r/', { revision: first })).kvs.map((kv) => textOf(kv.value))).toEqual(['1']);
      expect((await backend.list('/r/', { revision: third })).kvs.map((kv) => textOf(kv.value))).toEqual(['2', '3']);
      expect((await backend.get('/r/b', { revision: third })).kvs).toHaveLength(1);
      expect((await backend.get('/r/b')).kvs).toHaveLength(0);
    });

    test('watches from a revision without gaps, then live', async () => {
      const start = await backend.currentRevision();
      const first = await put(backend, '/r/a', '1');
      await put(backend, '/s/a', 'other');
      const second = await put(backend, '/r/a', '2', first);
      const seen = take(backend, '/r/', start === 0 ? 1 : start, 4);
      await backend.delete('/r/a', second);
      await put(backend, '/r/a', '3');
      expect((await seen).map(shape)).toEqual([
        'put /r/a 1 was -',
        'put /r/a 2 was 1',
        'delete /r/a  was 2',
        'put /r/a 3 was -',
      ]);
    });

    test('watches from now on', async () => {
      await put(backend, '/r/a', '1');
      const watch = backend.watch('/r/', { afterRevision: 0 })[Symbol.asyncIterator]();
      await watch.next();
      await put(backend, '/r/b', '2');
      for (;;) {
        const { value } = await watch.next();
        const [event] = (value as { events: readonly BackendEvent[] }).events;
        if (event === undefined) continue;
        expect(event.kv.key).toBe('/r/b');
        break;
      }
      await watch.return?.();
    });

    test('never lists what is newer than the revision of the list', async () => {
      const first = put(backend, '/r/a', '1');
      const second = first.then(() => put(backend, '/r/b', '1'));
      const { kvs, revision, count } = await backend.list('/r/');
      expect(Math.max(0, ...kvs.map(({ modRevision }) => modRevision))).toBeLessThanOrEqual(revision);
      expect(count).toBe(kvs.length);
      await second;
    });

    test('tells how far the keys under a prefix are known', async () => {
      if (backend.unchangedSince === undefined) return;
      await put(backend, '/r/a', '1');
      const known = { revision: await put(backend, '/r/b', '1'), count: 2 };
      const revision = await put(backend, '/other', '1');
      expect(await backend.unchangedSince('/r/', known)).toBe(revision);
      expect(await backend.unchangedSince('/r/', { ...known, count: 3 })).toBeUndefined();
      await put(backend, '/r/c', '1');
      expect(await backend.unchangedSince('/r/', known)).toBeUndefined();
    });

    test('reports progress on request', async () => {
      if ((await backend.hasReliableProgress?.()) === false) return;
      const revision = await put(backend, '/other', '1');
      let progress = 0;
      for await (const item of backend.watch('/r/', { afterRevision: 0, signal: AbortSignal.timeout(10_000) })) {
        progress = item.revision;
        if (progress >= revision) break;
        await backend.requestProgress();
      }
      expect(progress).toBeGreaterThanOrEqual(revision);
    });

    test('ends a watch at its signal', async () => {
      const abort = new AbortController();
      const ended = (async () => {
        for await (const _ of backend.watch('/r/', { afterRevision: 0, signal: abort.signal })) abort.abort();
      })();
      await expect(ended).resolves.toBeUndefined();
    });

    test('compacts the history and keeps the state', async () => {
      const first = await put(backend, '/r/a', '1');
      const second = await put(backend, '/r/a', '2', first);
      const third = await put(backend, '/r/b', '3');
      await backend.delete('/r/b', third);
      const last = await put(backend, '/r/c', '4');
      await backend.compact(last);
      await expect(backend.list('/r/', { revision: second })).rejects.toBeInstanceOf(CompactedError);
      await expect(backend.get('/r/a', { revision: first })).rejects.toBeInstanceOf(CompactedError);
      await expect(take(backend, '/r/', first, 1)).rejects.toBeInstanceOf(CompactedError);
      await expect(backend.compact(first)).rejects.toBeInstanceOf(CompactedError);
      expect((await backend.list('/r/')).kvs.map((kv) => textOf(kv.value))).toEqual(['2', '4']);
      expect((await backend.list('/r/', { revision: last })).kvs).toHaveLength(2);
    });

    test('refuses the future', async () => {
      const revision = await put(backend, '/r/a', '1');
      await expect(backend.list('/r/', { revision: revision + 10 })).rejects.toBeInstanceOf(FutureRevisionError);
    });

    test('removes a key after its time to live, with an event', async () => {
      const start = await put(backend, '/r/stays', '1');
      await backend.put('/r/goes', bytes('2'), 0, { ttlSeconds: 1 });
      const [, gone] = await take(backend, '/r/', start, 2);
      expect(gone).toMatchObject({ type: 'delete', kv: { key: '/r/goes' } });
      expect((await backend.list('/r/')).kvs.map((kv) => kv.key)).toEqual(['/r/stays']);
    });

    test('a write without a time to live takes it away', async () => {
      const { revision } = await backend.put('/r/a', bytes('1'), 0, { ttlSeconds: 1 });
      await put(backend, '/r/a', '2', revision);
      await new Promise((resolve) => setTimeout(resolve, 2500));
      expect((await backend.get('/r/a')).kvs).toHaveLength(1);
    });

    test('keeps concurrent conditional writes apart', async () => {
      let wins = 0;
      const increment = async (): Promise<void> => {
        for (;;) {
          const [current] = (await backend.get('/r/counter')).kvs;
          const next = current === undefined ? 1 : Number(textOf(current.value)) + 1;
          const result = await backend.put('/r/counter', bytes(String(next)), current?.modRevision ?? 0);
          if (result.succeeded) break;
        }
        wins += 1;
      };
      await Promise.all(Array.from({ length: 20 }, increment));
      expect(wins).toBe(20);
      expect(textOf((await backend.get('/r/counter')).kvs[0]?.value ?? bytes(''))).toBe('20');
    });

    test('is healthy', async () => {
      await expect(backend.checkHealth()).resolves.toBeUndefined();
    });
  });
}
