import type { MicroTime, Time } from '../runtime/scalars.ts';
import { ParseError } from './parse-error.ts';

/** The second that was formatted last: most times are the present one. */
let last = { second: 0, text: '1970-01-01T00:00:00Z' };

/** The Time of milliseconds since the epoch; fractions of a second are cut off. */
export function formatTime(ms: number): Time {
  const second = Math.floor(ms / 1000);
  if (second !== last.second) last = { second, text: `${new Date(second * 1000).toISOString().slice(0, 19)}Z` };
  return last.text;
}

/** The MicroTime of milliseconds since the epoch, which may have a fraction. */
export function formatMicroTime(ms: number): MicroTime {
  const seconds = Math.floor(ms / 1000);
  const micros = Math.floor((ms - seconds * 1000) * 1000 + 1e-6);
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}.${String(micros).padStart(6, '0')}Z`;
}

const rfc3339 = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:[.,](\d+))?(Z|[+-]\d\d:\d\d)$/;

/**
 * Milliseconds since the epoch of an RFC 3339 text, with a fraction where it has microseconds. Throws ParseError in
 * the words of Go's time.Parse.
 */
export function parseTime(text: string): number {
  const match = rfc3339.exec(text);
  if (match === null) throw new ParseError(malformed(text));
  const [, year, month, day, hour, minute, second, fraction = '', zone = 'Z'] = match;
  const date = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
  const problem = outOfRange(text, new Date(date), [year, month, day, hour, minute, second].map(Number));
  if (problem !== undefined) throw new ParseError(problem);
  const ms = fraction === '' ? 0 : Number(`0.${fraction}`) * 1000;
  return date - zoneOffset(zone) + ms;
}

function zoneOffset(zone: string): number {
  if (zone === 'Z') return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4, 6));
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000;
}

function outOfRange(text: string, date: Date, parts: readonly number[]): string | undefined {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts;
  const fail = (part: string): string => `parsing time ${JSON.stringify(text)}: ${part} out of range`;
  if (month < 1 || month > 12) return fail('month');
  if (hour > 23) return fail('hour');
  if (minute > 59) return fail('minute');
  if (second > 59) return fail('second');
  // Date.UTC reads years below 100 as 19xx, which no object of the API has.
  return year >= 100 && (day < 1 || date.getUTCDate() !== day) ? fail('day') : undefined;
}

const layout = '2006-01-02T15:04:05Z07:00';
const layoutParts = [
  [/^\d{4}/, '2006'],
  [/^-/, '-'],
  [/^\d\d/, '01'],
  [/^-/, '-'],
  [/^\d\d/, '02'],
  [/^T/, 'T'],
  [/^\d\d/, '15'],
  [/^:/, ':'],
  [/^\d\d/, '04'],
  [/^:/, ':'],
  [/^\d\d(?:[.,]\d+)?/, '05'],
  [/^(?:Z|[+-]\d\d:\d\d)/, 'Z07:00'],
] as const;

/** Where Go's parser stops, and what it wanted there. */
function malformed(text: string): string {
  let rest = text;
  for (const [expression, name] of layoutParts) {
    const found = expression.exec(rest);
    if (found === null) {
      return `parsing time ${JSON.stringify(text)} as ${JSON.stringify(layout)}: cannot parse ${JSON.stringify(rest)} as ${JSON.stringify(name)}`;
    }
    rest = rest.slice(found[0].length);
  }
  return `parsing time ${JSON.stringify(text)}: extra text: ${JSON.stringify(rest)}`;
}
