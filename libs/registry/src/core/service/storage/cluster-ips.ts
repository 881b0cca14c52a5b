import { isDeepStrictEqual } from 'node:util';

import { invalid, newInvalid, FieldPath, type DeepReadonly, type FieldError } from '@kubescript/apimachinery';
import type { Service } from '@kubescript/api/core/v1';

import type { IpAddressAllocator } from '../ipallocator/ip-addresses.ts';
import { parseIp } from '../ipallocator/ip-range.ts';
import { isHeadless, needsClusterIp, needsHealthCheckNodePort, needsNodePort, portKey } from '../service-rules.ts';

const groupKind = { group: '', kind: 'Service' };
const specPath = new FieldPath('spec');

/** Throws Invalid if there are problems. */
export function throwIfInvalid(service: Service, problems: readonly FieldError[]): void {
  if (problems.length > 0) throw newInvalid(groupKind, service.metadata.name ?? '', [...problems]);
}

/**
 * Makes the singular and the plural field say the same where the client knew only one of them.
 *
 * @go k8s.io/kubernetes/pkg/registry/core/service/storage#normalizeClusterIPs
 */
export function normalizeClusterIps(service: Service, old: DeepReadonly<Service> | undefined): void {
  const { spec } = service;
  const single = spec.clusterIP ?? '';
  if (!old) {
    if (single !== '' && (spec.clusterIPs?.length ?? 0) === 0) spec.clusterIPs = [single];
    return;
  }
  const before = old.spec.clusterIP ?? '';
  const samePlural = isDeepStrictEqual(spec.clusterIPs ?? [], old.spec.clusterIPs ?? []);
  if ((spec.clusterIPs?.length ?? 0) === 0 && single === before && old.spec.clusterIPs) {
    spec.clusterIPs = [...old.spec.clusterIPs];
  }
  if (single === before || !samePlural) return;
  if (single === '') delete spec.clusterIPs;
  else spec.clusterIPs = [single];
}

/**
 * Keeps the allocated values that an update left out: a PUT without them means the same Service.
 *
 * @go k8s.io/kubernetes/pkg/registry/core/service/storage#patchAllocatedValues
 */
export function patchAllocatedValues(service: Service, old: DeepReadonly<Service>): void {
  const { spec } = service;
  if (needsClusterIp(old) && needsClusterIp(service)) {
    if ((spec.clusterIP ?? '') === '' && old.spec.clusterIP !== undefined) spec.clusterIP = old.spec.clusterIP;
    if ((spec.clusterIPs?.length ?? 0) === 0 && spec.clusterIP === old.spec.clusterIP && old.spec.clusterIPs) {
      spec.clusterIPs = [...old.spec.clusterIPs];
    }
  }
  if (needsNodePort(old) && needsNodePort(service)) keepNodePorts(service, old);
  if (needsHealthCheckNodePort(old) && needsHealthCheckNodePort(service) && old.spec.healthCheckNodePort) {
    spec.healthCheckNodePort ??= old.spec.healthCheckNodePort;
  }
}

function keepNodePorts({ spec }: Service, old: DeepReadonly<Service>): void {
  const taken = new Set((spec.ports ?? []).map(({ nodePort }) => nodePort ?? 0));
  const before = new Map((old.spec.ports ?? []).map((port) => [portKey(port), port.nodePort ?? 0]));
  for (const port of spec.ports ?? []) {
    const kept = before.get(portKey(port)) ?? 0;
    if ((port.nodePort ?? 0) !== 0 || kept === 0 || taken.has(kept)) continue;
    port.nodePort = kept;
    taken.add(kept);
  }
}

/** Addresses and ports that one write took; undone if the write fails. */
export interface Reservation {
  readonly ips: string[];
  readonly ports: number[];
}

/** Takes addresses, and notes in the reservation what it took. */
export interface IpTaking {
  readonly allocator: Pick<IpAddressAllocator, 'allocate' | 'allocateNext' | 'families'>;
  readonly dryRun: boolean;
  readonly reservation: Reservation;
}

/**
 * Takes the cluster IPs that a Service needs and does not have yet.
 *
 * @go k8s.io/kubernetes/pkg/registry/core/service/storage#(*Allocators).allocClusterIPs
 */
export async function reserveClusterIps(
  service: Service,
  held: readonly string[],
  taking: IpTaking,
): Promise<FieldError[]> {
  const { spec } = service;
  if (!needsClusterIp(service) || isHeadless(service)) return [];
  const given = (spec.clusterIPs ?? []).filter((ip) => ip !== '');
  for (const ip of given.filter((candidate) => !held.includes(candidate))) {
    const family = parseIp(ip)?.family;
    if (family === undefined) return [];
    if (!taking.allocator.families.includes(family)) continue;
    const reason = await taking.allocator.allocate(ip, service, taking.dryRun);
    if (reason !== undefined) {
      return [invalid(specPath.child('clusterIPs'), given, `failed to allocate IP ${ip}: ${reason}`)];
    }
    taking.reservation.ips.push(ip);
  }
  if (given.length === 0 || spec.clusterIP === given[0]) await fillClusterIps(service, given, taking);
  return [];
}

/** Takes an address of each family that has none yet. */
async function fillClusterIps(service: Service, given: readonly string[], taking: IpTaking): Promise<void> {
  const { spec } = service;
  const { allocator, dryRun, reservation } = taking;
  const ips = [...given];
  const covered = new Set(given.map((ip) => parseIp(ip)?.family));
  for (const family of spec.ipFamilies ?? []) {
    const wanted = allocator.families.find((candidate) => candidate === family);
    if (wanted === undefined || covered.has(wanted)) continue;
    const ip = await allocator.allocateNext(wanted, service, dryRun);
    reservation.ips.push(ip);
    ips.push(ip);
  }
  if (ips[0] !== undefined) spec.clusterIP = ips[0];
  spec.clusterIPs = ips;
}
