import { CelError } from './errors.ts';
import { maxInt64, minInt64 } from './integers.ts';
import { CelDuration } from './value.ts';

const unitNanos: ReadonlyMap<string, bigint> = new Map([
  ['ns', 1n],
  ['us', 1_000n],
  ['µs', 1_000n],
  ['μs', 1_000n],
  ['ms', 1_000_000n],
  ['s', 1_000_000_000n],
  ['m', 60_000_000_000n],
  ['h', 3_600_000_000_000n],
]);

/** A duration within 64 bits of nanoseconds. */
export function newDuration(nanos: bigint): CelDuration {
  if (nanos < minInt64 || nanos > maxInt64) throw new CelError('duration overflow');
  return new CelDuration(nanos);
}

/** Reads a duration as Go writes them (`1h30m`, `-1.5s`); undefined when the text is none. */
export function parseDuration(text: string): CelDuration | undefined {
  const sign = text.startsWith('-') ? -1n : 1n;
  const body = text.replace(/^[+-]/, '');
  if (body === '0') return new CelDuration(0n);
  if (body === '') return undefined;
  const part = /(\d*)(?:\.(\d*))?(ns|us|\u00b5s|\u03bcs|ms|s|m|h)/gy;
  let nanos = 0n;
  let end = 0;
  for (let match = part.exec(body); match !== null; match = part.exec(body)) {
    const [, whole = '', fraction = '', unit = ''] = match;
    if (whole === '' && fraction === '') return undefined;
    const scale = unitNanos.get(unit) ?? 0n;
    nanos += BigInt(whole === '' ? 0 : whole) * scale + fractionOf(fraction, scale);
    end = part.lastIndex;
  }
  nanos *= sign;
  return end === body.length && nanos >= minInt64 && nanos <= maxInt64 ? new CelDuration(nanos) : undefined;
}

function fractionOf(digits: string, scale: bigint): bigint {
  return digits === '' ? 0n : (BigInt(digits) * scale) / 10n ** BigInt(digits.length);
}

/** A duration as `string(d)` gives it: seconds, with a fraction where there is one. */
export function formatDuration(duration: CelDuration): string {
  const negative = duration.nanos < 0n;
  const nanos = negative ? -duration.nanos : duration.nanos;
  const fraction = String(nanos % 1_000_000_000n)
    .padStart(9, '0')
    .replace(/0+$/, '');
  const seconds = String(nanos / 1_000_000_000n);
  return `${negative ? '-' : ''}${seconds}${fraction === '' ? '' : `.${fraction}`}s`;
}
