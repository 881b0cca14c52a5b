import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Service, ServiceSpec } from '@kubescript/api/core/v1';
import { formatTime, statusOf, type Clock } from '@kubescript/apimachinery';
import { openEmbeddedBackend, StoreSet, type ResourceStore } from '@kubescript/apiserver';
import { newApiScheme } from '@kubescript/lib-apis';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { listObjects, systemContext } from '../../../generic/read.ts';
import { openStores, type Stores } from '../../../stores.ts';
import { ServiceAllocators } from './service-allocators.ts';

const stored = { dryRun: false, namespace: 'ns' };
const now = Date.parse('2026-01-01T00:00:00Z');
const clock = { now: () => now } as Clock;
const network = {
  clusterIpRanges: ['10.96.0.0/28', 'fd00::/120'],
  nodePortRange: { first: 30000, last: 30003 },
};

let opened: AsyncDisposableStack;
let stores: Stores;
let allocators: ServiceAllocators;
/** Those of another server on the same store. */
let others: ServiceAllocators;

beforeEach(() => {
  opened = new AsyncDisposableStack();
  const directory = mkdtempSync(join(tmpdir(), 'allocators-test-'));
  opened.defer(() => {
    rmSync(directory, { recursive: true });
  });
  const set = opened.use(
    new StoreSet({ backend: opened.use(openEmbeddedBackend({ directory })), scheme: newApiScheme() }),
  );
  allocators = new ServiceAllocators(network, () => stores);
  others = new ServiceAllocators(network, () => stores);
  stores = openStores({ newStore: set.newStore, serviceHooks: {} });
});

afterEach(async () => {
  await opened.disposeAsync();
});

function service(spec: Partial<ServiceSpec>, name = 's'): Service {
  return {
    metadata: { name, namespace: 'ns' },
    spec: { type: 'ClusterIP', ports: [{ port: 80, protocol: 'TCP' }], ...spec },
    status: {},
  };
}

async function create(spec: Partial<ServiceSpec>, from = allocators): Promise<Service> {
  const made = service(spec);
  await (
    await from.beginCreate(made, stored)
  )(true);
  return made;
}

async function refusal(act: Promise<unknown>): Promise<string> {
  const error: unknown = await act.then(
    () => undefined,
    (err: unknown) => err,
  );
  return error === undefined ? '' : (statusOf(error).message ?? '');
}

const namesIn = async (store: unknown): Promise<string[]> =>
  (await listObjects(store as ResourceStore, systemContext(''))).map(({ metadata }) => metadata.name ?? '');
const addresses = (): Promise<string[]> => namesIn(stores.ipAddresses);

describe('cluster IPs', () => {
  test('a Service gets one of the range, in both fields, and an IPAddress that names it', async () => {
    const { spec } = await create({});
    expect(spec.clusterIP).toMatch(/^10\.96\.0\.([1-9]|1[0-4])$/);
    expect(spec).toMatchObject({ clusterIPs: [spec.clusterIP], ipFamilies: ['IPv4'], ipFamilyPolicy: 'SingleStack' });
    const [address] = await listObjects(stores.ipAddresses, systemContext(''));
    expect(address).toMatchObject({
      metadata: {
        name: spec.clusterIP,
        labels: {
          'ipaddress.kubernetes.io/ip-family': 'IPv4',
          'ipaddress.kubernetes.io/managed-by': 'ipallocator.k8s.io',
        },
      },
      spec: { parentRef: { resource: 'services', namespace: 'ns', name: 's' } },
    });
  });

  test('two servers never give the same address, and then the range is full', async () => {
    const made = await Promise.all(
      Array.from({ length: 14 }, (_, index) => create({}, index % 2 === 0 ? allocators : others)),
    );
    expect(new Set(made.map(({ spec }) => spec.clusterIP)).size).toBe(14);
    expect(await refusal(create({}, others))).toBe(
      'Internal error occurred: failed to allocate a serviceIP: range is full',
    );
  });

  test.each([
    { ip: '10.96.0.5', message: 'failed to allocate IP 10.96.0.5: provided IP is already allocated' },
    { ip: '10.97.0.5', message: 'the provided network does not match the current range' },
    { ip: '10.96.0.0', message: 'the provided network does not match the current range' },
  ])('$ip is refused', async ({ ip, message }) => {
    await create({ clusterIP: '10.96.0.5' }, others);
    expect(await refusal(create({ clusterIP: ip }))).toContain(message);
  });

  test('a second family brings a second address', async () => {
    const { spec } = await create({ ipFamilyPolicy: 'RequireDualStack' });
    expect(spec.ipFamilies).toEqual(['IPv4', 'IPv6']);
    expect((await addresses()).sort()).toEqual([...(spec.clusterIPs ?? [])].sort());
  });

  test.each([
    { what: 'a write that fails', dryRun: false, succeeded: false },
    { what: 'a dry run', dryRun: true, succeeded: true },
  ])('$what takes nothing', async ({ dryRun, succeeded }) => {
    const made = service({ type: 'NodePort', clusterIP: '10.96.0.5' });
    await (
      await allocators.beginCreate(made, { ...stored, dryRun })
    )(succeeded);
    expect(made.spec.ports?.[0]?.nodePort).toBeGreaterThanOrEqual(30000);
    expect(await addresses()).toEqual([]);
    expect(await allocators.ports.used()).toEqual([]);
  });

  test('a further ServiceCIDR gives addresses unless it is not ready', async () => {
    const cidr = (name: string, range: string, status: object): object => ({
      kind: 'ServiceCIDR',
      apiVersion: 'networking.k8s.io/v1',
      metadata: { name },
      spec: { cidrs: [range] },
      status,
    });
    const call = { ...systemContext(''), validate: () => Promise.resolve() };
    await stores.serviceCIDRs.create('', cidr('more', '10.98.0.0/28', {}) as never, call);
    await stores.serviceCIDRs.create('', cidr('unready', '10.99.0.0/28', {}) as never, call);
    await stores.serviceCIDRs.guaranteedUpdate(
      'unready',
      (current) => {
        const condition = {
          type: 'Ready',
          status: 'False',
          reason: '',
          message: '',
          lastTransitionTime: formatTime(now),
        };
        return { ...current, status: { conditions: [condition] } };
      },
      call,
    );
    expect((await create({ clusterIP: '10.98.0.5' })).spec.clusterIPs).toEqual(['10.98.0.5']);
    expect(await refusal(create({ clusterIP: '10.99.0.5' }))).toContain('does not match the current range');
  });
});

