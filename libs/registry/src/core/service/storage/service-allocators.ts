import type { DeepReadonly } from '@kubescript/apimachinery';
import type { FinishWrite, StoreHooks } from '@kubescript/apiserver';
import type { Service } from '@kubescript/api/core/v1';

import { IpAllocator } from '../ipallocator/allocator.ts';
import { PortAllocator } from '../portallocator/allocator.ts';
import { allocatedIps, allocatedNodePorts } from '../service-rules.ts';
import {
  initIpFamilyFields,
  normalizeClusterIps,
  patchAllocatedValues,
  reserveClusterIps,
  throwIfInvalid,
  type Reservation,
} from './cluster-ips.ts';
import { reserveHealthCheckPort, reserveNodePorts } from './node-ports.ts';

/** Where Services get their addresses and ports from. */
export interface ServiceNetworkOptions {
  /** One range per family, the preferred family first. */
  readonly clusterIpRanges: readonly string[];
  readonly nodePortRange: { readonly first: number; readonly last: number };
}

/** What a dry run did is undone even if it succeeded. */
type Written = { readonly dryRun: boolean };

/**
 * Gives Services their cluster IPs and node ports, and takes them back. What is in use is known from the stored
 * Services alone: `repair` reads them at the start and, again and again, later.
 *
 * @go k8s.io/kubernetes/pkg/registry/core/service/storage#Allocators
 */
export class ServiceAllocators implements StoreHooks<Service> {
  readonly ips: readonly IpAllocator[];
  readonly ports: PortAllocator;

  constructor(options: ServiceNetworkOptions) {
    this.ips = options.clusterIpRanges.map((range) => new IpAllocator(range));
    this.ports = new PortAllocator(options.nodePortRange);
  }

  /** Completes a new Service. The answer must be told whether the Service was stored. */
  beginCreate(service: Service, { dryRun }: Written): FinishWrite {
    normalizeClusterIps(service, undefined);
    return this.reserve(service, undefined, dryRun);
  }

  /** Completes the new state of a Service; what the old one held on top is released once the new one is stored. */
  beginUpdate(service: Service, old: DeepReadonly<Service>, { dryRun }: Written): FinishWrite {
    patchAllocatedValues(service, old);
    normalizeClusterIps(service, old);
    return this.reserve(service, old, dryRun);
  }

  /** Takes back what a removed Service held. */
  afterDelete(service: DeepReadonly<Service>): void {
    this.release({ ips: [...allocatedIps(service)], ports: [...allocatedNodePorts(service)] });
  }

  /** Marks as used what the stored Services hold. */
  repair(services: readonly DeepReadonly<Service>[]): void {
    for (const service of services) {
      for (const ip of allocatedIps(service)) for (const allocator of this.ips) allocator.allocate(ip);
      for (const port of allocatedNodePorts(service)) this.ports.allocate(port);
    }
  }

  /**
   * Takes back what no Service holds any more although nobody released it (another server removed the Service). What
   * was found so twice in a row is released: once may be a write under way. Answers with the suspects for next time.
   */
  releaseLeaks(services: readonly DeepReadonly<Service>[], suspects: ReadonlySet<string>): ReadonlySet<string> {
    const ips = new Set(services.flatMap(allocatedIps));
    const ports = new Set(services.flatMap(allocatedNodePorts));
    const leakedIps = this.ips.flatMap(({ usedAddresses }) => usedAddresses).filter((ip) => !ips.has(ip));
    const leakedPorts = this.ports.usedPorts.filter((port) => !ports.has(port));
    this.release({
      ips: leakedIps.filter((ip) => suspects.has(ip)),
      ports: leakedPorts.filter((port) => suspects.has(String(port))),
    });
    return new Set([...leakedIps, ...leakedPorts.map(String)].filter((leak) => !suspects.has(leak)));
  }

  private reserve(service: Service, old: DeepReadonly<Service> | undefined, dryRun: boolean): FinishWrite {
    const reservation: Reservation = { ips: [], ports: [] };
    try {
      this.reserveAll(service, old, reservation);
    } catch (err) {
      this.release(reservation);
      throw err;
    }
    return (succeeded) => {
      if (!succeeded || dryRun) this.release(reservation);
      else if (old) this.release(noLongerHeld(old, service));
    };
  }

  private reserveAll(service: Service, old: DeepReadonly<Service> | undefined, reservation: Reservation): void {
    const families = this.ips.map(({ family }) => family);
    throwIfInvalid(service, initIpFamilyFields(service, old, families));
    const heldIps = old ? allocatedIps(old) : [];
    const heldPorts = old ? allocatedNodePorts(old) : [];
    throwIfInvalid(service, reserveClusterIps(service, heldIps, this.ips, reservation));
    throwIfInvalid(service, reserveNodePorts(service, heldPorts, this.ports, reservation));
    throwIfInvalid(service, reserveHealthCheckPort(service, heldPorts, this.ports, reservation));
  }

  private release({ ips, ports }: Reservation): void {
    for (const ip of ips) for (const allocator of this.ips) allocator.release(ip);
    for (const port of ports) this.ports.release(port);
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
