import { isIP } from 'node:net';

/** Thrown when every subnet of the cluster's network is in use. */
export class CidrRangeFullError extends Error {
  override readonly name = 'CidrRangeFullError';

  constructor(cidr: string) {
    super(`CIDR allocation failed; there are no remaining CIDRs left to allocate in ${cidr}`);
  }
}

/**
 * Hands out subnets of equal size from one network, the lowest free one first after the one handed out last.
 * @go k8s.io/kubernetes/pkg/controller/nodeipam/ipam/cidrset#CidrSet
 */
export class CidrSet {
  readonly cidr: string;
  readonly family: 4 | 6;
  readonly #base: bigint;
  readonly #maskBits: number;
  readonly #step: bigint;
  readonly #max: number;
  readonly #used = new Set<number>();
  #next = 0;

  /**
   * @param cidr the network, `10.244.0.0/16`.
   * @param subnetBits the mask of the subnets: 24 for /24.
   */
  constructor(cidr: string, subnetBits: number) {
    const [address = '', bits = ''] = cidr.split('/');
    const family = isIP(address);
    const width = family === 4 ? 32 : 128;
    const networkBits = Number(bits);
    if (family === 0 || !Number.isInteger(networkBits) || networkBits > width) throw new Error(`invalid CIDR ${cidr}`);
    if (subnetBits < networkBits || subnetBits > width) {
      throw new Error(`node CIDR mask size /${subnetBits} does not fit into ${cidr}`);
    }
    if (subnetBits - networkBits > 16) {
      throw new Error(
        `node CIDR mask size /${subnetBits} gives too many subnets of ${cidr}: at most 65536 are possible`,
      );
    }
    this.cidr = cidr;
    this.family = family as 4 | 6;
    this.#maskBits = subnetBits;
    this.#step = 1n << BigInt(width - subnetBits);
    this.#base = (parseAddress(address) >> BigInt(width - networkBits)) << BigInt(width - networkBits);
    this.#max = 2 ** (subnetBits - networkBits);
  }

  /** Takes the next free subnet; throws CidrRangeFullError if there is none. */
  allocateNext(): string {
    for (let tried = 0; tried < this.#max; tried++) {
      const index = (this.#next + tried) % this.#max;
      if (this.#used.has(index)) continue;
      this.#used.add(index);
      this.#next = (index + 1) % this.#max;
      return this.#subnet(index);
    }
    throw new CidrRangeFullError(this.cidr);
  }

  /** Marks a subnet as used (a node has it already); ignores one that is not of this network. */
  occupy(subnet: string): void {
    const index = this.#indexOf(subnet);
    if (index !== undefined) this.#used.add(index);
  }

  /** Gives a subnet back. */
  release(subnet: string): void {
    const index = this.#indexOf(subnet);
    if (index !== undefined) this.#used.delete(index);
  }

  #subnet(index: number): string {
    return `${formatAddress(this.#base + BigInt(index) * this.#step, this.family)}/${this.#maskBits}`;
  }

  #indexOf(subnet: string): number | undefined {
    const address = subnet.split('/')[0] ?? '';
    if (isIP(address) !== this.family) return undefined;
    const offset = parseAddress(address) - this.#base;
    const index = Number(offset / this.#step);
    return offset >= 0n && index < this.#max ? index : undefined;
  }
}

function parseAddress(address: string): bigint {
  if (isIP(address) === 4) return address.split('.').reduce((sum, octet) => (sum << 8n) + BigInt(octet), 0n);
  const [head = '', tail = ''] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === '' ? [] : tail.split(':');
  const groups = [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
  return groups.reduce((sum, group) => (sum << 16n) + BigInt(`0x${group}`), 0n);
}

function formatAddress(address: bigint, family: 4 | 6): string {
  if (family === 4) return [24n, 16n, 8n, 0n].map((shift) => String((address >> shift) & 0xffn)).join('.');
  const groups = Array.from({ length: 8 }, (_, index) =>
    ((address >> BigInt(112 - index * 16)) & 0xffffn).toString(16),
  );
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1); // in its shortest form
}
