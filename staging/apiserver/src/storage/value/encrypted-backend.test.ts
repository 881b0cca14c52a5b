import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { openEmbeddedBackend } from '../embedded/embedded-backend.ts';
import { describeBackend } from '../testing/describe-backend.ts';
import { aesGcmTransformer } from './aes.ts';
import { EncryptedBackend } from './encrypted-backend.ts';
import { identityTransformer, prefixTransformers } from './transformer.ts';

const directories: string[] = [];
const transformed: string[] = [];

function openStore(): ReturnType<typeof openEmbeddedBackend> {
  const directory = mkdtempSync(join(tmpdir(), 'encrypted-'));
  directories.push(directory);
  return openEmbeddedBackend({ directory });
}

afterAll(() => {
  for (const directory of directories) rmSync(directory, { recursive: true, force: true });
});

const observer = { onTransformed: (type: string) => void transformed.push(type) };
const cipher = (fill: number): { prefix: string; transformer: ReturnType<typeof aesGcmTransformer> } => ({
  prefix: `k8s:enc:aesgcm:v1:${String(fill)}:`,
  transformer: aesGcmTransformer(Buffer.alloc(32, fill)),
});

class OwningBackend extends EncryptedBackend {
  readonly #store: AsyncDisposable;

  constructor(store: ReturnType<typeof openStore>) {
    super(store, () => prefixed, observer);
    this.#store = store;
  }

  override async [Symbol.asyncDispose](): Promise<void> {
    await this.#store[Symbol.asyncDispose]();
  }
}
const prefixed = prefixTransformers('none', [cipher(1)]);

describeBackend('encrypted', () => Promise.resolve(new OwningBackend(openStore())));

test('values are encrypted in the store, and stale ones are known', async () => {
  await using store = openStore();
  const { prefix, transformer } = cipher(1);
  let current = prefixTransformers('none', [{ prefix, transformer }]);
  const backend = new EncryptedBackend(store, () => current, observer);
  await backend.put('/a', Buffer.from('secret'), 0);
  const [raw] = (await store.get('/a')).kvs;
  expect(Buffer.from(raw?.value ?? []).toString('latin1')).toMatch(/^k8s:enc:aesgcm:v1:1:/);
  const [fresh] = (await backend.get('/a')).kvs;
  expect(fresh).toMatchObject({ isStale: false });
  expect(Buffer.from(fresh?.value ?? []).toString()).toBe('secret');

  current = prefixTransformers('none', [cipher(2), cipher(1)]);
  const [stale] = (await backend.get('/a')).kvs;
  expect(stale).toMatchObject({ isStale: true });
  await backend.put('/a', Buffer.from('secret'), stale?.modRevision ?? 0);
  expect((await backend.get('/a')).kvs[0]).toMatchObject({ isStale: false });
});

test('a value that cannot be read names its key', async () => {
  await using store = openStore();
  await store.put('/b', Buffer.from('k8s:enc:aesgcm:v1:9:xxx'), 0);
  const backend = new EncryptedBackend(store, () => identityTransformer, observer);
  await expect(backend.get('/b')).rejects.toThrow(
    'unable to transform key "/b": identity transformer tried to read encrypted data',
  );
});
