import { formatCidr, formatIp, parseCidr, parseCidrSloppy, parseIp, parseIpSloppy } from '../util/ip.ts';

const notAnIp = 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)';
const notACidr = 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)';
const notAnInterfaceAddress = 'must be a valid address in CIDR form, (e.g. 10.9.8.7/24 or 2001:db8::1/64)';

/**
 * An address in a field that is older than the strict rules: any spelling but the dangerous ones. Returns messages as
 * the checks of names do.
 *
 * @go k8s.io/apimachinery/pkg/util/validation#IsValidIPForLegacyField
 */
export function isValidIp(value: string): string[] {
  if (parseIpSloppy(value) === undefined) return [notAnIp];
  const strict = parseIp(value);
  if (strict === undefined) return ['must not have leading 0s'];
  return isMapped(value, strict.family) ? ['must not be an IPv4-mapped IPv6 address'] : [];
}

/** An address in its canonical spelling. @go k8s.io/apimachinery/pkg/util/validation#IsValidIP */
export function isCanonicalIp(value: string): string[] {
  const problems = isValidIp(value);
  const ip = parseIp(value);
  if (problems.length > 0 || ip === undefined) return problems;
  const canonical = formatIp(ip);
  return value === canonical ? [] : [notCanonical(canonical)];
}

/**
 * A network in a field that is older than the strict rules.
 *
 * @go k8s.io/apimachinery/pkg/util/validation#IsValidCIDRForLegacyField
 */
export function isValidCidr(value: string): string[] {
  if (parseCidrSloppy(value) === undefined) return [notACidr];
  const network = parseCidr(value);
  if (network === undefined) return ['must not have leading 0s in IP or prefix length'];
  const address = parseIp(value.slice(0, value.indexOf('/')));
  if (isMapped(value, network.base.family)) return ['must not have an IPv4-mapped IPv6 address'];
  return address?.value === network.base.value ? [] : ['must not have bits set beyond the prefix length'];
}

/** A network in its canonical spelling. @go k8s.io/apimachinery/pkg/util/validation#IsValidCIDR */
export function isCanonicalCidr(value: string): string[] {
  const problems = isValidCidr(value);
  const network = parseCidr(value);
  if (problems.length > 0 || network === undefined) return problems;
  const canonical = formatCidr(network);
  return value === canonical ? [] : [notCanonical(canonical)];
}

/**
 * The address of an interface with the length of its network, in canonical spelling.
 *
 * @go k8s.io/apimachinery/pkg/util/validation#IsValidInterfaceAddress
 */
export function isValidInterfaceAddress(value: string): string[] {
  const network = parseCidrSloppy(value);
  const address = parseIpSloppy(value.slice(0, value.indexOf('/')));
  if (network === undefined || address === undefined) return [notAnInterfaceAddress];
  const canonical = `${formatIp(address)}/${String(network.prefixLength)}`;
  return value === canonical ? [] : [notCanonical(canonical)];
}

function isMapped(value: string, family: 4 | 6): boolean {
  return family === 4 && value.includes(':');
}

function notCanonical(canonical: string): string {
  return `must be in canonical form ("${canonical}")`;
}
