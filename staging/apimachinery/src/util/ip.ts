/** An IP address as a number. */
export interface IpAddress {
  readonly family: 4 | 6;
  readonly value: bigint;
}

/** A network in CIDR notation. */
export interface Cidr {
  /** The first address of the network. */
  readonly base: IpAddress;
  readonly prefixLength: number;
}

/**
 * Reads an IPv4 or IPv6 address; undefined if the text is none. Leading zeros in IPv4 are refused, zones too. An
 * IPv4 address mapped into IPv6 (`::ffff:10.0.0.1`) is an IPv4 address, as in Go.
 */
export function parseIp(text: string): IpAddress | undefined {
  if (text.includes(':')) return parseIpv6(text);
  const value = parseIpv4(text);
  return value === undefined ? undefined : { family: 4, value };
}

/**
 * As parseIp, but leading zeros in IPv4 are read as decimal, as old versions of Go did.
 *
 * @go k8s.io/utils/net#ParseIPSloppy
 */
export function parseIpSloppy(text: string): IpAddress | undefined {
  return parseIp(withoutLeadingZeros(text));
}

function withoutLeadingZeros(text: string): string {
  if (!text.includes('.')) return text;
  const start = text.lastIndexOf(':') + 1;
  return text.slice(0, start) + text.slice(start).replace(/(?<!\d)0+(?=\d)/g, '');
}

function parseIpv4(text: string): bigint | undefined {
  const parts = text.split('.');
  if (parts.length !== 4) return undefined;
  let value = 0n;
  for (const part of parts) {
    if (!/^(0|[1-9]\d{0,2})$/.test(part) || Number(part) > 255) return undefined;
    value = (value << 8n) | BigInt(part);
  }
  return value;
}

function parseIpv6(text: string): IpAddress | undefined {
  const expanded = expandEmbeddedIpv4(text);
  if (expanded === undefined) return undefined;
  const halves = expanded.split('::');
  if (halves.length > 2) return undefined;
  const head = groupsOf(halves[0] ?? '');
  const tail = halves.length === 2 ? groupsOf(halves[1] ?? '') : [];
  if (head === undefined || tail === undefined) return undefined;
  const missing = 8 - head.length - tail.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return undefined;
  const groups = [...head, ...Array.from({ length: missing }, () => 0n), ...tail];
  const value = groups.reduce((sum, group) => (sum << 16n) | group, 0n);
  return value >> 32n === 0xffffn ? { family: 4, value: value & 0xffffffffn } : { family: 6, value };
}

function expandEmbeddedIpv4(text: string): string | undefined {
  if (!text.includes('.')) return text;
  const start = text.lastIndexOf(':') + 1;
  const low = parseIpv4(text.slice(start));
  if (low === undefined) return undefined;
  return `${text.slice(0, start)}${(low >> 16n).toString(16)}:${(low & 0xffffn).toString(16)}`;
}

function groupsOf(text: string): bigint[] | undefined {
  if (text === '') return [];
  const parts = text.split(':');
  return parts.every((part) => /^[0-9a-fA-F]{1,4}$/.test(part)) ? parts.map((part) => BigInt(`0x${part}`)) : undefined;
}

/** The canonical text of an address (RFC 5952). */
export function formatIp(ip: IpAddress): string {
  if (ip.family === 4) return [24n, 16n, 8n, 0n].map((shift) => String((ip.value >> shift) & 0xffn)).join('.');
  const groups = Array.from({ length: 8 }, (_, i) => Number((ip.value >> BigInt(112 - 16 * i)) & 0xffffn));
  const [start, length] = longestZeroRun(groups);
  const hex = (part: readonly number[]): string => part.map((group) => group.toString(16)).join(':');
  if (length < 2) return hex(groups);
  return `${hex(groups.slice(0, start))}::${hex(groups.slice(start + length))}`;
}

function longestZeroRun(groups: readonly number[]): readonly [start: number, length: number] {
  let best: readonly [number, number] = [0, 0];
  for (let start = 0; start < groups.length; start++) {
    let end = start;
    while (end < groups.length && groups[end] === 0) end++;
    if (end - start > best[1]) best = [start, end - start];
  }
  return best;
}

/** Reads `10.96.0.0/16`; the host bits are dropped. Undefined if the text is no network. */
export function parseCidr(text: string): Cidr | undefined {
  const [address = '', length, ...rest] = text.split('/');
  const ip = parseIp(address);
  if (ip === undefined || length === undefined || rest.length > 0 || !/^(0|[1-9]\d{0,2})$/.test(length))
    return undefined;
  const prefixLength = Number(length);
  if (prefixLength > bitsOf(ip)) return undefined;
  const hostBits = BigInt(bitsOf(ip) - prefixLength);
  return { base: { family: ip.family, value: (ip.value >> hostBits) << hostBits }, prefixLength };
}

/** As parseCidr, with leading zeros allowed. @go k8s.io/utils/net#ParseCIDRSloppy */
export function parseCidrSloppy(text: string): Cidr | undefined {
  const [address = '', length = '', ...rest] = text.split('/');
  if (rest.length > 0 || !/^\d+$/.test(length)) return undefined;
  return parseCidr(`${withoutLeadingZeros(address)}/${String(Number(length))}`);
}

/** The canonical text of a network. */
export function formatCidr(cidr: Cidr): string {
  return `${formatIp(cidr.base)}/${String(cidr.prefixLength)}`;
}

/** How many addresses a network has. */
export function cidrSize(cidr: Cidr): bigint {
  return 1n << BigInt(bitsOf(cidr.base) - cidr.prefixLength);
}

/** True if the address lies in the network. */
export function cidrContains(cidr: Cidr, ip: IpAddress): boolean {
  const offset = ip.value - cidr.base.value;
  return ip.family === cidr.base.family && offset >= 0n && offset < cidrSize(cidr);
}

function bitsOf(ip: IpAddress): number {
  return ip.family === 4 ? 32 : 128;
}
