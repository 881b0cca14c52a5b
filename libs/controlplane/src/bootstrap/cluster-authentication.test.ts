import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { ConfigMap } from '@kubescript/api/core/v1';
import type { DeepReadonly } from '@kubescript/apimachinery';
import { StoreSet, openEmbeddedBackend } from '@kubescript/apiserver';
import { newCertificateAuthority } from '@kubescript/component-base';
import { newApiScheme } from '@kubescript/lib-apis';
import { openStores, systemContext, type Stores } from '@kubescript/lib-registry';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type ClusterAuthentication, ensureClusterAuthentication } from './cluster-authentication.ts';

const { signal } = new AbortController();
const directory = mkdtempSync(join(tmpdir(), 'cluster-authentication-'));
const cleanup = new AsyncDisposableStack();
let stores: Stores;
const authorities: string[] = [];

beforeAll(async () => {
  const backend = cleanup.use(openEmbeddedBackend({ directory }));
  const set = cleanup.use(new StoreSet({ backend, scheme: newApiScheme() }));
  stores = openStores({ newStore: set.newStore, serviceHooks: {} });
  for (const name of ['one', 'two']) authorities.push((await newCertificateAuthority(name)).cert);
});

afterAll(async () => {
  await cleanup.disposeAsync();
  rmSync(directory, { recursive: true });
});

async function published(): Promise<Readonly<Record<string, string>>> {
  const context = { ...systemContext('kube-system', signal), resourceVersion: '' };
  const { object } = await stores.configMaps.get('extension-apiserver-authentication', context);
  return (object as DeepReadonly<ConfigMap>).data ?? {};
}

function authentication(ca: string, user: string): ClusterAuthentication {
  return {
    clientCa: ca,
    requestHeader: {
      ca,
      allowedNames: ['front-proxy-client'],
      usernameHeaders: [user],
      uidHeaders: ['X-Remote-Uid'],
      groupHeaders: ['X-Remote-Group'],
      extraHeaderPrefixes: ['X-Remote-Extra-'],
    },
  };
}

// Cases of upstream's cluster_authentication_trust_controller_test.go.
test('what one API server publishes stays beside what another does', async () => {
  const [one = '', two = ''] = authorities;
  await ensureClusterAuthentication(stores, authentication(one, 'X-Remote-User'), signal);
  expect(await published()).toMatchObject({
    'client-ca-file': `${one.trim()}\n`,
    'requestheader-allowed-names': '["front-proxy-client"]',
    'requestheader-uid-headers': '["X-Remote-Uid"]',
    'requestheader-username-headers': '["X-Remote-User"]',
  });
  await ensureClusterAuthentication(stores, authentication(two, 'X-User'), signal);
  expect(await published()).toMatchObject({
    'client-ca-file': `${one.trim()}\n${two.trim()}\n`,
    'requestheader-allowed-names': '["front-proxy-client"]',
    'requestheader-client-ca-file': `${one.trim()}\n${two.trim()}\n`,
    'requestheader-username-headers': '["X-Remote-User","X-User"]',
  });
});

test('nothing is written when nothing changes', async () => {
  const [one = ''] = authorities;
  const context = { ...systemContext('kube-system', signal), resourceVersion: '' };
  const version = async (): Promise<string | undefined> =>
    (await stores.configMaps.get('extension-apiserver-authentication', context)).object.metadata.resourceVersion;
  await ensureClusterAuthentication(stores, authentication(one, 'X-User'), signal);
  const before = await version();
  await ensureClusterAuthentication(stores, authentication(one, 'X-User'), signal);
  expect(await version()).toBe(before);
});
