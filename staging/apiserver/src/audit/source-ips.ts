import { isIP } from 'node:net';

import type { ServerRequest } from '../server/http.ts';

/**
 * The addresses a request came by: what proxies say in X-Forwarded-For and X-Real-Ip, then the connection's. Nothing
 * but the last can be trusted.
 *
 * @go k8s.io/apimachinery/pkg/util/net#SourceIPs
 */
export function sourceIpsOf({ headers, peer }: ServerRequest): readonly string[] {
  const forwarded = (headers['x-forwarded-for'] ?? '').split(',').map((text) => text.trim());
  const ips = forwarded.filter((text) => isIP(text) !== 0).map(plainIp);
  const real = headers['x-real-ip'] ?? '';
  if (isIP(real) !== 0 && ips.at(-1) !== plainIp(real)) ips.push(plainIp(real));
  const remote = plainIp(peer.address);
  if (isIP(remote) !== 0 && ips.at(-1) !== remote) ips.push(remote);
  return ips;
}

/** An IPv4 address that a dual-stack socket shows as IPv6 is shown as what it is. */
const plainIp = (address: string): string => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/, '');
