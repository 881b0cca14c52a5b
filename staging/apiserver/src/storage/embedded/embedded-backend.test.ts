import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { afterAll, expect, test } from 'vitest';

import { describeBackend } from '../testing/describe-backend.ts';
import { openEmbeddedBackend } from './embedded-backend.ts';

const directories: string[] = [];
function newDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'embedded-store-'));
  directories.push(directory);
  return directory;
}
afterAll(() => {
  for (const directory of directories) rmSync(directory, { recursive: true, force: true });
});

describeBackend('embedded', () => Promise.resolve(openEmbeddedBackend({ directory: newDirectory() })));
describeBackend('embedded, without fsync', () =>
  Promise.resolve(openEmbeddedBackend({ directory: newDirectory(), durable: false })),
);

test('an acknowledged write survives kill -9', async () => {
  const directory = newDirectory();
  const child = spawn(
    process.execPath,
    ['--conditions=@kubescript/source', join(import.meta.dirname, '../testing/writer.ts'), directory],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const acknowledged: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    acknowledged.push(line);
    if (acknowledged.length === 500) child.kill('SIGKILL');
  }
  await using backend = openEmbeddedBackend({ directory });
  const kept = new Set((await backend.list('/r/')).kvs.map((kv) => kv.key));
  expect(acknowledged.length).toBeGreaterThanOrEqual(500);
  expect(acknowledged.filter((key) => !kept.has(key))).toEqual([]);
});

test('carries on after a restart: revisions, history and times to live', async () => {
  const directory = newDirectory();
  let now = 1_000_000;
  const clock = {
    now: () => now,
    sleep: (ms: number, signal?: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        const timer = setTimeout(resolve, Math.min(ms, 20));
        signal?.addEventListener('abort', () => {
          clearTimeout(timer);
          reject(new Error('stopped'));
        });
      }),
  };
  const value = new Uint8Array([1]);
  let revision: number;
  {
    await using backend = openEmbeddedBackend({ directory, clock });
    await backend.put('/r/a', value, 0);
    await backend.put('/r/short', value, 0, { ttlSeconds: 60 });
    revision = await backend.currentRevision();
  }
  now += 61_000;
  await using backend = openEmbeddedBackend({ directory, clock });
  expect(await backend.currentRevision()).toBeGreaterThanOrEqual(revision);
  await expect.poll(async () => (await backend.list('/r/')).kvs.map((kv) => kv.key)).toEqual(['/r/a']);
  expect((await backend.list('/r/', { revision })).kvs.map((kv) => kv.key)).toEqual(['/r/a', '/r/short']);
});

test('a store in use, a damaged one and an unusable directory give clear errors', async () => {
  const directory = newDirectory();
  const child = spawn(
    process.execPath,
    ['--conditions=@kubescript/source', join(import.meta.dirname, '../testing/writer.ts'), directory],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  for await (const _ of createInterface({ input: child.stdout })) break;
  expect(() => openEmbeddedBackend({ directory })).toThrow(/in use by another process/);
  child.kill('SIGKILL');
  await new Promise((resolve) => child.once('exit', resolve));

  {
    await using backend = openEmbeddedBackend({ directory });
    expect(await backend.count('/r/')).toBeGreaterThan(0);
  }
  truncateSync(join(directory, 'store.db'), 8192);
  expect(() => openEmbeddedBackend({ directory })).toThrow(/damaged/);
  writeFileSync(join(directory, 'store.db'), 'this is not a database, whatever it may be'.repeat(200));
  expect(() => openEmbeddedBackend({ directory })).toThrow(/damaged/);

  const file = join(directory, 'file');
  writeFileSync(file, '');
  expect(() => openEmbeddedBackend({ directory: join(file, 'data') })).toThrow(/cannot use the data directory/);
});
