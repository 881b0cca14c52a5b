import { formatCidr, formatIp, parseCidr, parseIp, quote } from '@kubescript/apimachinery';

/**
 * What is unwise in an address that is legal: another spelling than the canonical one.
 *
 * @go k8s.io/apimachinery/pkg/util/validation#GetWarningsForIP
 */
export function addressWarnings(path: string, value: string): string[] {
  const ip = parseIp(value);
  if (!ip || !value.includes(':')) return [];
  const canonical = formatIp(ip);
  if (canonical === value) return [];
  return [`${path}: IPv6 address ${quote(value)} should be in RFC 5952 canonical format (${quote(canonical)})`];
}

/**
 * The same for a block of addresses, which also should not have bits beyond its prefix.
 *
 * @go k8s.io/apimachinery/pkg/util/validation#GetWarningsForCIDR
 */
export function cidrWarnings(path: string, value: string): string[] {
  const cidr = parseCidr(value);
  const [address = '', bits = ''] = value.split('/');
  const ip = parseIp(address);
  if (!cidr || !ip) return [];
  const block = formatCidr(cidr);
  const own = formatIp(ip);
  const warnings: string[] = [];
  if (block.split('/')[0] !== own) {
    const single = `${own}/${value.includes(':') ? '128' : '32'}`;
    warnings.push(
      `${path}: CIDR value ${quote(value)} is ambiguous in this context (should be ${quote(block)} or ${quote(single)}?)`,
    );
  }
  const canonical = `${own}/${bits}`;
  if (value.includes(':') && canonical !== value) {
    warnings.push(
      `${path}: IPv6 CIDR value ${quote(value)} should be in RFC 5952 canonical format (${quote(canonical)})`,
    );
  }
  return warnings;
}
