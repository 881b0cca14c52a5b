import { readFile } from 'node:fs/promises';

/** The candidates for a cluster's pod network, in the order in which they are tried. */
const candidates = Array.from({ length: 10 }, (_, index) => `10.${244 - index}.0.0/16`);

/** The first candidate network that no route of the machine overlaps; throws an Error if all are taken. */
export function pickClusterCidr(routes: readonly Ipv4Route[]): string {
  const free = candidates.find((cidr) => !routes.some((route) => overlaps(route, parseCidr(cidr))));
  if (free === undefined) throw new Error('no free pod network: every 10.235-244.0.0/16 is routed on this machine');
  return free;
}

/** A destination that the machine routes; addresses as numbers. */
export interface Ipv4Route {
  readonly address: number;
  readonly mask: number;
}

/** The IPv4 routes of this network namespace except the default one; none where the system does not tell. */
export async function readRoutes(): Promise<Ipv4Route[]> {
  const text = await readFile('/proc/net/route', 'utf8').catch(() => '');
  return parseRoutes(text);
}

/** Reads the text of /proc/net/route, whose addresses are little-endian hexadecimal. */
export function parseRoutes(text: string): Ipv4Route[] {
  return text
    .split('\n')
    .slice(1)
    .map((line) => line.split(/\s+/))
    .filter((columns) => columns.length > 7)
    .map((columns) => ({ address: littleEndian(columns[1] ?? '0'), mask: littleEndian(columns[7] ?? '0') }))
    .filter((route) => route.mask !== 0);
}

function littleEndian(hex: string): number {
  return Buffer.from(hex.padStart(8, '0'), 'hex').readUInt32LE();
}

function parseCidr(cidr: string): Ipv4Route {
  const [address = '', bits = '32'] = cidr.split('/');
  const number = address.split('.').reduce((sum, octet) => sum * 256 + Number(octet), 0);
  return { address: number, mask: Number(bits) === 0 ? 0 : (0xffffffff << (32 - Number(bits))) >>> 0 };
}

function overlaps(a: Ipv4Route, b: Ipv4Route): boolean {
  const mask = (a.mask & b.mask) >>> 0;
  return (a.address & mask) >>> 0 === (b.address & mask) >>> 0;
}
