import { isDeepStrictEqual } from 'node:util';

import { invalid, newInvalid, FieldPath, type DeepReadonly, type FieldError } from '@kubescript/apimachinery';
import type { Service } from '@kubescript/api/core/v1';

import type { IpAddressAllocator } from '../ipallocator/ip-addresses.ts';
import { parseIp, type IpFamily } from '../ipallocator/ip-range.ts';
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
    if (spec.clusterIP === old.spec.clusterIP) keepFamilies(service, old);
  }
  if (needsNodePort(old) && needsNodePort(service)) keepNodePorts(service, old);
  if (needsHealthCheckNodePort(old) && needsHealthCheckNodePort(service) && old.spec.healthCheckNodePort) {
    spec.healthCheckNodePort ??= old.spec.healthCheckNodePort;
  }
}

function keepFamilies({ spec }: Service, old: DeepReadonly<Service>): void {
  if (spec.ipFamilyPolicy === undefined && old.spec.ipFamilyPolicy) spec.ipFamilyPolicy = old.spec.ipFamilyPolicy;
  if ((spec.ipFamilies?.length ?? 0) === 0 && old.spec.ipFamilies) spec.ipFamilies = [...old.spec.ipFamilies];
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

/**
 * Fills in `ipFamilyPolicy` and `ipFamilies` from each other, from the addresses, and from what the cluster has;
 * answers with what cannot be.
 *
 * @go k8s.io/kubernetes/pkg/registry/core/service/storage#(*Allocators).initIPFamilyFields
 */
export function initIpFamilyFields(
  service: Service,
  old: DeepReadonly<Service> | undefined,
  families: readonly IpFamily[],
): FieldError[] {
  const { spec } = service;
  if (!needsClusterIp(service)) return [];
  if (old && needsClusterIp(old) && sameFamilyFields(service, old)) return [];
  const problems = familyMismatches(service) ?? familyProblems(service, families);
  if (problems.length > 0) return problems;
  if (isHeadless(service) && Object.keys(spec.selector ?? {}).length === 0) {
    initUnselectedHeadless(service, families);
    return [];
  }
  spec.ipFamilyPolicy ??= 'SingleStack';
  const wanted = inferFamilies(service, families);
  if (spec.ipFamilyPolicy !== 'SingleStack' && wanted.length === 1) {
    wanted.push(...families.filter((family) => !wanted.includes(family)));
  }
  spec.ipFamilies = wanted;
  return [];
}

/** A headless Service without a selector may get endpoints of any family: they are not the cluster's. */
function initUnselectedHeadless({ spec }: Service, families: readonly IpFamily[]): void {
  spec.ipFamilyPolicy ??= 'RequireDualStack';
  const wanted = spec.ipFamilies?.length ? [...spec.ipFamilies] : families.slice(0, 1);
  if (spec.ipFamilyPolicy !== 'SingleStack' && wanted.length === 1) {
    wanted.push(wanted[0] === 'IPv4' ? 'IPv6' : 'IPv4');
  }
  spec.ipFamilies = wanted;
}

function sameFamilyFields({ spec }: Service, old: DeepReadonly<Service>): boolean {
  return (
    spec.ipFamilyPolicy !== undefined &&
    spec.ipFamilyPolicy === old.spec.ipFamilyPolicy &&
    (spec.ipFamilies?.length ?? 0) > 0 &&
    isDeepStrictEqual(spec.ipFamilies, old.spec.ipFamilies) &&
    spec.clusterIP === old.spec.clusterIP
  );
}

/** Addresses that are of another family than the one asked for in their place; undefined if there are none. */
function familyMismatches({ spec }: Service): FieldError[] | undefined {
  const problems = (spec.ipFamilies ?? []).flatMap((family, index) => {
    const ip = spec.clusterIPs?.[index] ?? '';
    const actual = parseIp(ip)?.family;
    if (actual === undefined || actual === family) return [];
    const message = `expected an ${family} value as indicated by \`ipFamilies[${String(index)}]\``;
    return [invalid(specPath.child('clusterIPs').index(index), ip, message)];
  });
  return problems.length > 0 ? problems : undefined;
}

function familyProblems(service: Service, families: readonly IpFamily[]): FieldError[] {
  const { spec } = service;
  const problems: FieldError[] = [];
  if (isHeadless(service) && Object.keys(spec.selector ?? {}).length === 0) return problems;
  (spec.ipFamilies ?? []).forEach((family, index) => {
    if (!families.some((known) => known === family)) {
      problems.push(invalid(specPath.child('ipFamilies').index(index), family, 'not configured on this cluster'));
    }
  });
  if (spec.ipFamilyPolicy === 'RequireDualStack' && families.length < 2) {
    const message = 'this cluster is not configured for dual-stack services';
    problems.push(invalid(specPath.child('ipFamilyPolicy'), spec.ipFamilyPolicy, message));
  }
  return problems;
}

function inferFamilies({ spec }: Service, families: readonly IpFamily[]): string[] {
  if (spec.ipFamilies?.length) return [...spec.ipFamilies];
  const ofAddresses = [...new Set((spec.clusterIPs ?? []).flatMap((ip) => parseIp(ip)?.family ?? []))];
  return ofAddresses.length > 0 ? ofAddresses : families.slice(0, 1);
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
