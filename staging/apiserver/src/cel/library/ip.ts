import { formatIp, type IpAddress } from '@kubescript/apimachinery';
import { CelError, define, type Library, member, overload, types } from '@kubescript/cel';
import { readIp } from './netip.ts';
import { OpaqueValue } from './opaque-value.ts';

/** The type of addresses. */
export const ipType = types.opaque('net.IP');

/** An address in an expression. */
export class Ip extends OpaqueValue {
  override readonly type = ipType;
  readonly address: IpAddress;

  constructor(address: IpAddress) {
    super();
    this.address = address;
  }

  override toString(): string {
    return formatIp(this.address);
  }
}

/** `ip(text)` */
export function ipOf(text: string): Ip {
  return new Ip(readIp(text));
}

function isIp(text: string): boolean {
  try {
    readIp(text);
    return true;
  } catch (error) {
    if (error instanceof CelError) return false;
    throw error;
  }
}

/** The bits of an address from the left, as a number. */
function leading({ family, value }: IpAddress, bits: number): bigint {
  return value >> BigInt((family === 4 ? 32 : 128) - bits);
}

function isUnspecified({ value }: IpAddress): boolean {
  return value === 0n;
}

function isLoopback(address: IpAddress): boolean {
  return address.family === 4 ? leading(address, 8) === 127n : address.value === 1n;
}

function isMulticast(address: IpAddress): boolean {
  return address.family === 4 ? leading(address, 4) === 0xen : leading(address, 8) === 0xffn;
}

function isLinkLocalMulticast(address: IpAddress): boolean {
  if (address.family === 4) return leading(address, 24) === 0xe00000n;
  return (leading(address, 16) & 0xff0fn) === 0xff02n;
}

function isLinkLocalUnicast(address: IpAddress): boolean {
  return address.family === 4 ? leading(address, 16) === 0xa9fen : leading(address, 10) === 0x3fan;
}

function isGlobalUnicast(address: IpAddress): boolean {
  if (address.family === 4 && address.value === 0xffffffffn) return false;
  const special = [isUnspecified, isLoopback, isMulticast, isLinkLocalUnicast];
  return !special.some((is) => is(address));
}

const { bool, int, string } = types;

function question(name: string, id: string, ask: (address: IpAddress) => boolean): ReturnType<typeof define> {
  return define(
    name,
    member(id, [ipType], bool, ({ address }: Ip) => ask(address)),
  );
}

/**
 * IP addresses.
 * @go k8s.io/apiserver/pkg/cel/library#IP
 */
export const ipLibrary: Library = {
  types: [ipType],
  functions: [
    define('ip', overload('string_to_ip', [string], ipType, ipOf)),
    define('isIP', overload('is_ip', [string], bool, isIp)),
    define(
      'ip.isCanonical',
      overload('ip_is_canonical', [string], bool, (text: string) => formatIp(readIp(text)) === text),
    ),
    define(
      'family',
      member('ip_family', [ipType], int, ({ address }: Ip) => address.family),
    ),
    question('isUnspecified', 'ip_is_unspecified', isUnspecified),
    question('isLoopback', 'ip_is_loopback', isLoopback),
    question('isLinkLocalMulticast', 'ip_is_link_local_multicast', isLinkLocalMulticast),
    question('isLinkLocalUnicast', 'ip_is_link_local_unicast', isLinkLocalUnicast),
    question('isGlobalUnicast', 'ip_is_global_unicast', isGlobalUnicast),
    define('string', overload('ip_to_string', [ipType], string, String)),
  ],
};
