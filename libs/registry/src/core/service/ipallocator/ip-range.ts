/** An address family of Services. */
export type IpFamily = 'IPv4' | 'IPv6';

/** An address as a number with its family. */
export interface IpValue {
  readonly family: IpFamily;
  readonly value: bigint;
}

/** A block of addresses. */
export interface IpRange {
  readonly family: IpFamily;
  readonly base: bigint;
  /** Number of addresses, the first and the last included. */
  readonly size: bigint;
  /** As it was written. */
  readonly text: string;
}

/** The number behind an address; undefined if it is not one. */
export function parseIp(text: string): IpValue | undefined {
  return text.includes(':') ? parseIpv6(text) : parseIpv4(text);
}

/** The canonical text of an address. */
export function formatIp({ family, value }: IpValue): string {
  return family === 'IPv4' ? formatIpv4(value) : formatIpv6(value);
}

/** Reads `10.96.0.0/16`; throws an Error for anything else. */
export function parseIpRange(text: string): IpRange {
  const [address = '', bits = ''] = text.split('/');
  const ip = parseIp(address);
  const width = ip?.family === 'IPv6' ? 128 : 32;
  if (!ip || !/^\d+$/.test(bits) || Number(bits) > width) throw new Error(`invalid CIDR address: ${text}`);
  const size = 1n << BigInt(width - Number(bits));
  return { family: ip.family, base: ip.value - (ip.value % size), size, text };
}

/** The `index`-th address of a range. */
export function addressAt(range: IpRange, index: bigint): string {
  return formatIp({ family: range.family, value: range.base + index });
}

/** Position of an address in the range, or undefined if it is outside. */
export function indexIn(range: IpRange, ip: IpValue): bigint | undefined {
  const index = ip.value - range.base;
  return ip.family === range.family && index >= 0n && index < range.size ? index : undefined;
}

function parseIpv4(text: string): IpValue | undefined {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256)) {
    return undefined;
  }
  return { family: 'IPv4', value: parts.reduce((sum, part) => sum * 256n + BigInt(part), 0n) };
}

function parseIpv6(text: string): IpValue | undefined {
  const halves = text.split('::');
  if (halves.length > 2) return undefined;
  const [head = [], tail = []] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const missing = 8 - head.length - tail.length;
  if (halves.length === 1 ? missing !== 0 : missing < 1) return undefined;
  const groups = [...head, ...Array.from({ length: Math.max(0, missing) }, () => '0'), ...tail];
  if (!groups.every((group) => /^[0-9a-fA-F]{1,4}$/.test(group))) return undefined;
  return { family: 'IPv6', value: groups.reduce((sum, group) => sum * 65536n + BigInt(`0x${group}`), 0n) };
}

function formatIpv4(value: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => String((value >> shift) & 255n)).join('.');
}

function formatIpv6(value: bigint): string {
  const groups = Array.from({ length: 8 }, (_, index) => ((value >> BigInt(112 - 16 * index)) & 65535n).toString(16));
  const run = longestZeroRun(groups);
  if (run.length < 2) return groups.join(':');
  return `${groups.slice(0, run.start).join(':')}::${groups.slice(run.start + run.length).join(':')}`;
}

function longestZeroRun(groups: readonly string[]): { readonly start: number; readonly length: number } {
  let best = { start: 0, length: 0 };
  for (let start = 0; start < groups.length; start++) {
    let length = 0;
    while (groups[start + length] === '0') length++;
    if (length > best.length) best = { start, length };
  }
  return best;
}
