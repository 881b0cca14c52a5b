import {
  isAlreadyExists,
  isNotFound,
  newInternalError,
  parseTime,
  type Clock,
  type DeepReadonly,
} from '@kubescript/apimachinery';
import type { ResourceStore } from '@kubescript/apiserver';
import type { Service } from '@kubescript/api/core/v1';
import type { IPAddress, ServiceCIDR } from '@kubescript/api/networking/v1';

import { findObject, listObjects, systemContext } from '../../../generic/read.ts';
import type { AllocationScope, AllocatorObserver, RangeUse } from '../allocator-observer.ts';
import { allocatedIps } from '../service-rules.ts';
import { allocatableCount, candidateAddresses, isAllocatable } from './allocator.ts';
import { formatIp, parseIp, parseIpRange, type IpFamily, type IpRange } from './ip-range.ts';

/** Where addresses and the ranges that they are from are kept. */
export interface IpAddressStores {
  readonly ipAddresses: ResourceStore<IPAddress>;
  readonly serviceCIDRs: ResourceStore<ServiceCIDR>;
}

const defaultCidrName = 'kubernetes';
const familyLabel = 'ipaddress.kubernetes.io/ip-family';
const managedByLabel = 'ipaddress.kubernetes.io/managed-by';
const manager = 'ipallocator.k8s.io';
const fieldManager = 'kube-apiserver';
/** An address whose Service is not there may be that of a Service which is just being created. */
const orphanGraceMs = 60_000;

/** Where a Service is. */
type ServiceRef = Pick<Service, 'metadata'>;

/**
 * Gives addresses to Services, each by an IPAddress object, so that any number of servers on one store never give the
 * same twice. The ranges are those of the ServiceCIDRs; until there is a default one, those that the server was told.
 *
 * @go k8s.io/kubernetes/pkg/registry/core/service/ipallocator#MetaAllocator
 */
export class IpAddressAllocator {
  readonly families: readonly IpFamily[];
  private readonly ownRanges: readonly IpRange[];
  private readonly stores: () => IpAddressStores;
  private readonly observer: AllocatorObserver | undefined;

  constructor(clusterIpRanges: readonly string[], stores: () => IpAddressStores, observer?: AllocatorObserver) {
    this.ownRanges = clusterIpRanges.map(parseIpRange);
    this.families = this.ownRanges.map(({ family }) => family);
    this.stores = stores;
    this.observer = observer;
  }

  /** Takes a particular address; the reason if that is impossible. */
  async allocate(text: string, service: DeepReadonly<ServiceRef>, dryRun: boolean): Promise<string | undefined> {
    const ip = parseIp(text);
    const ranges = ip === undefined ? [] : await this.rangesOf(ip.family);
    const range = ranges.find((candidate) => isAllocatable(candidate, text));
    if (ip === undefined || range === undefined) return 'the provided network does not match the current range';
    const taken = await this.taken(range, 'static', () => this.take(formatIp(ip), service, dryRun));
    return taken ? undefined : 'provided IP is already allocated';
  }

  /** Takes any free address of a family; throws where none is left. */
  async allocateNext(family: IpFamily, service: DeepReadonly<ServiceRef>, dryRun: boolean): Promise<string> {
    for (const range of await this.rangesOf(family)) {
      const address = await this.taken(range, 'dynamic', () => this.takeNext(range, service, dryRun));
      if (address !== undefined) return address;
    }
    throw newInternalError(new Error('failed to allocate a serviceIP: range is full'));
  }

  /** How much of each range is taken. */
  async use(): Promise<readonly RangeUse[]> {
    const addresses = await listObjects(this.stores().ipAddresses, systemContext(''));
    const names = addresses.map(({ metadata }) => metadata.name ?? '');
    const ranges = await Promise.all([...new Set(this.families)].map((family) => this.rangesOf(family)));
    return ranges.flat().map((range) => {
      const allocated = names.filter((name) => isAllocatable(range, name)).length;
      return { cidr: range.text, allocated, available: allocatableCount(range) - allocated };
    });
  }

  /** Gives back an address of a Service; addresses that are not of it stay. */
  async release(address: string, service: DeepReadonly<ServiceRef>): Promise<void> {
    const { ipAddresses } = this.stores();
    const found = await findObject(ipAddresses, address, systemContext(''));
    if (!found || !isParent(service, found)) return;
    await this.remove(found);
  }

