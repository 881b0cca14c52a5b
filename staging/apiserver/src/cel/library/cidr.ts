import { formatIp, type IpAddress } from '@kubescript/apimachinery';
import { CelError, define, type Library, member, overload, types } from '@kubescript/cel';
import { Ip, ipOf, ipType } from './ip.ts';
import { type Prefix, readPrefix } from './netip.ts';
import { OpaqueValue } from './opaque-value.ts';

const cidrType = types.opaque('net.CIDR');

class Cidr extends OpaqueValue {
  override readonly type = cidrType;
  readonly prefix: Prefix;

  constructor(prefix: Prefix) {
    super();
    this.prefix = prefix;
  }

  override toString(): string {
    return `${formatIp(this.prefix.address)}/${String(this.prefix.length)}`;
  }
}

function cidrOf(text: string): Cidr {
  try {
    return new Cidr(readPrefix(text));
  } catch (error) {
    if (!(error instanceof CelError)) throw error;
    throw new CelError(`network address parse error during conversion from string: ${error.message}`);
  }
}

function isCidr(text: string): boolean {
  try {
    readPrefix(text);
    return true;
  } catch (error) {
    if (error instanceof CelError) return false;
    throw error;
  }
}

/** The address with the bits below the prefix cleared. */
function mask({ family, value }: IpAddress, length: number): IpAddress {
  const hostBits = BigInt((family === 4 ? 32 : 128) - length);
  return { family, value: (value >> hostBits) << hostBits };
}

function containsIp({ prefix }: Cidr, { address }: Ip): boolean {
  if (prefix.address.family !== address.family) return false;
  return mask(prefix.address, prefix.length).value === mask(address, prefix.length).value;
}

/** Whether the other network, whose address must lie at the start of this one's, is no larger. */
function containsCidr(cidr: Cidr, other: Cidr): boolean {
  const { address, length } = cidr.prefix;
  const masked = mask(address, length);
  const inside = containsIp(cidr, new Ip(other.prefix.address));
  return inside && masked.family === other.prefix.address.family && length <= other.prefix.length;
}

function masked({ prefix }: Cidr): Cidr {
  return new Cidr({ address: mask(prefix.address, prefix.length), length: prefix.length });
}

const { bool, int, string } = types;

/**
 * Networks in CIDR notation.
 * @go k8s.io/apiserver/pkg/cel/library#CIDR
 */
export const cidrLibrary: Library = {
  types: [cidrType],
  functions: [
    define('cidr', overload('string_to_cidr', [string], cidrType, cidrOf)),
    define('isCIDR', overload('is_cidr', [string], bool, isCidr)),
    define(
      'containsIP',
      member('cidr_contains_ip_string', [cidrType, string], bool, (cidr: Cidr, text: string) =>
        containsIp(cidr, ipOf(text)),
      ),
      member('cidr_contains_ip_ip', [cidrType, ipType], bool, containsIp),
    ),
    define(
      'containsCIDR',
      member('cidr_contains_cidr_string', [cidrType, string], bool, (cidr: Cidr, text: string) =>
        containsCidr(cidr, cidrOf(text)),
      ),
      member('cidr_contains_cidr', [cidrType, cidrType], bool, containsCidr),
    ),
    define(
      'ip',
      member('cidr_ip', [cidrType], ipType, ({ prefix }: Cidr) => new Ip(prefix.address)),
    ),
    define(
      'prefixLength',
      member('cidr_prefix_length', [cidrType], int, ({ prefix }: Cidr) => prefix.length),
    ),
    define('masked', member('cidr_masked', [cidrType], cidrType, masked)),
    define('string', overload('cidr_to_string', [cidrType], string, String)),
  ],
};
