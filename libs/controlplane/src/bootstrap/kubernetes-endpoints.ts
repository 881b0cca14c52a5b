import { isDeepStrictEqual } from 'node:util';

import type { Clock } from '@kubescript/apimachinery';
import type { Backend } from '@kubescript/apiserver';
import type { Endpoints } from '@kubescript/api/core/v1';
import type { EndpointSlice } from '@kubescript/api/discovery/v1';
import type { Stores } from '@kubescript/lib-registry';

import { changeObject, ensureObject } from './ensure.ts';
import { attempt, sleepUnlessAborted } from './repeat.ts';

const name = 'kubernetes';
const namespace = 'default';
const leaseSeconds = 15;
const intervalMs = 10_000;
const leaveTimeoutMs = 5_000;

/** A store that several servers may share: each leaves a note in it that it is there. */
export interface SharedStore {
  readonly backend: Pick<Backend, 'get' | 'put' | 'list' | 'delete'>;
  /** Where its keys begin. */
  readonly root: string;
}

/** Where a server is reached, and what it may have to share the Service with. */
export interface KubernetesEndpointsDeps {
  readonly stores: Pick<Stores, 'endpoints' | 'endpointSlices'>;
  readonly clock: Clock;
  /** An address that nodes and pods reach. A loopback address reaches nobody else, so it gets no endpoints. */
  readonly advertiseAddress: string;
  readonly securePort: number;
  /** Absent: this is the only server of its store. */
  readonly shared?: SharedStore;
}

/**
 * Keeps the endpoints of the Service `kubernetes`: the servers that are there. Each notes in the store that it is, for
 * a while, so those of servers that were killed go away.
 *
 * @go k8s.io/kubernetes/pkg/controlplane/reconcilers#leaseEndpointReconciler
 */
export class KubernetesEndpoints {
  private readonly deps: KubernetesEndpointsDeps;
  private readonly isReachable: boolean;
  private left = false;

  constructor(deps: KubernetesEndpointsDeps) {
    this.deps = deps;
    this.isReachable = !isLoopback(deps.advertiseAddress);
  }

  /** Notes that this server is there, and makes the endpoints what the notes say. */
  async reconcile(signal: AbortSignal): Promise<void> {
    if (!this.isReachable || this.left) return;
    await this.note();
    await this.write(await this.addresses(), signal);
  }

  /** Reconciles again and again until the signal; a store that is away is tried again later. */
  async run(signal: AbortSignal): Promise<void> {
    if (!this.isReachable) return;
    while (await sleepUnlessAborted(this.deps.clock, intervalMs, signal)) await attempt(this.reconcile(signal));
  }

  /** This server is about to go: takes it out of the endpoints, unless it is the last. */
  async leave(): Promise<void> {
    this.left = true;
    if (this.isReachable && this.deps.shared) await attempt(this.withdraw(this.deps.shared));
  }

  private async note(): Promise<void> {
    const { shared, advertiseAddress: ip } = this.deps;
    if (!shared) return;
    const note = {
      kind: 'Endpoints',
      apiVersion: 'v1',
      metadata: {},
      subsets: [{ addresses: [{ ip }] }],
    };
    const key = leaseKey(shared, ip);
    const expected = (await shared.backend.get(key)).kvs[0]?.modRevision ?? 0;
    await shared.backend.put(key, Buffer.from(JSON.stringify(note)), expected, { ttlSeconds: leaseSeconds });
  }

  private async withdraw(shared: SharedStore): Promise<void> {
    const key = leaseKey(shared, this.deps.advertiseAddress);
    const found = (await shared.backend.get(key)).kvs[0];
    if (found) await shared.backend.delete(key, found.modRevision);
    const others = await this.addresses();
    if (others.length > 0) await this.write(others, AbortSignal.timeout(leaveTimeoutMs));
  }

  /** Of all servers that are there, in the order of their notes. */
  private async addresses(): Promise<readonly string[]> {
    const { shared, advertiseAddress } = this.deps;
    if (!shared) return [advertiseAddress];
    const prefix = leaseKey(shared, '');
    return (await shared.backend.list(prefix)).kvs.map(({ key }) => key.slice(prefix.length));
  }

  private async write(addresses: readonly string[], signal: AbortSignal): Promise<void> {
    if (addresses.length === 0) return; // nobody would reach the server that is asked
    await Promise.all([this.writeEndpoints(addresses, signal), this.writeEndpointSlice(addresses, signal)]);
  }

  private async writeEndpoints(addresses: readonly string[], signal: AbortSignal): Promise<void> {
    const { stores, securePort } = this.deps;
    const subsets: Endpoints['subsets'] = [
      {
        addresses: addresses.map((ip) => ({ ip })),
        ports: [{ name: 'https', port: securePort, protocol: 'TCP' }],
      },
    ];
    const wanted: Endpoints = {
      kind: 'Endpoints',
      apiVersion: 'v1',
      metadata: { name, namespace, labels: { 'endpointslice.kubernetes.io/skip-mirror': 'true' } },
      subsets,
    };
    const found = await ensureObject(stores.endpoints, wanted, signal);
    if (!found || isDeepStrictEqual(found.subsets, subsets)) return;
    await changeObject(stores.endpoints, found, (current) => ({ ...current, subsets }), signal);
  }

  private async writeEndpointSlice(addresses: readonly string[], signal: AbortSignal): Promise<void> {
    const { stores, securePort, advertiseAddress } = this.deps;
    const addressType = advertiseAddress.includes(':') ? 'IPv6' : 'IPv4';
    const endpoints = addresses.map((address) => ({ addresses: [address], conditions: { ready: true } }));
    const ports = [{ name: 'https', protocol: 'TCP', port: securePort }];
    const wanted: EndpointSlice = {
      kind: 'EndpointSlice',
      apiVersion: 'discovery.k8s.io/v1',
      metadata: { name, namespace, labels: { 'kubernetes.io/service-name': name } },
      ...{ addressType, endpoints, ports },
    };
    const found = await ensureObject(stores.endpointSlices, wanted, signal);
    if (!found || (isDeepStrictEqual(found.endpoints, endpoints) && isDeepStrictEqual(found.ports, ports))) return;
    const change = (current: EndpointSlice): EndpointSlice => ({ ...current, addressType, endpoints, ports });
    await changeObject(stores.endpointSlices, found, change, signal);
  }
}

function leaseKey({ root }: SharedStore, ip: string): string {
  return `${root}/masterleases/${ip}`;
}

function isLoopback(address: string): boolean {
  return address.startsWith('127.') || address === '::1';
}
