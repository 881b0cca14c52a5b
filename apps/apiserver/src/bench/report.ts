import type { Measurement } from './measure.ts';

/** CPU microseconds per operation of Kubernetes v1.36.2 with etcd 3.5, store included, on a 2-core machine. */
const reference: Readonly<Record<string, number>> = {
  'create ConfigMap 1 KB, 64 clients': 840,
  'create Pod 8 KB, 64 clients': 1940,
  'get Pod, 64 clients': 768,
  'put Pod, 32 clients': 5973,
  'merge patch of a Pod, 32 clients': 6560,
  'strategic patch of a Pod, 32 clients': 7037,
  'apply of a Pod, 32 clients': 10_087,
  'delete Pod, 32 clients': 4320,
  'list 10000 pods': 1_028_000,
  'list 10000 pods, 8 at once': 879_583,
  'list 10000 pods, gzip': 968_000,
  'list 10000 pods, protobuf': 568_000,
  'list 10000 pods, metadata': 290_000,
  'list 10000 pods, table': 510_000,
  'list 10000 pods, 1 % by label': 27_800,
  'watch event to one of 1000': 62,
};

const columns = ['work', 'op/s', 'p50 ms', 'p99 ms', 'CPU µs/op', 'Kubernetes', 'share', 'RSS MB'] as const;
const widths = [42, 9, 9, 9, 11, 11, 7, 7] as const;

/** The line above the figures. */
export const heading = (): string => line(columns);

/** One measurement as a line; `share` is our CPU per operation as a part of the reference's. */
export function row(measured: Measurement): string {
  const theirs = reference[measured.name];
  return line([
    measured.name,
    measured.perSecond.toPrecision(3),
    measured.p50.toPrecision(3),
    measured.p99.toPrecision(3),
    measured.cpuMicroseconds.toFixed(0),
    theirs === undefined ? '' : String(theirs),
    theirs === undefined ? '' : (measured.cpuMicroseconds / theirs).toFixed(2),
    measured.residentMegabytes.toFixed(0),
  ]);
}

function line(cells: readonly string[]): string {
  return cells
    .map((cell, index) => (index === 0 ? cell.padEnd(widths[index]) : cell.padStart(widths[index] ?? 0)))
    .join(' ');
}
