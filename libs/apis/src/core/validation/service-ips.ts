import type { ServiceSpec } from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  duplicate,
  type FieldError,
  type FieldPath,
  invalid,
  notSupported,
  parseIpSloppy,
  required,
} from '@kubescript/apimachinery';

import { legacyIp, oneOfIfSet } from '../../validation/checks.ts';

const FAMILIES = ['IPv4', 'IPv6'];
const POLICIES = ['PreferDualStack', 'RequireDualStack', 'SingleStack'];

type Spec = DeepReadonly<ServiceSpec>;

/** Cluster IPs and families must fit together. @go core/validation#ValidateServiceClusterIPsRelatedFields */
export function validateClusterIps(spec: Spec, oldIps: readonly string[], path: FieldPath): FieldError[] {
  if (spec.type === 'ExternalName') return [];
  return [
    ...validateFirstIp(spec, path.child('clusterIPs')),
    ...validateFamilies(spec, path.child('ipFamilies')),
    ...oneOfIfSet(spec.ipFamilyPolicy, POLICIES, path.child('ipFamilyPolicy')),
    ...validateAddresses(spec, oldIps, path.child('clusterIPs')),
  ];
}

function validateFirstIp({ clusterIP = '', clusterIPs = [] }: Spec, path: FieldPath): FieldError[] {
  if (clusterIP === '') {
    const detail = 'must be empty when `clusterIP` is not specified';
    return clusterIPs.length === 0 ? [] : [invalid(path, clusterIPs, detail)];
  }
  if (clusterIPs.length === 0) return [required(path)];
  return clusterIPs[0] === clusterIP ? [] : [invalid(path, clusterIPs, 'first value must match `clusterIP`')];
}

function validateFamilies({ ipFamilies = [] }: Spec, path: FieldPath): FieldError[] {
  return ipFamilies.flatMap((family, index) => [
    ...(FAMILIES.includes(family) ? [] : [notSupported(path.index(index), family, FAMILIES)]),
    ...(ipFamilies.indexOf(family) < index ? [duplicate(path.index(index), family)] : []),
  ]);
}

function validateAddresses(spec: Spec, oldIps: readonly string[], path: FieldPath): FieldError[] {
  const { clusterIPs = [] } = spec;
  const broken = clusterIPs.flatMap((address, index) => {
    if (index > 0 || address !== 'None') return legacyIp(address, path.index(index), oldIps);
    return clusterIPs.length > 1 ? [invalid(path, clusterIPs, "'None' must be the first and only value")] : [];
  });
  if (clusterIPs.length > 2) broken.push(invalid(path, clusterIPs, 'may only hold up to 2 values'));
  const isUnreadable = clusterIPs.length > 2 ? broken.length > 1 : broken.length > 0;
  if (isUnreadable) return broken;
  const families = clusterIPs.map((address) => parseIpSloppy(address)?.family);
  if (clusterIPs.length > 1 && new Set(families).size < 2) {
    broken.push(invalid(path, clusterIPs, 'may specify no more than one IP for each IP family'));
  }
  return [...broken, ...validateFamiliesOf(spec, path)];
}

function validateFamiliesOf({ clusterIPs = [], ipFamilies = [] }: Spec, path: FieldPath): FieldError[] {
  if (clusterIPs[0] === 'None') return [];
  return clusterIPs.flatMap((address, index) => {
    const family = ipFamilies[index];
    const actual = parseIpSloppy(address)?.family === 6 ? 'IPv6' : 'IPv4';
    if (family === undefined || !FAMILIES.includes(family) || family === actual) return [];
    const detail = `expected an ${family} value as indicated by \`ipFamilies[${String(index)}]\``;
    return [invalid(path.index(index), address, detail)];
  });
}
