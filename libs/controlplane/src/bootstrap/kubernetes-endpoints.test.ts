import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Endpoints } from '@kubescript/api/core/v1';
import type { EndpointSlice } from '@kubescript/api/discovery/v1';
import { FakeClock } from '@kubescript/apimachinery/testing';
import { type Backend, openEmbeddedBackend, StoreSet } from '@kubescript/apiserver';
import { newApiScheme } from '@kubescript/lib-apis';
import { findObject, openStores, type Stores, systemContext } from '@kubescript/lib-registry';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { KubernetesEndpoints } from './kubernetes-endpoints.ts';

const { signal } = new AbortController();
const root = '/registry';

let stack: AsyncDisposableStack;
let backend: Backend;
let stores: Stores;
let clock: FakeClock;

beforeEach(() => {
  stack = new AsyncDisposableStack();
  const directory = mkdtempSync(join(tmpdir(), 'kubernetes-endpoints-'));
  stack.defer(() => rmSync(directory, { recursive: true }));
  backend = stack.use(openEmbeddedBackend({ directory }));
  const set = stack.use(new StoreSet({ backend, scheme: newApiScheme() }));
  stores = openStores({ newStore: set.newStore, serviceHooks: {} });
  clock = new FakeClock();
});

afterEach(() => stack.disposeAsync());

function server(advertiseAddress: string, shared = true): KubernetesEndpoints {
  const deps = { stores, clock, advertiseAddress, securePort: 6443 };
  return new KubernetesEndpoints(shared ? { ...deps, shared: { backend, root } } : deps);
}

async function endpoints(): Promise<Endpoints | undefined> {
  return (await findObject(stores.endpoints, 'kubernetes', systemContext('default', signal))) as Endpoints | undefined;
}

async function slice(): Promise<EndpointSlice | undefined> {
  const found = await findObject(stores.endpointSlices, 'kubernetes', systemContext('default', signal));
  return found as EndpointSlice | undefined;
}

async function addresses(): Promise<readonly string[]> {
  const inSlice = (await slice())?.endpoints?.flatMap((endpoint) => endpoint.addresses ?? []);
  const inEndpoints = (await endpoints())?.subsets?.flatMap((subset) => subset.addresses?.map(({ ip }) => ip) ?? []);
  expect(inSlice).toEqual(inEndpoints);
  return inEndpoints ?? [];
}

describe('servers that share a store', () => {
  test('are all endpoints', async () => {
    for (const ip of ['192.0.2.3', '192.0.2.2']) await server(ip).reconcile(signal);
    expect(await addresses()).toEqual(['192.0.2.2', '192.0.2.3']);
    expect((await endpoints())?.subsets?.[0]?.ports).toEqual([{ name: 'https', port: 6443, protocol: 'TCP' }]);
    expect((await endpoints())?.metadata.labels).toEqual({ 'endpointslice.kubernetes.io/skip-mirror': 'true' });
    expect((await slice())?.addressType).toBe('IPv4');
  });

  test('write nothing but their notes as long as nothing changes', async () => {
    const only = server('192.0.2.2');
    await only.reconcile(signal);
    const before = (await endpoints())?.metadata.resourceVersion;
    await only.reconcile(signal);
    expect((await endpoints())?.metadata.resourceVersion).toBe(before);
    const [note] = (await backend.list(`${root}/masterleases/`)).kvs;
    expect(note?.key).toBe(`${root}/masterleases/192.0.2.2`);
    expect(JSON.parse(Buffer.from(note?.value ?? []).toString())).toMatchObject({
      kind: 'Endpoints',
      subsets: [{ addresses: [{ ip: '192.0.2.2' }] }],
    });
  });

  test('take the place of one whose note has run out', async () => {
    const survivor = server('192.0.2.2');
    for (const each of [server('192.0.2.3'), survivor]) await each.reconcile(signal);
    const [killed] = (await backend.list(`${root}/masterleases/192.0.2.3`)).kvs;
    await backend.delete(killed!.key, killed!.modRevision);
    await survivor.reconcile(signal);
    expect(await addresses()).toEqual(['192.0.2.2']);
  });

  test('go when they leave, the last one excepted', async () => {
    const [first, second] = [server('192.0.2.2'), server('192.0.2.3')];
    for (const each of [first, second]) await each.reconcile(signal);
    await first.leave();
    expect(await addresses()).toEqual(['192.0.2.3']);
    await first.reconcile(signal); // a round that was under way
    expect(await addresses()).toEqual(['192.0.2.3']);
    await second.leave();
    expect(await addresses()).toEqual(['192.0.2.3']);
    expect((await backend.list(`${root}/masterleases/`)).count).toBe(0);
  });

  test('reconcile every ten seconds', async () => {
    const stop = new AbortController();
    const running = server('192.0.2.2').run(stop.signal);
    await clock.advance(10_000);
    await expect.poll(addresses).toEqual(['192.0.2.2']);
    stop.abort();
    await running;
  });
});

test('the only server of a store leaves no notes, and stays an endpoint when it ends', async () => {
  const only = server('192.0.2.2', false);
  await only.reconcile(signal);
  await only.leave();
  expect(await addresses()).toEqual(['192.0.2.2']);
  expect((await backend.list(`${root}/masterleases/`)).count).toBe(0);
});

test('a server that came back under another address replaces its endpoint', async () => {
  await server('192.0.2.2', false).reconcile(signal);
  await server('2001:db8::1', false).reconcile(signal);
  expect(await addresses()).toEqual(['2001:db8::1']);
  expect((await slice())?.addressType).toBe('IPv6');
});

test.each(['127.0.0.1', '::1'])('%s is no endpoint', async (address) => {
  await server(address).reconcile(signal);
  expect(await endpoints()).toBeUndefined();
});