describe('updates', () => {
  test('a PUT without allocated values keeps them', async () => {
    const old = await create({ type: 'NodePort' });
    const next = service({ type: 'NodePort' });
    await (
      await allocators.beginUpdate(next, old, stored)
    )(true);
    expect(next.spec.clusterIPs).toEqual(old.spec.clusterIPs);
    expect(next.spec.ports).toEqual(old.spec.ports);
    expect(await allocators.ports.used()).toHaveLength(1);
  });

  test('what the new state no longer has is released, but only once it is stored', async () => {
    const old = await create({ type: 'NodePort' });
    const next = service({ type: 'ExternalName' });
    const finish = await allocators.beginUpdate(next, old, stored);
    expect(await addresses()).toHaveLength(1);
    await finish(true);
    expect(await addresses()).toEqual([]);
    expect(await allocators.ports.used()).toEqual([]);
  });
});

describe('node ports', () => {
  test('ports of two protocols share a number', async () => {
    const ports = [
      { name: 'a', port: 53, protocol: 'TCP' },
      { name: 'b', port: 53, protocol: 'UDP' },
    ];
    const { spec } = await create({ type: 'NodePort', ports });
    expect(spec.ports?.[0]?.nodePort).toBe(spec.ports?.[1]?.nodePort);
  });

  test('two servers never give the same port, and a full range is told with the field', async () => {
    const made = await Promise.all(
      Array.from({ length: 4 }, (_, index) => create({ type: 'NodePort' }, index % 2 === 0 ? allocators : others)),
    );
    expect(made.map(({ spec }) => spec.ports?.[0]?.nodePort).sort()).toEqual([30000, 30001, 30002, 30003]);
    expect(await refusal(create({ type: 'NodePort' }))).toContain('failed to allocate a nodePort: range is full');
    expect(await addresses()).toHaveLength(4);
  });

  test('one outside the range is refused, and the address goes back', async () => {
    const act = create({ type: 'NodePort', ports: [{ port: 80, nodePort: 20000 }] });
    expect(await refusal(act)).toContain('The range of valid ports is 30000-30003');
    expect(await addresses()).toEqual([]);
  });
});

describe('repair', () => {
  test('what Services hold is taken, and leaked ports are released when found twice', async () => {
    await create({ type: 'NodePort', ports: [{ port: 80, nodePort: 30001 }] });
    const held = service({
      type: 'NodePort',
      clusterIP: '10.96.0.7',
      clusterIPs: ['10.96.0.7'],
      ports: [{ port: 80, nodePort: 30002 }],
    });
    const suspects = await allocators.repair([held], new Set(), clock);
    expect([...suspects]).toEqual([30001]);
    expect([...(await allocators.ports.used())].sort()).toEqual([30001, 30002]);
    expect(await addresses()).toContain('10.96.0.7');
    await allocators.repair([held], suspects, clock);
    expect(await allocators.ports.used()).toEqual([30002]);
  });

  test('the address of a Service that is gone goes when it is old enough, others never', async () => {
    const { spec } = await create({});
    const foreign = { kind: 'IPAddress', apiVersion: 'networking.k8s.io/v1', metadata: { name: '192.0.2.1' } };
    const call = { ...systemContext(''), validate: () => Promise.resolve() };
    const parentRef = { resource: 'services', namespace: 'ns', name: 'x' };
    await stores.ipAddresses.create('', { ...foreign, spec: { parentRef } } as never, call);
    await allocators.repair([], new Set(), { now: () => Date.now() } as Clock);
    expect(await addresses()).toContain(spec.clusterIP);
    await allocators.repair([], new Set(), { now: () => Date.now() + 61_000 } as Clock);
    expect(await addresses()).toEqual(['192.0.2.1']);
  });
});
