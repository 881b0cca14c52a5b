import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { IPAddress } from '@kubescript/api/networking/v1';
import { FakeClock } from '@kubescript/apimachinery/testing';
import { openEmbeddedBackend, StoreSet } from '@kubescript/apiserver';
import { newApiScheme } from '@kubescript/lib-apis';
import { findObject, type Stores, systemContext } from '@kubescript/lib-registry';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { installGroups } from '../install-groups.ts';
import { ensureObject } from './ensure.ts';
import { ensureKubernetesService, kubernetesServiceIp } from './kubernetes-service.ts';

const { signal } = new AbortController();
const options = { securePort: 6443, clusterIpRanges: ['10.96.0.0/16'] };

let stack: AsyncDisposableStack;
let stores: Stores;
let clock: FakeClock;

beforeEach(() => {
  stack = new AsyncDisposableStack();
  const directory = mkdtempSync(join(tmpdir(), 'kubernetes-service-'));
  stack.defer(() => rmSync(directory, { recursive: true }));
  const backend = stack.use(openEmbeddedBackend({ directory }));
  const set = stack.use(new StoreSet({ backend, scheme: newApiScheme() }));
  clock = new FakeClock();
  ({ stores } = installGroups({
    newStore: set.newStore,
    clock,
    authorizer: { authorize: () => Promise.resolve({ decision: 'allow', reason: '' }) },
    tokenIssuer: { issueToken: () => Promise.resolve({ token: '', expires: 0 }) },
    apiAudiences: ['api'],
    serviceNetwork: {
      clusterIpRanges: options.clusterIpRanges,
      nodePortRange: { first: 30_000, last: 32_767 },
    },
  }));
});

afterEach(() => stack.disposeAsync());

/** Somebody took the address of the Service, for `service`. */
async function takeAddress(service: string): Promise<void> {
  const address: IPAddress = {
    kind: 'IPAddress',
    apiVersion: 'networking.k8s.io/v1',
    metadata: { name: '10.96.0.1' },
    spec: { parentRef: { group: '', resource: 'services', namespace: 'default', name: service } },
  };
  await ensureObject(stores.ipAddresses, address, signal);
}

async function clusterIp(): Promise<string | undefined> {
  const found = await findObject(stores.services, 'kubernetes', systemContext('default', signal));
  return found?.spec.clusterIP;
}

/** Lets time pass until the Service is made, or cannot be. */
async function ensure(): Promise<number> {
  const started = clock.now();
  let over = false;
  const ensuring = ensureKubernetesService(stores, options, clock, signal).finally(() => {
    over = true;
  });
  ensuring.catch(() => undefined);
  while (!over) {
    await clock.advance(100);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await ensuring;
  return clock.now() - started;
}

test('its address is the first of the range', async () => {
  expect(kubernetesServiceIp(options)).toBe('10.96.0.1');
  await ensure();
  expect(await clusterIp()).toBe('10.96.0.1');
});

test('an address that a killed server left taken for it is used after a while', async () => {
  await takeAddress('kubernetes');
  expect(await ensure()).toBeGreaterThanOrEqual(5000);
  expect(await clusterIp()).toBe('10.96.0.1');
});

test('an address that belongs to another Service is left alone', async () => {
  await takeAddress('other');
  await expect(ensure()).rejects.toThrow('10.96.0.1');
  expect(await clusterIp()).toBeUndefined();
});
