import { parseCidr, parseIp } from '../util/ip.ts';

/**
 * An IPv4 or IPv6 address; returns messages as the checks of names do.
 *
 * @go k8s.io/apimachinery/pkg/util/validation#IsValidIP
 */
export function isValidIp(value: string): string[] {
  if (/^(?:\d+\.){3}\d+$/.test(value) && value.split('.').some((part) => /^0\d/.test(part))) {
    return ['must not have leading 0s'];
  }
  return parseIp(value) === undefined ? ['must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'] : [];
}

/** A network in CIDR notation. */
export function isValidCidr(value: string): string[] {
  return parseCidr(value) === undefined ? ['must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)'] : [];
}
