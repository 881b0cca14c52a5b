import { deepCopy, type Clock, type DeepReadonly, type FieldError } from '@kubescript/apimachinery';
import type { FinishWrite, RequestContext, ResourceStore, StoreHooks } from '@kubescript/apiserver';
import type { RangeAllocation, Service } from '@kubescript/api/core/v1';

import type { AllocatorObserver } from '../allocator-observer.ts';
import { IpAddressAllocator, type IpAddressStores } from '../ipallocator/ip-addresses.ts';
import type { PortAllocator } from '../portallocator/allocator.ts';
import { NodePortRegistry } from '../portallocator/node-port-registry.ts';
import { allocatedIps, allocatedNodePorts, needsHealthCheckNodePort, needsNodePort } from '../service-rules.ts';
import {
  normalizeClusterIps,
  patchAllocatedValues,
  reserveClusterIps,
  throwIfInvalid,
  type Reservation,
} from './cluster-ips.ts';
import { initIpFamilyFields } from './ip-families.ts';
import { reserveHealthCheckPort, reserveNodePorts } from './node-ports.ts';

/** Where Services get their addresses and ports from. */
export interface ServiceNetworkOptions {
  /** One range per family, the preferred family first. */
  readonly clusterIpRanges: readonly string[];
  readonly nodePortRange: { readonly first: number; readonly last: number };
  readonly observer?: AllocatorObserver;
}

/** Where it is kept what is taken. */
export interface AllocatorStores extends IpAddressStores {
  readonly rangeAllocations: ResourceStore<RangeAllocation>;
}

type WriteContext = Pick<RequestContext, 'dryRun' | 'namespace'>;

/**
 * Gives Services their cluster IPs and node ports, and takes them back. What is taken is kept in the store, so that
 * several servers may share it: addresses as IPAddress objects, ports as one RangeAllocation. A dry run takes nothing.
 *
 * @go k8s.io/kubernetes/pkg/registry/core/service/storage#Allocators
 */
export class ServiceAllocators implements StoreHooks<Service> {
  readonly ips: IpAddressAllocator;
  readonly ports: NodePortRegistry;

  /** `stores` is called when something is first allocated, as the stores are made with these hooks. */
  constructor(options: ServiceNetworkOptions, stores: () => AllocatorStores) {
    this.ips = new IpAddressAllocator(options.clusterIpRanges, stores, options.observer);
    this.ports = new NodePortRegistry(options.nodePortRange, () => stores().rangeAllocations, options.observer);
  }

  /** Completes a new Service. The answer must be told whether the Service was stored. */
  beginCreate(service: Service, context: WriteContext): Promise<FinishWrite> {
    service.metadata.namespace ??= context.namespace;
    normalizeClusterIps(service, undefined);
    return this.reserve(service, undefined, context.dryRun);
  }

  /** Completes the new state of a Service; what the old one held on top is released once the new one is stored. */
  beginUpdate(service: Service, old: DeepReadonly<Service>, { dryRun }: WriteContext): Promise<FinishWrite> {
    patchAllocatedValues(service, old);
    normalizeClusterIps(service, old);
    return this.reserve(service, old, dryRun);
  }

  /** Takes back what a removed Service held. */
  afterDelete(service: DeepReadonly<Service>): Promise<void> {
    return this.release(service, { ips: [...allocatedIps(service)], ports: [...allocatedNodePorts(service)] });
  }

  /**
   * Makes what is taken what the Services say that they hold. Ports that nobody holds are given back when that was
   * found twice in a row, as once may be a write under way; answers with the suspects for the next time.
   */
  async repair(
    services: readonly DeepReadonly<Service>[],
    suspects: ReadonlySet<number>,
    clock: Clock,
  ): Promise<ReadonlySet<number>> {
    await this.ips.repair(services, clock);
    const used = await this.ports.used();
    const held = new Set(services.flatMap(allocatedNodePorts));
    const leaked = used.filter((port) => !held.has(port));
    await this.ports.repair({
      release: leaked.filter((port) => suspects.has(port)),
      take: [...held].filter((port) => !used.includes(port)),
    });
    return new Set(leaked.filter((port) => !suspects.has(port)));
  }

  private async reserve(
    service: Service,
    old: DeepReadonly<Service> | undefined,
    dryRun: boolean,
  ): Promise<FinishWrite> {
    const reservation: Reservation = { ips: [], ports: [] };
    const undo = (): Promise<void> => (dryRun ? Promise.resolve() : this.release(service, reservation));
    try {
      throwIfInvalid(service, initIpFamilyFields(service, old, this.ips.families));
      const heldIps = old ? allocatedIps(old) : [];
      const ips = { allocator: this.ips, dryRun, reservation };
      throwIfInvalid(service, await reserveClusterIps(service, heldIps, ips));
      await this.reservePorts(service, old ? allocatedNodePorts(old) : [], reservation, dryRun);
    } catch (err) {
      await undo();
      throw err;
    }
    return (succeeded) => {
      if (!succeeded) return undo();
      return old ? this.release(service, noLongerHeld(old, service)) : undefined;
    };
  }

  private async reservePorts(
    service: Service,
    held: readonly number[],
    reservation: Reservation,
    dryRun: boolean,
  ): Promise<void> {
    if (!needsNodePort(service) && !needsHealthCheckNodePort(service)) return;
    const asked = deepCopy(service.spec);
    const take = (allocator: PortAllocator): readonly FieldError[] => {
      // Begins anew each time: somebody else may have taken ports in between.
      service.spec = deepCopy(asked);
      reservation.ports.length = 0;
      const problems = reserveNodePorts(service, held, allocator, reservation);
      return problems.length > 0 ? problems : reserveHealthCheckPort(service, held, allocator, reservation);
    };
    const problems = await this.ports.reserve(take, dryRun);
    if (problems.length > 0) reservation.ports.length = 0;
    throwIfInvalid(service, problems);
  }

  /** What cannot be given back now is found by `repair`. */
  private async release(service: DeepReadonly<Service>, { ips, ports }: Reservation): Promise<void> {
    await Promise.allSettled([
      ...ips.map((ip) => this.ips.release(ip, service)),
      this.ports.repair({ release: ports, take: [] }),
    ]);
  }
}

function noLongerHeld(old: DeepReadonly<Service>, service: DeepReadonly<Service>): Reservation {
  const ips = allocatedIps(service);
  const ports = allocatedNodePorts(service);
  return {
    ips: allocatedIps(old).filter((ip) => !ips.includes(ip)),
    ports: allocatedNodePorts(old).filter((port) => !ports.includes(port)),
  };
}
