/**
 * The numbers that a bitmap of a RangeAllocation has, counted from `first`.
 *
 * @go k8s.io/kubernetes/pkg/registry/core/service/allocator#(*AllocationBitmap).Restore
 */
export function portsOfBitmap(first: number, data: string): number[] {
  const bytes = Buffer.from(data, 'base64').reverse();
  const ports: number[] = [];
  for (const [at, byte] of bytes.entries()) {
    for (let bit = 0; bit < 8; bit++) if ((byte >> bit) & 1) ports.push(first + at * 8 + bit);
  }
  return ports;
}

/** The bitmap of some numbers from `first` on: a big-endian integer without leading zeros. */
export function bitmapOfPorts(first: number, ports: readonly number[]): string {
  const size = Math.max(0, ...ports.map((port) => port - first + 1));
  const bytes = Buffer.alloc(Math.ceil(size / 8));
  for (const port of ports) {
    const at = (port - first) >> 3;
    bytes[at] = (bytes[at] ?? 0) | (1 << ((port - first) & 7));
  }
  return bytes.reverse().toString('base64');
}
