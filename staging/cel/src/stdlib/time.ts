import type { CelType } from '../types/cel-type.ts';
import type { FunctionDecl } from '../types/declarations.ts';
import { types } from '../types/types.ts';
import { CelError } from '../values/errors.ts';
import { toInt } from '../values/integers.ts';
import { splitTimestamp } from '../values/timestamp.ts';
import type { CelDuration, CelTimestamp, Value } from '../values/value.ts';
import { define, member } from './declare.ts';

const { duration, int, string, timestamp } = types;

/** A point in time as clocks in a time zone show it; read with the UTC getters. */
function inZone(time: CelTimestamp, zone: string): Date {
  const { millis } = splitTimestamp(time);
  if (zone === '' || zone === 'UTC') return new Date(millis);
  const offset = /^([+-]?)(\d\d?):(\d\d)$/.exec(zone);
  if (offset === null) return new Date(millis + zoneOffset(millis, zone));
  const [, sign, hours, minutes] = offset;
  return new Date(millis + (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000);
}

/** Zones can be spelled in many ways: only the latest are kept. */
const maxFormats = 100;
const formats = new Map<string, Intl.DateTimeFormat>();

/** How far a named zone is from UTC at a time, in milliseconds. */
function zoneOffset(millis: number, zone: string): number {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(millis)
      .map((part) => [part.type, Number(part.value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return local - Math.floor(millis / 1000) * 1000;
}

function formatOf(zone: string): Intl.DateTimeFormat {
  const cached = formats.get(zone);
  if (cached !== undefined) return cached;
  const numeric = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;
  try {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      second: 'numeric',
      ...numeric,
    });
    if (formats.size >= maxFormats) formats.delete(formats.keys().next().value ?? '');
    formats.set(zone, format);
    return format;
  } catch {
    throw new CelError(`unknown time zone ${zone}`);
  }
}

function dayOfYear(date: Date): number {
  return Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / 86_400_000);
}

type Reader = (date: Date, time: CelTimestamp) => number;

/** The readers of a timestamp's parts, with the ids of their overloads. */
const readers: readonly (readonly [string, string, Reader])[] = [
  ['getFullYear', 'timestamp_to_year', (date) => date.getUTCFullYear()],
  ['getMonth', 'timestamp_to_month', (date) => date.getUTCMonth()],
  ['getDayOfYear', 'timestamp_to_day_of_year', dayOfYear],
  ['getDate', 'timestamp_to_day_of_month_1_based', (date) => date.getUTCDate()],
  ['getDayOfMonth', 'timestamp_to_day_of_month', (date) => date.getUTCDate() - 1],
  ['getDayOfWeek', 'timestamp_to_day_of_week', (date) => date.getUTCDay()],
  ['getHours', 'timestamp_to_hours', (date) => date.getUTCHours()],
  ['getMinutes', 'timestamp_to_minutes', (date) => date.getUTCMinutes()],
  ['getSeconds', 'timestamp_to_seconds', (date) => date.getUTCSeconds()],
  ['getMilliseconds', 'timestamp_to_milliseconds', (_date, time) => Math.floor(splitTimestamp(time).nanos / 1_000_000)],
];

/** The readers of a duration: whole hours, minutes and seconds, and the milliseconds of its second. */
const durationReaders: ReadonlyMap<string, readonly [string, (nanos: bigint) => Value]> = new Map([
  ['getHours', ['duration_to_hours', (nanos: bigint): Value => toInt(nanos / 3_600_000_000_000n)]],
  ['getMinutes', ['duration_to_minutes', (nanos: bigint): Value => toInt(nanos / 60_000_000_000n)]],
  ['getSeconds', ['duration_to_seconds', (nanos: bigint): Value => toInt(nanos / 1_000_000_000n)]],
  ['getMilliseconds', ['duration_to_milliseconds', (nanos: bigint): Value => toInt(nanos / 1_000_000n)]],
]);

function timeFunction(name: string, id: string, read: Reader): FunctionDecl {
  const zoned = (time: CelTimestamp, zone: string): number => read(inZone(time, zone), time);
  const withZone: readonly CelType[] = [timestamp, string];
  const overloads = [
    member(id, [timestamp], int, (time: CelTimestamp) => zoned(time, 'UTC')),
    member(`${id}_with_tz`, withZone, int, zoned),
  ];
  const ofDuration = durationReaders.get(name);
  if (ofDuration === undefined) return define(name, ...overloads);
  const [durationId, readDuration] = ofDuration;
  return define(
    name,
    ...overloads,
    member(durationId, [duration], int, (value: CelDuration) => readDuration(value.nanos)),
  );
}

/** The parts of timestamps (by default in UTC) and durations. */
export const timeFunctions: readonly FunctionDecl[] = readers.map(([name, id, read]) => timeFunction(name, id, read));
