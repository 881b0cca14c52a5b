import { type IpAddress, parseIp } from '@kubescript/apimachinery';
import { CelError } from '@kubescript/cel';

/** Why a text is no address, in the words of Go's net/netip. */
function whyNoIpv4(text: string): string {
  const fields = text.split('.');
  let consumed = '';
  for (const [index, field] of fields.entries()) {
    const bad = /[^0-9]/.exec(field);
    if (bad !== null) return `unexpected character (at ${JSON.stringify(text.slice(consumed.length + bad.index))})`;
    const at = `(at ${JSON.stringify(text.slice(consumed.length))})`;
    if (field === '') return `IPv4 field must have at least one digit ${at}`;
    if (/^0\d/.test(field)) return 'IPv4 field has octet with leading zero';
    if (Number(field) > 255) return 'IPv4 field has value >255';
    if (index === 4) return 'IPv4 address too long';
    consumed += `${field}.`;
  }
  return fields.length < 4 ? 'IPv4 address too short' : 'IPv4 address too long';
}

/** The same for IPv6: the first thing that a reader from the left stumbles over. */
function whyNoIpv6(text: string): string {
  let rest = text.startsWith('::') ? text.slice(2) : text;
  let ellipsis = text.startsWith('::');
  for (let group = 0; group < 8; group++) {
    const digits = /^[0-9a-fA-F]*/.exec(rest)?.[0] ?? '';
    const at = `(at ${JSON.stringify(rest)})`;
    if (digits.length > 4) return `each group must have 4 or less digits ${at}`;
    if (digits === '') return rest === '' ? 'address string too short' : missingDigits(rest);
    rest = rest.slice(digits.length);
    if (rest === '') return ellipsis || group === 7 ? 'trailing garbage after address' : 'address string too short';
    if (rest.startsWith('.')) return `embedded IPv4 address must replace the final 2 fields of the address ${at}`;
    if (!rest.startsWith(':')) return `unexpected character, want colon (at ${JSON.stringify(rest)})`;
    if (rest === ':') return `colon must be followed by more characters (at ${JSON.stringify(rest)})`;
    rest = rest.slice(1);
    if (!rest.startsWith(':')) continue;
    if (ellipsis) return `multiple :: in address (at ${JSON.stringify(rest)})`;
    ellipsis = true;
    rest = rest.slice(1);
  }
  return `trailing garbage after address (at ${JSON.stringify(rest)})`;
}

function missingDigits(rest: string): string {
  return `each colon-separated field must have at least one digit (at ${JSON.stringify(rest)})`;
}

function whyNoIp(text: string): string {
  const mark = /[.:%]/.exec(text)?.[0];
  if (mark === '.') return whyNoIpv4(text);
  if (mark === ':') return whyNoIpv6(text);
  return mark === '%' ? 'missing IPv6 address' : 'unable to parse IP';
}

/**
 * Reads an address as expressions allow them: no zones and no IPv4 addresses mapped into IPv6.
 * @go k8s.io/apiserver/pkg/cel/library#parseIPAddr
 */
export function readIp(text: string): IpAddress {
  const shown = JSON.stringify(text);
  if (text.includes('%') && parseIp(text.slice(0, text.indexOf('%')))?.family === 6) {
    throw new CelError(`IP address ${shown} with zone value is not allowed`);
  }
  const address = parseIp(text);
  if (address === undefined) {
    throw new CelError(
      `IP Address ${shown} parse error during conversion from string: ParseAddr(${shown}): ${whyNoIp(text)}`,
    );
  }
  if (isMapped(text, address)) throw new CelError(`IPv4-mapped IPv6 address ${shown} is not allowed`);
  return address;
}

function isMapped(text: string, address: IpAddress): boolean {
  return address.family === 4 && text.includes(':');
}

/** A network as it was written: the address may have bits below the prefix. */
export interface Prefix {
  readonly address: IpAddress;
  readonly length: number;
}

/**
 * Reads a network in CIDR notation.
 * @go k8s.io/apiserver/pkg/cel/library#parseCIDR
 */
export function readPrefix(text: string): Prefix {
  const slash = text.lastIndexOf('/');
  const fault = (reason: string): CelError => {
    const parse = `netip.ParsePrefix(${JSON.stringify(text)}): ${reason}`;
    return new CelError(`network address parse error during conversion from string: ${parse}`);
  };
  if (slash < 0) throw fault("no '/'");
  const written = text.slice(0, slash);
  const address = parseIp(written);
  if (address === undefined) throw fault(`ParseAddr(${JSON.stringify(written)}): ${whyNoIp(written)}`);
  const bits = text.slice(slash + 1);
  if (!/^(?:0|[1-9]\d*)$/.test(bits)) throw fault(`bad bits after slash: ${JSON.stringify(bits)}`);
  const length = Number(bits);
  if (length > (written.includes(':') ? 128 : 32)) throw fault('prefix length out of range');
  if (isMapped(written, address)) throw new CelError(`IPv4-mapped IPv6 address ${JSON.stringify(text)} is not allowed`);
  return { address, length };
}
