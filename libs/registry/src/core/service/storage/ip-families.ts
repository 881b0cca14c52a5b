import { isDeepStrictEqual } from 'node:util';

import { FieldPath, invalid, type DeepReadonly, type FieldError } from '@kubescript/apimachinery';
import type { Service } from '@kubescript/api/core/v1';
import { validateClusterIps } from '@kubescript/lib-apis';

import { parseIp, type IpFamily } from '../ipallocator/ip-range.ts';
import { isHeadless, needsClusterIp } from '../service-rules.ts';

type OldService = DeepReadonly<Service> | undefined;

const specPath = new FieldPath('spec');
const policyPath = specPath.child('ipFamilyPolicy');

/**
 * Fills in `ipFamilyPolicy` and `ipFamilies` from each other, from the addresses, and from what the cluster has;
 * answers with what cannot be.
 *
 * @go k8s.io/kubernetes/pkg/registry/core/service/storage#(*Allocators).initIPFamilyFields
 */
export function initIpFamilyFields(service: Service, old: OldService, families: readonly IpFamily[]): FieldError[] {
  const { spec } = service;
  if (!needsClusterIp(service) || isUnchangedPreference(service, old)) return [];
  spec.ipFamilyPolicy ??=
    old?.spec.ipFamilyPolicy ?? (isUnselectedHeadless(service) ? 'RequireDualStack' : 'SingleStack');
  const mismatches = validateClusterIps(spec, old?.spec.clusterIPs ?? [], specPath);
  if (mismatches.length > 0) return mismatches;
  const problems = [
    ...(old ? releaseSecond(service, old) : []),
    ...policyProblems(service),
    ...infer(service, families),
  ];
  if (problems.length > 0) return problems;
  // Its endpoints may be of any family: they are not the cluster's.
  if (isUnselectedHeadless(service)) addMissing(service, families, ['IPv4', 'IPv6']);
  else {
    const unavailable = unavailableFamilies(service, families);
    if (unavailable.length > 0) return unavailable;
    addMissing(service, families, families);
  }
  return [];
}

function isUnselectedHeadless(service: Service): boolean {
  return isHeadless(service) && Object.keys(service.spec.selector ?? {}).length === 0;
}

/**
 * A Service that would like two families is not changed by the cluster's getting or losing one.
 *
 * @go k8s.io/kubernetes/pkg/registry/core/service/storage#isMatchingPreferDualStackClusterIPFields
 */
function isUnchangedPreference({ spec }: Service, old: OldService): boolean {
  if (!old || spec.ipFamilyPolicy !== 'PreferDualStack' || old.spec.ipFamilyPolicy !== 'PreferDualStack') return false;
  return spec.type === old.spec.type && isSame(spec, old.spec, 'clusterIPs') && isSame(spec, old.spec, 'ipFamilies');
}

type ListOfTwo = 'clusterIPs' | 'ipFamilies';
type Lists = DeepReadonly<Pick<Service['spec'], ListOfTwo>>;

function isSame(spec: Lists, old: Lists, field: ListOfTwo): boolean {
  return isDeepStrictEqual(spec[field] ?? [], old[field] ?? []);
}

/** A Service that shall have one family gives up the second; no other may give one up. */
function releaseSecond({ spec }: Service, old: DeepReadonly<Service>): FieldError[] {
  if (spec.ipFamilyPolicy !== 'SingleStack') {
    const isReduced = (field: ListOfTwo): boolean =>
      (spec[field]?.length ?? 0) > 0 && (spec[field]?.length ?? 0) < (old.spec[field]?.length ?? 0);
    const problem = (what: string): FieldError =>
      invalid(policyPath, spec.ipFamilyPolicy ?? 'null', `must be 'SingleStack' to release the secondary ${what}`);
    return [
      ...(isReduced('clusterIPs') ? [problem('cluster IP')] : []),
      ...(isReduced('ipFamilies') ? [problem('IP family')] : []),
    ];
  }
  for (const field of ['clusterIPs', 'ipFamilies'] as const) {
    const values = spec[field] ?? [];
    if (values.length > 1 && isSame(spec, old.spec, field)) spec[field] = values.slice(0, 1);
  }
  return [];
}

function policyProblems({ spec }: Service): FieldError[] {
  if (spec.ipFamilyPolicy !== 'SingleStack') return [];
  const problem = (what: string): FieldError =>
    invalid(
      policyPath,
      'SingleStack',
      `must be 'RequireDualStack' or 'PreferDualStack' when multiple ${what} are specified`,
    );
  return [
    ...(spec.clusterIPs?.length === 2 ? [problem('cluster IPs')] : []),
    ...(spec.ipFamilies?.length === 2 ? [problem('IP families')] : []),
  ];
}

/** Adds the families of the addresses. */
function infer(service: Service, families: readonly IpFamily[]): FieldError[] {
  const { spec } = service;
  if (isHeadless(service)) return [];
  const ips = spec.clusterIPs ?? [];
  const wanted = [...(spec.ipFamilies ?? [])];
  const problems = ips.flatMap((ip, index) => {
    const family = index < wanted.length ? undefined : parseIp(ip)?.family;
    if (family === undefined) return [];
    if (!families.includes(family)) {
      return [invalid(specPath.child('clusterIPs').index(index), ips, `${family} is not configured on this cluster`)];
    }
    wanted.push(family);
    return [];
  });
  if (wanted.length > 0) spec.ipFamilies = wanted;
  return problems;
}

function unavailableFamilies({ spec }: Service, families: readonly IpFamily[]): FieldError[] {
  const isLacking = spec.ipFamilyPolicy === 'RequireDualStack' && families.length < 2;
  const message = 'this cluster is not configured for dual-stack services';
  return [
    ...(isLacking ? [invalid(policyPath, spec.ipFamilyPolicy ?? 'null', message)] : []),
    ...(spec.ipFamilies ?? []).flatMap((family, index) =>
      families.some((known) => known === family)
        ? []
        : [invalid(specPath.child('ipFamilies').index(index), family, 'not configured on this cluster')],
    ),
  ];
}

/** Adds the cluster's first family if there is none, and the other one if the policy wants two. */
function addMissing({ spec }: Service, families: readonly IpFamily[], all: readonly IpFamily[]): void {
  const wanted = spec.ipFamilies?.length ? spec.ipFamilies : families.slice(0, 1);
  const isDouble = spec.ipFamilyPolicy !== 'SingleStack' && wanted.length === 1;
  spec.ipFamilies = isDouble ? [...wanted, ...all.filter((family) => !wanted.includes(family))] : [...wanted];
}
