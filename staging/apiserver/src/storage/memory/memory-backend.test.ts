import { expect, test } from 'vitest';

import { CompactedError } from '../backend.ts';
import { describeBackend } from '../testing/describe-backend.ts';
import { openMemoryBackend } from './memory-backend.ts';

describeBackend('memory', () => Promise.resolve(openMemoryBackend()));

const value = (text: string): Uint8Array => new TextEncoder().encode(text);

test('a store that starts from a snapshot goes its own way', async () => {
  await using first = openMemoryBackend();
  await first.put('/r/b', value('1'), 0);
  const { revision } = await first.put('/r/a', value('1'), 0);
  const snapshot = first.snapshot();
  await first.put('/r/a', value('2'), revision);

  await using second = openMemoryBackend({ from: snapshot });
  expect(await second.currentRevision()).toBe(revision);
  expect(await second.list('/r/')).toMatchObject({ kvs: [{ key: '/r/a', modRevision: revision }, { key: '/r/b' }] });
  expect(await second.delete('/r/a', revision)).toMatchObject({ succeeded: true });
  expect(await first.count('/r/')).toBe(2);
  expect(await second.count('/r/')).toBe(1);
});

test('the history before a snapshot is gone', async () => {
  await using first = openMemoryBackend();
  const { revision } = await first.put('/r/a', value('1'), 0);
  await first.put('/r/b', value('1'), 0);
  await using second = openMemoryBackend({ from: first.snapshot() });
  await expect(second.list('/r/', { revision })).rejects.toThrow(CompactedError);
  await expect(second.watch('/r/', { afterRevision: revision }).next()).rejects.toThrow(CompactedError);
});

test('a closed store refuses, and holds no timer', async () => {
  const store = openMemoryBackend();
  await store.put('/r/a', value('1'), 0, { ttlSeconds: 60 });
  await store[Symbol.asyncDispose]();
  await expect(store.put('/r/b', value('1'), 0)).rejects.toThrow('the store is closed');
  await expect(store.checkHealth()).rejects.toThrow('the store is closed');
});
