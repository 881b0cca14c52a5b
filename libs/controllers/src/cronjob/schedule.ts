import { localParts, zonedMillis } from './time-zone.ts';

/** When something is to happen again and again. */
export interface Schedule {
  /** The first time after `after` (milliseconds); undefined if there is none within five years. */
  next(after: number): number | undefined;
}

interface Field {
  readonly values: ReadonlySet<number>;
  /** True if the field was written as `*` or `?`, which matters for days. */
  readonly isAny: boolean;
}

const bounds = {
  minute: { min: 0, max: 59, names: [] },
  hour: { min: 0, max: 23, names: [] },
  dayOfMonth: { min: 1, max: 31, names: [] },
  month: {
    min: 1,
    max: 12,
    names: ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'],
  },
  dayOfWeek: { min: 0, max: 7, names: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] },
} as const;

type Bounds = { readonly min: number; readonly max: number; readonly names: readonly string[] };

const macros: Readonly<Record<string, string>> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
};

const day = 86_400_000;

/**
 * Reads a schedule in cron's five fields, a macro such as `@hourly`, or `@every 1h30m`; throws an Error that says what
 * is wrong with it.
 *
 * @go github.com/robfig/cron/v3#ParseStandard
 */
export function parseSchedule(text: string, timeZone = 'UTC'): Schedule {
  const every = /^@every\s+(\S+)$/.exec(text.trim())?.[1];
  if (every !== undefined) return everySchedule(every);
  const parts = (macros[text.trim().toLowerCase()] ?? text).trim().split(/\s+/);
  const [minute = '', hour = '', dayOfMonth = '', month = '', dayOfWeek = ''] = parts;
  if (parts.length !== 5) throw new Error(`expected exactly 5 fields, found ${String(parts.length)}: ${text}`);
  const fields = {
    minute: parseField(minute, bounds.minute),
    hour: parseField(hour, bounds.hour),
    dayOfMonth: parseField(dayOfMonth, bounds.dayOfMonth),
    month: parseField(month, bounds.month),
    dayOfWeek: sundayAsZero(parseField(dayOfWeek, bounds.dayOfWeek)),
  };
  return { next: (after) => nextTime(fields, after, timeZone) };
}

type Fields = Readonly<Record<keyof typeof bounds, Field>>;

/** Looks day by day for one that fits, then for its first fitting minute. */
function nextTime(fields: Fields, after: number, timeZone: string): number | undefined {
  const start = localParts(after, timeZone);
  let date = Date.UTC(start.year, start.month - 1, start.day);
  let from = start.hour * 60 + start.minute + 1;
  for (let days = 0; days < 5 * 366; days++) {
    if (dayFits(fields, new Date(date))) {
      for (let minute = from; minute < 1440; minute++) {
        if (!fields.hour.values.has(Math.floor(minute / 60)) || !fields.minute.values.has(minute % 60)) continue;
        const time = zonedMillis(date + minute * 60_000, timeZone);
        if (time !== undefined && time > after) return time;
      }
    }
    date += day;
    from = 0;
  }
  return undefined;
}

/** As cron has it: where both kinds of days are restricted, one of them is enough. */
function dayFits({ month, dayOfMonth, dayOfWeek }: Fields, date: Date): boolean {
  if (!month.values.has(date.getUTCMonth() + 1)) return false;
  const [inMonth, inWeek] = [dayOfMonth.values.has(date.getUTCDate()), dayOfWeek.values.has(date.getUTCDay())];
  return dayOfMonth.isAny || dayOfWeek.isAny ? inMonth && inWeek : inMonth || inWeek;
}

function parseField(text: string, limits: Bounds): Field {
  const values = new Set<number>();
  for (const part of text.split(',')) for (const value of parsePart(part, limits)) values.add(value);
  return { values, isAny: /^[*?]/.test(text) };
}

function parsePart(part: string, limits: Bounds): readonly number[] {
  const [range = '', stepText, ...more] = part.split('/');
  const step = stepText === undefined ? 1 : Number(stepText);
  if (more.length > 0 || !Number.isInteger(step) || step < 1) throw new Error(`bad step in ${part}`);
  const [first = '', last, ...rest] = range.split('-');
  if (rest.length > 0) throw new Error(`too many hyphens: ${part}`);
  const isAny = first === '*' || first === '?';
  const start = isAny ? limits.min : parseValue(first, limits);
  const single = stepText === undefined ? start : limits.max;
  const end = isAny ? limits.max : last === undefined ? single : parseValue(last, limits);
  if (start < limits.min || end > limits.max || start > end) throw new Error(`${part} is out of range`);
  const values: number[] = [];
  for (let value = start; value <= end; value += step) values.push(value);
  return values;
}

function parseValue(text: string, { names }: Bounds): number {
  const named = names.indexOf(text.toLowerCase());
  if (named >= 0) return names.length === 12 ? named + 1 : named;
  if (!/^\d+$/.test(text)) throw new Error(`failed to parse ${text} as a number`);
  return Number(text);
}

function sundayAsZero({ values, isAny }: Field): Field {
  return { values: new Set([...values].map((value) => value % 7)), isAny };
}

function everySchedule(text: string): Schedule {
  const units: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1000 };
  const parts = [...text.matchAll(/(\d+)([hms])/g)];
  if (parts.map(([all]) => all).join('') !== text || text === '')
    throw new Error(`failed to parse duration @every ${text}`);
  const period = Math.max(
    1000,
    parts.reduce((sum, [, amount, unit = 's']) => sum + Number(amount) * (units[unit] ?? 0), 0),
  );
  return { next: (after) => Math.floor((after + period) / 1000) * 1000 };
}
