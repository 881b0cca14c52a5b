import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openEmbeddedBackend } from '@kubescript/apiserver';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { sendRaw, startTestServer } from '../testing/index.ts';

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'encryption-'));
});

afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

const provider = (kind: string, name: string, fill: number): string =>
  `{${kind}: {keys: [{name: ${name}, secret: "${Buffer.alloc(32, fill).toString('base64')}"}]}}`;

function storage(...providers: string[]): { dataDir: string; encryptionProviderConfig: string } {
  const path = join(directory, 'encryption.yaml');
  writeFileSync(
    path,
    `apiVersion: apiserver.config.k8s.io/v1\nkind: EncryptionConfiguration\nresources: [{resources: [secrets], providers: [${providers.join(', ')}]}]`,
  );
  return { dataDir: join(directory, 'data'), encryptionProviderConfig: path };
}

const secrets = '/api/v1/namespaces/default/secrets';
const key = '/registry/secrets/default/a';

async function stored(path: string): Promise<string> {
  await using backend = openEmbeddedBackend({ directory: join(directory, 'data', 'store') });
  const [kv] = (await backend.get(path)).kvs;
  return Buffer.from(kv?.value ?? []).toString('latin1');
}

test('secrets are encrypted in the store, read with any key, and written anew with the first', async () => {
  const body = { metadata: { name: 'a' }, stringData: { password: 'geheim' } };
  {
    await using server = await startTestServer({ storage: storage(provider('aescbc', 'one', 1)) });
    expect((await sendRaw(server, 'POST', secrets, { body })).status).toBe(201);
    const map = { metadata: { name: 'm' }, data: { plain: 'text' } };
    await sendRaw(server, 'POST', '/api/v1/namespaces/default/configmaps', { body: map });
  }
  expect(await stored(key)).toMatch(/^k8s:enc:aescbc:v1:one:/);
  expect(await stored('/registry/configmaps/default/m')).toContain('"plain":"text"');
  {
    const both = storage(provider('secretbox', 'two', 2), provider('aescbc', 'one', 1));
    await using server = await startTestServer({ storage: both });
    const list = await sendRaw(server, 'GET', secrets);
    const [item] = (JSON.parse(list.text) as { items: { data: object; metadata: { resourceVersion: string } }[] })
      .items;
    expect(item?.data).toEqual({ password: Buffer.from('geheim').toString('base64') });
    const replaced = await sendRaw(server, 'PUT', `${secrets}/a`, { body: item });
    expect(replaced.status).toBe(200);
    const again = JSON.parse(replaced.text) as { metadata: { resourceVersion: string } };
    expect(again.metadata.resourceVersion).not.toBe(item?.metadata.resourceVersion);
    const unchanged = await sendRaw(server, 'PUT', `${secrets}/a`, { body: again });
    expect((JSON.parse(unchanged.text) as typeof again).metadata).toEqual(again.metadata);
    const metrics = await sendRaw(server, 'GET', '/metrics');
    expect(metrics.text).toContain(
      'apiserver_storage_transformation_operations_total{status="OK",transformation_type="to_storage"',
    );
  }
  expect(await stored(key)).toMatch(/^k8s:enc:secretbox:v1:two:/);
}, 30_000);

test('objects stored as protobuf are read, whichever form is written', async () => {
  const dataDir = join(directory, 'data');
  const maps = '/api/v1/namespaces/default/configmaps';
  {
    await using server = await startTestServer({
      storage: { dataDir, storageMediaType: 'application/vnd.kubernetes.protobuf' },
    });
    await sendRaw(server, 'POST', maps, { body: { metadata: { name: 'm', labels: { a: 'b' } }, data: { k: 'v' } } });
  }
  expect(await stored('/registry/configmaps/default/m')).toMatch(/^k8s\0/);
  await using server = await startTestServer({ storage: { dataDir } });
  const read = JSON.parse((await sendRaw(server, 'GET', `${maps}/m`)).text) as Record<string, unknown>;
  expect(read).toMatchObject({ kind: 'ConfigMap', metadata: { name: 'm', labels: { a: 'b' } }, data: { k: 'v' } });
}, 30_000);

test('a configuration that cannot be used stops the server', async () => {
  await expect(startTestServer({ storage: storage(provider('aescbc', 'one', 1), '{}') })).rejects.toThrow(
    '--encryption-provider-config: resources[0].providers[1]: Invalid value',
  );
});
