import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { KubeObject, Scheme } from '@kubescript/apimachinery';
import { beforeAll, bench, describe } from 'vitest';

import { Cacher } from './cacher.ts';
import { openEmbeddedBackend } from './embedded/embedded-backend.ts';
import { ObjectCodec } from './object-codec.ts';

const directory = mkdtempSync(join(tmpdir(), 'cacher-bench-'));
process.on('exit', () => {
  rmSync(directory, { recursive: true, force: true });
});

const prefix = '/registry/pods/';
const scheme = {
  decode: (value: unknown) => ({ object: value, problems: [] }),
  schemas: { kind: () => undefined },
} as unknown as Scheme;
const codec = new ObjectCodec<KubeObject>(scheme, { group: '', version: 'v1', kind: 'Pod' });
const backend = openEmbeddedBackend({ directory });
const cacher = new Cacher({ backend, prefix, codec });
const pod = (name: string): KubeObject => ({
  metadata: { name, namespace: 'ns', annotations: { a: 'x'.repeat(1000) } },
});
const put = (name: string, expected = 0): ReturnType<typeof backend.put> =>
  backend.put(`${prefix}ns/${name}`, codec.encode(pod(name)), expected);
let received = 0;

beforeAll(async () => {
  await Promise.all(Array.from({ length: 10_000 }, (_, i) => put(`p${String(i)}`)));
  await cacher.start();
  for (let i = 0; i < 1000; i++) {
    const events = await cacher.watch({
      scope: { kind: 'prefix', prefix },
      matches: () => true,
      allowBookmarks: false,
      from: 'now',
      markInitialEnd: false,
      signal: new AbortController().signal,
    });
    void (async () => {
      for await (const _ of events) received += 1;
    })();
  }
});

describe('watch cache', () => {
  bench('list 10,000 objects', async () => {
    await cacher.waitUntilConsistent();
    cacher.list(prefix);
  });
  let next = 0;
  bench('one write to 1,000 watchers', async () => {
    const wanted = received + 1000;
    await put(`new${String(next++)}`);
    while (received < wanted) await new Promise(setImmediate);
  });
});
