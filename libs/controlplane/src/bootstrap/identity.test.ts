import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Lease } from '@kubescript/api/coordination/v1';
import { FakeClock } from '@kubescript/apimachinery/testing';
import { openEmbeddedBackend, StoreSet } from '@kubescript/apiserver';
import { newApiScheme } from '@kubescript/lib-apis';
import { listObjects, openStores, systemContext } from '@kubescript/lib-registry';
import { expect, test } from 'vitest';

import { ServerIdentity, identityName } from './identity.ts';

const { signal } = new AbortController();
const hourMs = 3_600_000;

test('the name is that of the reference: 16 bytes of the digest in base32', () => {
  // echo -n master | sha256sum | xxd -r -p | head -c 16 | base32
  expect(identityName('master')).toBe('apiserver-7rqtwtp5m43kppjgrsfa45hnbu');
});

test('a server has a Lease and a note for its peers, and servers that are gone lose theirs', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'identity-test-'));
  await using backend = openEmbeddedBackend({ directory });
  await using set = new StoreSet({ backend, scheme: newApiScheme() });
  const stores = openStores({ newStore: set.newStore, serviceHooks: {} });
  const clock = new FakeClock();
  const server = (hostname: string): ServerIdentity =>
    new ServerIdentity({
      stores,
      backend,
      clock,
      hostname,
      advertiseAddress: '192.0.2.2',
      securePort: 6443,
      storageRoot: '/registry',
    });
  const runHooks = async (identity: ServerIdentity): Promise<void> => {
    for (const hook of identity.hooks()) await hook.run(signal);
  };
  const leases = async (): Promise<readonly Lease[]> =>
    (await listObjects(stores.leases, systemContext('kube-system', signal))) as readonly Lease[];

  await runHooks(server('a'));
  const [lease] = await leases();
  expect(lease).toMatchObject({
    metadata: {
      name: identityName('a'),
      labels: { 'apiserver.kubernetes.io/identity': 'kube-apiserver', 'kubernetes.io/hostname': 'a' },
    },
    spec: { leaseDurationSeconds: 3600, renewTime: '2026-01-01T00:00:00.000000Z' },
  });
  expect(lease?.spec?.holderIdentity).toMatch(new RegExp(`^${identityName('a')}_[0-9a-f-]{36}$`));
  const { kvs } = await backend.list('/registry/peerserverleases/');
  expect(kvs.map(({ key }) => key)).toEqual([`/registry/peerserverleases/${identityName('a')}`]);

  await clock.advance(hourMs + 1000);
  await runHooks(server('b'));
  expect((await leases()).map(({ metadata }) => metadata.name)).toEqual([identityName('b')]);

  await clock.advance(5000);
  await runHooks(server('b'));
  expect((await leases())[0]?.spec?.renewTime).toBe('2026-01-01T01:00:06.000000Z');
  rmSync(directory, { recursive: true });
});
