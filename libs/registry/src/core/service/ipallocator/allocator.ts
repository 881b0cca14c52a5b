import { randomInt } from 'node:crypto';

import { addressAt, formatIp, indexIn, parseIp, parseIpRange, type IpFamily, type IpRange } from './ip-range.ts';

const maxRandomTries = 16;

/**
 * Hands out the addresses of one range. The first and the last address of an IPv4 range are never given away; random
 * ones come from the upper part, so that the lower part stays free for addresses that people choose.
 *
 * @go k8s.io/kubernetes/pkg/registry/core/service/ipallocator#Interface
 */
export class IpAllocator {
  readonly range: IpRange;
  private readonly used = new Set<string>();

  constructor(cidr: string) {
    this.range = parseIpRange(cidr);
  }

  get family(): IpFamily {
    return this.range.family;
  }

  /** Number of addresses in use. */
  get usedCount(): number {
    return this.used.size;
  }

  /** Takes a particular address; the reason if that is impossible. */
  allocate(text: string): string | undefined {
    const ip = parseIp(text);
    if (!ip || !this.isAllocatable(indexIn(this.range, ip))) {
      return 'the provided network does not match the current range';
    }
    const address = formatIp(ip);
    if (this.used.has(address)) return 'provided IP is already allocated';
    this.used.add(address);
    return undefined;
  }

  /** Takes any free address; undefined if there is none left. */
  allocateNext(): string | undefined {
    for (let attempt = 0; attempt < maxRandomTries; attempt++) {
      const address = addressAt(this.range, this.randomIndex());
      if (this.take(address)) return address;
    }
    for (let index = 1n; index <= this.lastIndex; index++) {
      const address = addressAt(this.range, index);
      if (this.take(address)) return address;
    }
    return undefined;
  }

  release(address: string): void {
    this.used.delete(address);
  }

  /** The addresses in use. */
  get usedAddresses(): readonly string[] {
    return [...this.used];
  }

  has(address: string): boolean {
    return this.used.has(address);
  }

  private take(address: string): boolean {
    if (this.used.has(address)) return false;
    this.used.add(address);
    return true;
  }

  private get lastIndex(): bigint {
    return this.range.size - (this.family === 'IPv4' ? 2n : 1n);
  }

  private isAllocatable(index: bigint | undefined): boolean {
    return index !== undefined && index >= 1n && index <= this.lastIndex;
  }

  /** An index above the band of chosen addresses. */
  private randomIndex(): bigint {
    const count = Number(this.lastIndex < 1n << 32n ? this.lastIndex : (1n << 32n) - 1n);
    const band = Math.min(Math.max(16, Math.floor(count / 16)), 256);
    const first = count > band + 1 ? band + 1 : 1;
    return BigInt(randomInt(first, count + 1));
  }
}
