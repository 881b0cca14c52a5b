import type { ServiceSpec } from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  type FieldError,
  FieldPath,
  forbidden,
  invalid,
  isQualifiedName,
} from '@kubescript/apimachinery';

import { breaches, NIL_POINTER } from '../../validation/checks.ts';

const SPEC = new FieldPath('spec');
const FIXED = 'may not change once set';

type Spec = DeepReadonly<ServiceSpec>;

/** A service without an address of its own. */
export function isHeadless({ clusterIPs = [] }: Spec): boolean {
  return clusterIPs.length === 1 && clusterIPs[0] === 'None';
}

/** What an update may not change. */
export function validateServiceChange(spec: Spec, old: Spec): FieldError[] {
  return [
    ...validateClusterIpChange(spec, old),
    ...validateFamilyChange(spec, old),
    ...validateClassChange(spec, old),
    ...validateHealthPortChange(spec, old),
  ];
}

/** The first address stays; a second may come and go. @go core/validation#validateUpgradeDowngradeClusterIPs */
function validateClusterIpChange(spec: Spec, old: Spec): FieldError[] {
  if (spec.type === 'ExternalName' || old.type === 'ExternalName') return [];
  if (isHeadless(spec) && isHeadless(old)) return [];
  const path = SPEC.child('clusterIPs');
  const ips = spec.clusterIPs ?? [];
  const before = old.clusterIPs ?? [];
  if (before.length === ips.length) {
    return before.flatMap((ip, index) => (ip === ips[index] ? [] : [invalid(path.index(index), ips, FIXED)]));
  }
  const moved = before.length > 0 && ips.length > 0 && ips[0] !== before[0];
  const errors = moved ? [invalid(path.index(0), ips, FIXED)] : [];
  if (before.length < ips.length) return errors;
  if (ips.length === 0) errors.unshift(invalid(path.index(0), ips, 'primary clusterIP can not be unset'));
  return [...errors, ...(ips.length === 1 ? validateDowngrade(spec, 'clusterIP') : [])];
}

/** @go core/validation#validateUpgradeDowngradeIPFamilies */
function validateFamilyChange(spec: Spec, old: Spec): FieldError[] {
  if (spec.type === 'ExternalName' || old.type === 'ExternalName') return [];
  if (isHeadless(spec) || isHeadless(old)) return [];
  const path = SPEC.child('ipFamilies').index(0);
  const families = spec.ipFamilies ?? [];
  const before = old.ipFamilies ?? [];
  const ips = spec.clusterIPs ?? [];
  if (before.length === families.length) {
    return before.flatMap((family, index) => (family === families[index] ? [] : [invalid(path, families, FIXED)]));
  }
  const moved = before.length > 0 && families.length > 0 && families[0] !== before[0];
  const errors = moved ? [invalid(path, ips, FIXED)] : [];
  if (before.length < families.length) return errors;
  if (ips.length === 0) errors.unshift(invalid(path, families, 'primary ipFamily can not be unset'));
  return [...errors, ...(families.length === 1 ? validateDowngrade(spec, 'ipFamily') : [])];
}

/** To give up the second family, one says so. */
function validateDowngrade({ ipFamilyPolicy: policy }: Spec, what: 'clusterIP' | 'ipFamily'): FieldError[] {
  if (policy === 'SingleStack') return [];
  const detail = `must be set to 'SingleStack' when releasing the secondary ${what}`;
  return [invalid(SPEC.child('ipFamilyPolicy'), policy ?? NIL_POINTER, detail)];
}

/** @go core/validation#validateLoadBalancerClassField */
function validateClassChange(spec: Spec, old: Spec): FieldError[] {
  const path = SPEC.child('loadBalancerClass');
  const { loadBalancerClass: name } = spec;
  if (spec.type !== 'LoadBalancer') {
    return name === undefined ? [] : [forbidden(path, "may only be used when `type` is 'LoadBalancer'")];
  }
  const changed = old.type === 'LoadBalancer' && old.loadBalancerClass !== name;
  return [
    ...(changed ? [invalid(path, name ?? NIL_POINTER, FIXED)] : []),
    ...(name === undefined ? [] : breaches(path, name, isQualifiedName(name))),
  ];
}

/** @go core/validation#validateServiceExternalTrafficFieldsUpdate */
function validateHealthPortChange(spec: Spec, old: Spec): FieldError[] {
  const needsPort = (service: Spec): boolean =>
    service.type === 'LoadBalancer' && service.externalTrafficPolicy === 'Local';
  if (!needsPort(spec) || !needsPort(old) || spec.healthCheckNodePort === old.healthCheckNodePort) return [];
  return [forbidden(SPEC.child('healthCheckNodePort'), 'field is immutable')];
}