  /**
   * Makes the addresses of all Services what the Services say: adds those that are missing, and removes those of
   * Services that are gone.
   *
   * @go k8s.io/kubernetes/pkg/registry/core/service/ipallocator/controller#RepairIPAddress
   */
  async repair(services: readonly DeepReadonly<Service>[], clock: Clock): Promise<void> {
    const known = await listObjects(this.stores().ipAddresses, systemContext(''));
    const names = new Set(known.map(({ metadata }) => metadata.name));
    const held = new Map(services.flatMap((service) => allocatedIps(service).map((ip) => [ip, service] as const)));
    for (const [ip, service] of held) if (!names.has(ip)) await this.take(ip, service, false);
    for (const address of known) if (isOrphan(address, held, clock.now())) await this.remove(address);
  }

  private async takeNext(
    range: IpRange,
    service: DeepReadonly<ServiceRef>,
    dryRun: boolean,
  ): Promise<string | undefined> {
    for (const address of candidateAddresses(range)) {
      if (await this.isTaken(address)) continue;
      if (await this.take(address, service, dryRun)) return address;
    }
    return undefined;
  }

  /** What `take` gives, with the observer told of it. */
  private async taken<R>({ text }: IpRange, scope: AllocationScope, take: () => Promise<R>): Promise<R> {
    const start = performance.now();
    let result: R | undefined;
    try {
      return (result = await take());
    } finally {
      if (result) this.observer?.onIpAllocated(text, scope, (performance.now() - start) / 1000);
      else this.observer?.onIpError(text, scope);
    }
  }

  private async isTaken(address: string): Promise<boolean> {
    return (await findObject(this.stores().ipAddresses, address, systemContext(''), '0')) !== undefined;
  }

  /** Takes an address; false if it is taken. */
  private async take(address: string, service: DeepReadonly<ServiceRef>, dryRun: boolean): Promise<boolean> {
    const call = { ...systemContext(''), dryRun, fieldManager, validate: () => Promise.resolve() };
    try {
      await this.stores().ipAddresses.create('', ipAddress(address, service), call);
      return true;
    } catch (err) {
      if (isAlreadyExists(err)) return false;
      throw err;
    }
  }

  private async remove({ metadata }: DeepReadonly<IPAddress>): Promise<void> {
    const { name = '', uid } = metadata;
    const preconditions = uid === undefined ? {} : { preconditions: { uid } };
    try {
      await this.stores().ipAddresses.delete(name, {
        ...systemContext(''),
        ...preconditions,
        validate: () => Promise.resolve(),
      });
    } catch (err) {
      if (!isNotFound(err)) throw err;
    }
  }

  /** The ranges of a family that addresses can be taken from. */
  private async rangesOf(family: IpFamily): Promise<readonly IpRange[]> {
    const cidrs = await listObjects(this.stores().serviceCIDRs, systemContext(''));
    const hasDefault = cidrs.some(({ metadata }) => metadata.name === defaultCidrName);
    const served = cidrs.filter(isUsable).flatMap(({ spec }) => (spec.cidrs ?? []).map(parseIpRange));
    return [...(hasDefault ? [] : this.ownRanges), ...served].filter((range) => range.family === family);
  }
}

/** A range serves unless it says that it is not ready (nobody may be there to say that it is) or is going. */
function isUsable({ metadata, status }: DeepReadonly<ServiceCIDR>): boolean {
  if (metadata.deletionTimestamp !== undefined) return false;
  const ready = status.conditions?.find(({ type }) => type === 'Ready');
  return ready === undefined || ready.status === 'True';
}

function ipAddress(address: string, { metadata }: DeepReadonly<ServiceRef>): IPAddress {
  return {
    kind: 'IPAddress',
    apiVersion: 'networking.k8s.io/v1',
    metadata: {
      name: address,
      labels: { [familyLabel]: address.includes(':') ? 'IPv6' : 'IPv4', [managedByLabel]: manager },
    },
    spec: { parentRef: { resource: 'services', namespace: metadata.namespace ?? '', name: metadata.name ?? '' } },
  };
}

function isParent({ metadata }: DeepReadonly<ServiceRef>, { spec }: DeepReadonly<IPAddress>): boolean {
  const { group = '', resource, namespace, name } = spec.parentRef;
  return group === '' && resource === 'services' && namespace === metadata.namespace && name === metadata.name;
}

function isOrphan(
  address: DeepReadonly<IPAddress>,
  held: ReadonlyMap<string, DeepReadonly<Service>>,
  now: number,
): boolean {
  const { name = '', labels, creationTimestamp = '' } = address.metadata;
  if (labels?.[managedByLabel] !== manager || now - parseTime(creationTimestamp) < orphanGraceMs) return false;
  const holder = held.get(name);
  return holder === undefined || !isParent(holder, address);
}
