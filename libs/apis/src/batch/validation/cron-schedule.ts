import { parseDuration, quote } from '@kubescript/apimachinery';

/** One of the five fields of a schedule. */
interface Bounds {
  readonly min: number;
  readonly max: number;
  readonly names?: ReadonlyMap<string, number>;
}

const MONTHS = numbered(['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'], 1);
const DAYS = numbered(['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'], 0);

function numbered(names: readonly string[], first: number): ReadonlyMap<string, number> {
  return new Map(names.map((name, index) => [name, first + index]));
}

const FIELDS: readonly Bounds[] = [
  { min: 0, max: 59 },
  { min: 0, max: 23 },
  { min: 1, max: 31 },
  { min: 1, max: 12, names: MONTHS },
  { min: 0, max: 6, names: DAYS },
];

const DESCRIPTORS = ['@yearly', '@annually', '@monthly', '@weekly', '@daily', '@midnight', '@hourly'];
const EVERY = '@every ';

/**
 * What is wrong with a cron schedule in the words of the parser that the reference uses; undefined: nothing.
 *
 * @go github.com/robfig/cron/v3#Parser.Parse
 */
export function scheduleProblem(schedule: string): string | undefined {
  if (schedule === '') return 'empty spec string';
  const zone = /^(?:CRON_)?TZ=([^ ]*) /.exec(schedule);
  if (zone === null) return specProblem(schedule);
  const [prefix, location = ''] = zone;
  if (!isKnownZone(location)) return `provided bad location ${location}: unknown time zone ${location}`;
  return specProblem(schedule.slice(prefix.length).trim());
}

/** Whether there is such a time zone; '' is UTC. */
export function isKnownZone(zone: string): boolean {
  if (zone === '' || zone === 'Local') return true;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

function specProblem(spec: string): string | undefined {
  if (spec.startsWith('@')) return descriptorProblem(spec);
  const fields = spec.split(/\s+/).filter((field) => field !== '');
  if (fields.length !== FIELDS.length) {
    return `expected exactly ${FIELDS.length} fields, found ${fields.length}: [${fields.join(' ')}]`;
  }
  for (const [index, bounds] of FIELDS.entries()) {
    const problem = fieldProblem(fields[index] ?? '', bounds);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function descriptorProblem(descriptor: string): string | undefined {
  if (DESCRIPTORS.includes(descriptor)) return undefined;
  if (!descriptor.startsWith(EVERY)) return `unrecognized descriptor: ${descriptor}`;
  try {
    parseDuration(descriptor.slice(EVERY.length));
    return undefined;
  } catch (error) {
    return `failed to parse duration ${descriptor}: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function fieldProblem(field: string, bounds: Bounds): string | undefined {
  for (const part of field.split(',').filter((item) => item !== '')) {
    const problem = rangeProblem(part, bounds);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** The first and the last value of a range, and how it is stepped through. */
interface Range {
  readonly start: number;
  readonly end: number;
  readonly step: number;
}

function rangeProblem(text: string, { min, max, names }: Bounds): string | undefined {
  const range = parseRange(text, { min, max, ...(names === undefined ? {} : { names }) });
  if (typeof range === 'string') return range;
  const { start, end, step } = range;
  if (start < min) return `beginning of range (${start}) below minimum (${min}): ${text}`;
  if (end > max) return `end of range (${end}) above maximum (${max}): ${text}`;
  if (start > end) return `beginning of range (${start}) beyond end of range (${end}): ${text}`;
  return step === 0 ? `step of range should be a positive number: ${text}` : undefined;
}

/** @go github.com/robfig/cron/v3#getRange */
function parseRange(text: string, bounds: Bounds): Range | string {
  const [range = '', stepText, ...more] = text.split('/');
  const [low = '', high, ...others] = range.split('-');
  const isAny = low === '*' || low === '?';
  const start = isAny ? bounds.min : parseValue(low, bounds.names);
  if (typeof start === 'string') return start;
  if (!isAny && others.length > 0) return `too many hyphens: ${text}`;
  const last = isAny ? bounds.max : high === undefined ? start : parseValue(high, bounds.names);
  if (typeof last === 'string') return last;
  if (more.length > 0) return `too many slashes: ${text}`;
  if (stepText === undefined) return { start, end: last, step: 1 };
  const step = parseValue(stepText);
  if (typeof step === 'string') return step;
  return { start, end: high === undefined ? bounds.max : last, step };
}

function parseValue(text: string, names?: Bounds['names']): number | string {
  const named = names?.get(text.toLowerCase());
  if (named !== undefined) return named;
  if (!/^[+-]?\d+$/.test(text)) {
    return `failed to parse int from ${text}: strconv.Atoi: parsing ${quote(text)}: invalid syntax`;
  }
  const value = BigInt(text.replace(/^\+/, ''));
  if (BigInt.asIntN(64, value) !== value) {
    return `failed to parse int from ${text}: strconv.Atoi: parsing ${quote(text)}: value out of range`;
  }
  return value < 0n ? `negative number (${value}) not allowed: ${text}` : Number(value);
}
