import { CelError } from './errors.ts';
import { CelTimestamp } from './value.ts';

const nanosPerSecond = 1_000_000_000n;

/** 0001-01-01T00:00:00Z and 9999-12-31T23:59:59.999999999Z, in nanoseconds. */
const minNanos = -62_135_596_800n * nanosPerSecond;
const maxNanos = 253_402_300_799n * nanosPerSecond + 999_999_999n;

/** A timestamp within the years 1 to 9999. */
export function newTimestamp(nanos: bigint): CelTimestamp {
  if (nanos < minNanos || nanos > maxNanos) throw new CelError('timestamp overflow');
  return new CelTimestamp(nanos);
}

const rfc3339 = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:[.,](\d+))?(Z|[+-]\d\d:\d\d)$/;

/** Reads an RFC 3339 time; undefined when the text is none. */
export function parseTimestamp(text: string): CelTimestamp | undefined {
  const match = rfc3339.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second] = match.map(Number);
  if (!isDate(Number(year), Number(month), Number(day))) return undefined;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  const offset = offsetMinutes(match[8] ?? 'Z');
  if (offset === undefined) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  date.setUTCHours(Number(hour), Number(minute) - offset, Number(second));
  const fraction = BigInt((match[7] ?? '').slice(0, 9).padEnd(9, '0'));
  return new CelTimestamp(BigInt(date.getTime()) * 1_000_000n + fraction);
}

function isDate(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false;
  const date = new Date(0);
  date.setUTCFullYear(year, month, 0);
  return day <= date.getUTCDate();
}

/** The minutes of an offset (`Z`, `+02:00`); undefined beyond a day. */
function offsetMinutes(text: string): number | undefined {
  if (text === 'Z') return 0;
  const hours = Number(text.slice(1, 3));
  const minutes = Number(text.slice(4, 6));
  if (hours > 23 || minutes > 59) return undefined;
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

/** Whole milliseconds, rounded down, and the nanoseconds of the second. */
export function splitTimestamp(timestamp: CelTimestamp): { readonly millis: number; readonly nanos: number } {
  const fraction = ((timestamp.nanos % nanosPerSecond) + nanosPerSecond) % nanosPerSecond;
  const seconds = (timestamp.nanos - fraction) / nanosPerSecond;
  return { millis: Number(seconds) * 1000, nanos: Number(fraction) };
}

/** A timestamp as `string(t)` gives it: RFC 3339 in UTC, with a fraction where there is one. */
export function formatTimestamp(timestamp: CelTimestamp): string {
  const { millis, nanos } = splitTimestamp(timestamp);
  const seconds = new Date(millis).toISOString().slice(0, 19);
  const fraction = nanos === 0 ? '' : `.${String(nanos).padStart(9, '0').replace(/0+$/, '')}`;
  return `${seconds}${fraction}Z`;
}
