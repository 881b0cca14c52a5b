import { createHash } from 'node:crypto';

import type { Endpoint } from '../model/endpoint.ts';
import type { ServicePort } from '../model/service-port.ts';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** Names in nftables have up to 255 characters; this leaves room for our prefixes. */
const MAX_LENGTH = 240;

/** Names of the chains of one service port. */
export interface ServiceChains {
  readonly cluster: string;
  readonly local: string;
  readonly external: string;
  readonly firewall: string;
}

/** Names of what belongs to one endpoint of a service port. */
export interface EndpointNames {
  readonly chain: string;
  readonly affinitySet: string;
}

/** The chains of a service port, under upstream's names. */
export function serviceChains(port: ServicePort): ServiceChains {
  const base = withHash(baseName(port));
  return {
    cluster: `service-${base}`,
    local: `local-${base}`,
    external: `external-${base}`,
    firewall: `firewall-${base}`,
  };
}

/** Chain and affinity set of an endpoint, under upstream's names. */
export function endpointNames(port: ServicePort, { ip, port: number }: Endpoint): EndpointNames {
  const base = withHash(`${baseName(port)}__${ip.replaceAll(':', '.')}/${String(number)}`);
  return { chain: `endpoint-${base}`, affinitySet: `affinity-${base}` };
}

function baseName({ namespace, name, protocol, portName }: ServicePort): string {
  return `${namespace}/${name}/${protocol}/${portName}`;
}

/**
 * Puts eight characters of the name's hash before it: names that differ in their last character only are then easy to
 * tell apart, and stay different when cut.
 */
function withHash(name: string): string {
  const full = `${shortHash(name, 8)}-${name}`;
  return full.length > MAX_LENGTH ? `${full.slice(0, MAX_LENGTH - 3)}...` : full;
}

/** The first characters of the base32 form of a text's SHA-256. */
export function shortHash(text: string, length: number): string {
  const bytes = createHash('sha256').update(text).digest();
  let [bits, value, result] = [0, 0, ''];
  for (const byte of bytes) {
    value = (value << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) {
      result += BASE32.charAt((value >>> (bits - 5)) & 31);
      if (result.length === length) return result;
    }
    value &= 31;
  }
  return result;
}
