import { createHash, randomUUID } from 'node:crypto';

import {
  type Clock,
  type DeepReadonly,
  formatMicroTime,
  isConflict,
  isNotFound,
  parseTime,
} from '@kubescript/apimachinery';
import type { Backend } from '@kubescript/apiserver';
import type { Lease } from '@kubescript/api/coordination/v1';
import { findObject, listObjects, systemContext, type Stores } from '@kubescript/lib-registry';

import type { PostStartHook } from './bootstrap.ts';
import { ensureObject } from './ensure.ts';
import { attempt, sleepUnlessAborted } from './repeat.ts';

/** Who a server of the cluster is and where the others reach it. */
export interface IdentityDeps {
  readonly stores: Pick<Stores, 'leases'>;
  readonly backend: Pick<Backend, 'get' | 'put'>;
  readonly clock: Clock;
  readonly hostname: string;
  readonly advertiseAddress: string;
  readonly securePort: number;
  /** Where the store's keys begin. */
  readonly storageRoot: string;
}

const namespace = 'kube-system';
const identityLabel = 'apiserver.kubernetes.io/identity';
const component = 'kube-apiserver';
const leaseDurationSeconds = 3600;
const renewIntervalMs = 10_000;
const peerTtlSeconds = 15;
const base32 = 'abcdefghijklmnopqrstuvwxyz234567';

/** `apiserver-` and a digest of the host's name. @go k8s.io/kubernetes/pkg/controlplane#APIServerID */
export function identityName(hostname: string): string {
  const digest = BigInt(`0x${createHash('sha256').update(hostname).digest('hex').slice(0, 32)}`) << 2n;
  const letters = Array.from({ length: 26 }, (_, index) => base32[Number((digest >> BigInt(125 - 5 * index)) & 31n)]);
  return `apiserver-${letters.join('')}`;
}

/** Tells the cluster that this server is there, and forgets servers that are not. */
export class ServerIdentity {
  private readonly deps: IdentityDeps;
  private readonly name: string;
  private readonly holder: string;

  constructor(deps: IdentityDeps) {
    this.deps = deps;
    this.name = identityName(deps.hostname);
    this.holder = `${this.name}_${randomUUID()}`;
  }

  hooks(): readonly PostStartHook[] {
    return [
      { name: 'start-kube-apiserver-identity-lease-controller', run: (signal) => this.renew(signal) },
      { name: 'start-kube-apiserver-identity-lease-garbage-collector', run: (signal) => this.removeExpired(signal) },
      { name: 'peer-endpoint-reconciler-controller', run: () => this.registerPeer() },
    ];
  }

  /** Does again and again what the hooks did, until the signal; a store that is away is tried again later. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock } = this.deps;
    let nextRemoval = clock.now() + leaseDurationSeconds * 1000;
    while (await sleepUnlessAborted(clock, renewIntervalMs, signal)) {
      await attempt(this.renew(signal));
      await attempt(this.registerPeer());
      if (clock.now() < nextRemoval) continue;
      nextRemoval += leaseDurationSeconds * 1000;
      await attempt(this.removeExpired(signal));
    }
  }

  /** @go k8s.io/component-helpers/apimachinery/lease#controller */
  private async renew(signal: AbortSignal): Promise<void> {
    const { stores, clock, hostname } = this.deps;
    const renewTime = formatMicroTime(clock.now());
    const labels = { [identityLabel]: component, 'kubernetes.io/hostname': hostname };
    const wanted: Lease = {
      kind: 'Lease',
      apiVersion: 'coordination.k8s.io/v1',
      metadata: { name: this.name, namespace, labels },
      spec: { holderIdentity: this.holder, leaseDurationSeconds, renewTime },
    };
    const found = await ensureObject(stores.leases, wanted, signal);
    if (!found) return;
    const renewed = (current: Lease): Lease => ({
      ...current,
      metadata: { ...current.metadata, labels: { ...current.metadata.labels, ...labels } },
      spec: { ...current.spec, ...wanted.spec },
    });
    await stores.leases.guaranteedUpdate(this.name, renewed, systemContext(namespace, signal));
  }

  /** @go k8s.io/kubernetes/pkg/controlplane/controller/apiserverleasegc#Controller */
  private async removeExpired(signal: AbortSignal): Promise<void> {
    const { stores, clock } = this.deps;
    const context = systemContext(namespace, signal);
    const leases = await listObjects<Lease>(stores.leases, context);
    for (const { metadata } of leases.filter((lease) => isExpired(lease, clock.now()))) {
      const name = metadata.name ?? '';
      const current = await findObject(stores.leases, name, context);
      if (!current || !isExpired(current, clock.now())) continue;
      const { uid = '', resourceVersion = '' } = current.metadata;
      const call = { ...context, preconditions: { uid, resourceVersion }, validate: () => Promise.resolve() };
      await stores.leases.delete(name, call).catch((error: unknown) => {
        if (!isNotFound(error) && !isConflict(error)) throw error;
      });
    }
  }

  /**
   * Notes where other servers on the same store reach this one; the note goes away with it.
   *
   * @go k8s.io/apiserver/pkg/reconcilers#(*peerEndpointLeaseReconciler).UpdateLease
   */
  private async registerPeer(): Promise<void> {
    const { backend, advertiseAddress: ip, securePort: port, storageRoot } = this.deps;
    const key = `${storageRoot}/peerserverleases/${this.name}`;
    const note = {
      kind: 'Endpoints',
      apiVersion: 'v1',
      metadata: { name: this.name },
      subsets: [{ addresses: [{ ip }], ports: [{ port, protocol: 'TCP' }] }],
    };
    const before = await backend.get(key);
    const expected = before.kvs[0]?.modRevision ?? 0;
    await backend.put(key, Buffer.from(JSON.stringify(note)), expected, { ttlSeconds: peerTtlSeconds });
  }
}

function isExpired({ metadata, spec }: DeepReadonly<Lease>, now: number): boolean {
  if (metadata.labels?.[identityLabel] !== component) return false;
  const seconds = spec.leaseDurationSeconds;
  if (spec.renewTime === undefined || seconds === undefined) return true;
  return parseTime(spec.renewTime) + seconds * 1000 < now;
}
