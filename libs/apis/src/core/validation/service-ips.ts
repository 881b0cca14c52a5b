import type { ServiceSpec } from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  duplicate,
  type FieldError,
  type FieldPath,
  invalid,
  isValidIp,
  notSupported,
} from '@kubescript/apimachinery';

import { breaches, oneOfIfSet } from '../../validation/checks.ts';

const FAMILIES = ['IPv4', 'IPv6'];
const POLICIES = ['PreferDualStack', 'RequireDualStack', 'SingleStack'];

/** Cluster IPs and families must fit together. @go core/validation#ValidateServiceClusterIPsRelatedFields */
export function validateClusterIps(spec: DeepReadonly<ServiceSpec>, path: FieldPath): FieldError[] {
  if (spec.type === 'ExternalName') return [];
  return [
    ...validateFamilies(spec, path.child('ipFamilies')),
    ...oneOfIfSet(spec.ipFamilyPolicy, POLICIES, path.child('ipFamilyPolicy')),
    ...validateAddresses(spec, path.child('clusterIPs')),
  ];
}

function validateFamilies({ ipFamilies = [] }: DeepReadonly<ServiceSpec>, path: FieldPath): FieldError[] {
  return ipFamilies.flatMap((family, index) => {
    if (!FAMILIES.includes(family)) return [notSupported(path.index(index), family, FAMILIES)];
    return ipFamilies.indexOf(family) < index ? [duplicate(path.index(index), family)] : [];
  });
}

function validateAddresses(spec: DeepReadonly<ServiceSpec>, path: FieldPath): FieldError[] {
  const { clusterIP = '', clusterIPs = [], ipFamilies = [] } = spec;
  const errors: FieldError[] = [];
  if (clusterIP === '' && clusterIPs.length > 0) {
    errors.push(invalid(path, clusterIPs, 'must be empty when `clusterIP` is not specified'));
  }
  if (clusterIP !== '' && clusterIPs.length > 0 && clusterIPs[0] !== clusterIP) {
    errors.push(invalid(path, clusterIPs, 'first value must match `clusterIP`'));
  }
  if (clusterIPs.length > 2) errors.push(invalid(path, clusterIPs, 'may only hold up to 2 values'));
  clusterIPs.forEach((address, index) => {
    if (address === 'None') {
      if (clusterIPs.length > 1) errors.push(invalid(path, clusterIPs, "'None' must be the first and only value"));
      return;
    }
    const broken = breaches(path.index(index), address, isValidIp(address));
    errors.push(...broken);
    const family = ipFamilies[index];
    if (broken.length === 0 && family !== undefined && familyOf(address) !== family) {
      const detail = `expected an ${family} value as indicated by \`ipFamilies[${index}]\``;
      errors.push(invalid(path.index(index), address, detail));
    }
  });
  if (clusterIPs.length === 2 && familyOf(clusterIPs[0] ?? '') === familyOf(clusterIPs[1] ?? '')) {
    errors.push(invalid(path, clusterIPs, 'may specify no more than one IP for each IP family'));
  }
  return errors;
}

function familyOf(address: string): string {
  return address.includes(':') ? 'IPv6' : 'IPv4';
}
