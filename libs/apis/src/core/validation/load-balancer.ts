import type { LoadBalancerIngress, Service } from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  type FieldError,
  FieldPath,
  forbidden,
  invalid,
  isDns1123Subdomain,
  notSupported,
  parseIpSloppy,
  required,
} from '@kubescript/apimachinery';

import { breaches, legacyCidr, legacyIp } from '../../validation/checks.ts';

type AnyService = DeepReadonly<Service>;

const ONLY_BALANCERS = "may only be used when `type` is 'LoadBalancer'";
const RANGES_ANNOTATION = 'service.beta.kubernetes.io/load-balancer-source-ranges';

/** Who may use a load balancer, by field or by annotation; the texts may be padded. */
export function validateSourceRanges(service: AnyService, old: AnyService | undefined): FieldError[] {
  const { spec, metadata } = service;
  const ranges = spec.loadBalancerSourceRanges ?? [];
  if (ranges.length > 0) return validateRangesField(service, old);
  const annotated = metadata.annotations?.[RANGES_ANNOTATION];
  if (annotated === undefined) return [];
  const path = new FieldPath('metadata').child('annotations').key(RANGES_ANNOTATION);
  const errors = spec.type === 'LoadBalancer' ? [] : [forbidden(path, ONLY_BALANCERS)];
  const isNew = old?.metadata.annotations?.[RANGES_ANNOTATION] !== annotated;
  if (!isNew || annotated.trim() === '') return errors;
  return [...errors, ...annotated.split(',').flatMap((range) => legacyCidr(range.trim(), path))];
}

function validateRangesField({ spec }: AnyService, old: AnyService | undefined): FieldError[] {
  const path = new FieldPath('spec').child('LoadBalancerSourceRanges');
  const before = (old?.spec.loadBalancerSourceRanges ?? []).map((range) => range.trim());
  return [
    ...(spec.type === 'LoadBalancer' ? [] : [forbidden(path, ONLY_BALANCERS)]),
    ...(spec.loadBalancerSourceRanges ?? []).flatMap((range, index) =>
      legacyCidr(range.trim(), path.index(index), before),
    ),
  ];
}

/** @go core/validation#ValidateLoadBalancerStatus */
export function validateLoadBalancerStatus({ spec, status }: AnyService, old: AnyService): FieldError[] {
  const path = new FieldPath('status').child('loadBalancer', 'ingress');
  const ingress = status.loadBalancer?.ingress ?? [];
  if (spec.type !== 'LoadBalancer' && ingress.length > 0) {
    return [forbidden(path, "may only be used when `spec.type` is 'LoadBalancer'")];
  }
  const before = (old.status.loadBalancer?.ingress ?? []).map(({ ip = '' }) => ip).filter((ip) => ip !== '');
  return ingress.flatMap((point, index) => validateIngressPoint(point, before, path.index(index)));
}

const IP_MODES = ['Proxy', 'VIP'];

function validateIngressPoint(
  { ip = '', hostname = '', ipMode }: DeepReadonly<LoadBalancerIngress>,
  oldIps: readonly string[],
  path: FieldPath,
): FieldError[] {
  const errors = ip === '' ? [] : legacyIp(ip, path.child('ip'), oldIps);
  const mode = path.child('ipMode');
  if (ipMode === undefined) {
    if (ip !== '') errors.push(required(mode, 'must be specified when `ip` is set'));
  } else if (ip === '') errors.push(forbidden(mode, 'may not be specified when `ip` is not set'));
  else if (!IP_MODES.includes(ipMode)) errors.push(notSupported(mode, ipMode, IP_MODES));
  return [...errors, ...(hostname === '' ? [] : validateHostname(hostname, path.child('hostname')))];
}

/** The name of a load balancer; an address is none. */
function validateHostname(hostname: string, path: FieldPath): FieldError[] {
  const errors = breaches(path, hostname, isDns1123Subdomain(hostname));
  if (parseIpSloppy(hostname) === undefined) return errors;
  return [...errors, invalid(path, hostname, 'must be a DNS name, not an IP address')];
}
