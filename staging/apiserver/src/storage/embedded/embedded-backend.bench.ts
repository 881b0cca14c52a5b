import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { bench, describe } from 'vitest';

import { openEmbeddedBackend } from './embedded-backend.ts';

const directory = mkdtempSync(join(tmpdir(), 'embedded-bench-'));
const backend = openEmbeddedBackend({ directory });
const value = new Uint8Array(1500).fill(65);
let next = 0;
process.on('exit', () => {
  rmSync(directory, { recursive: true, force: true });
});

describe('embedded store', () => {
  bench('one put', async () => {
    await backend.put(`/registry/pods/default/${String(next++)}`, value, 0);
  });
  bench('64 concurrent puts', async () => {
    await Promise.all(
      Array.from({ length: 64 }, () => backend.put(`/registry/pods/default/${String(next++)}`, value, 0)),
    );
  });
});
