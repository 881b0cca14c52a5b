import type { LoadBalancerStatus } from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  type FieldError,
  type FieldPath,
  invalid,
  isDns1123Subdomain,
  isValidIp,
  parseIp,
  required,
} from '@kubescript/apimachinery';

import { breaches, oneOfIfSet } from '../../validation/checks.ts';

/** An address of the world outside. @go core/validation#ValidateNonSpecialIP */
export function validateExternalIp(ip: string, path: FieldPath): FieldError[] {
  const broken = breaches(path, ip, isValidIp(ip));
  return broken.length > 0 ? broken : validateNonSpecialIp(ip, path);
}

/** Neither unspecified, nor loopback, nor link-local. @go core/validation#ValidateEndpointIP */
export function validateNonSpecialIp(ip: string, path: FieldPath): FieldError[] {
  if (parseIp(ip) === undefined) return [invalid(path, ip, 'must be a valid IP address')];
  const errors: FieldError[] = [];
  if (ip === '0.0.0.0' || ip === '::') errors.push(invalid(path, ip, `may not be unspecified (${ip})`));
  if (/^127\./.test(ip) || ip === '::1') {
    errors.push(invalid(path, ip, 'may not be in the loopback range (127.0.0.0/8, ::1/128)'));
  }
  if (/^169\.254\./.test(ip) || /^fe[89ab]/i.test(ip)) {
    errors.push(invalid(path, ip, 'may not be in the link-local range (169.254.0.0/16, fe80::/10)'));
  }
  if (/^224\.0\.0\./.test(ip) || /^ff02:/i.test(ip)) {
    errors.push(invalid(path, ip, 'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)'));
  }
  return errors;
}

/** @go core/validation#ValidateLoadBalancerStatus */
export function validateLoadBalancerStatus(status: DeepReadonly<LoadBalancerStatus>, path: FieldPath): FieldError[] {
  return (status.ingress ?? []).flatMap(({ ip = '', hostname = '', ipMode }, index) => {
    const place = path.child('ingress').index(index);
    const errors = ip === '' ? [] : breaches(place.child('ip'), ip, isValidIp(ip));
    errors.push(...oneOfIfSet(ipMode, ['Proxy', 'VIP'], place.child('ipMode')));
    if (ip !== '' && ipMode === undefined) {
      errors.push(required(place.child('ipMode'), 'must be specified when `ip` is set'));
    }
    if (hostname === '') return errors;
    errors.push(...breaches(place.child('hostname'), hostname, isDns1123Subdomain(hostname)));
    if (parseIp(hostname) !== undefined) {
      errors.push(invalid(place.child('hostname'), hostname, 'must be a DNS name, not an IP address'));
    }
    return errors;
  });
}
