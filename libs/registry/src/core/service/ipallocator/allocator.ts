import { randomInt } from 'node:crypto';

import { addressAt, indexIn, parseIp, type IpRange } from './ip-range.ts';

const maxRandomTries = 16;

/** Whether an address may be given to a Service: of an IPv4 range neither the first nor the last. */
export function isAllocatable(range: IpRange, address: string): boolean {
  const ip = parseIp(address);
  const index = ip && indexIn(range, ip);
  return index !== undefined && index >= 1n && index <= lastIndex(range);
}

/**
 * Addresses of a range in the order in which to try them: some at random from the upper part, so that the lower part
 * stays free for addresses that people choose, then all.
 *
 * @go k8s.io/kubernetes/pkg/registry/core/service/ipallocator#(*Allocator).AllocateNextService
 */
export function* candidateAddresses(range: IpRange): Generator<string> {
  for (let attempt = 0; attempt < maxRandomTries; attempt++) yield addressAt(range, randomIndex(range));
  for (let index = lastIndex(range); index >= 1n; index--) yield addressAt(range, index);
}

/** How many addresses of a range can be given to Services. */
export function allocatableCount(range: IpRange): number {
  return Number(lastIndex(range));
}

function lastIndex({ family, size }: IpRange): bigint {
  return size - (family === 'IPv4' ? 2n : 1n);
}

/** An index above the band of chosen addresses. */
function randomIndex(range: IpRange): bigint {
  const last = lastIndex(range);
  const count = Number(last < 1n << 32n ? last : (1n << 32n) - 1n);
  const band = Math.min(Math.max(16, Math.floor(count / 16)), 256);
  const first = count > band + 1 ? band + 1 : 1;
  return BigInt(randomInt(first, count + 1));
}
