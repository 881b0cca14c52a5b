import { DecodeError } from './context.ts';

const RFC3339 = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:[.,](\d{1,9}))?(Z|[+-]\d\d:\d\d)$/;
const SECONDS_UTC = /^\d{4}-(?:0[1-9]|1[0-2])-(?:[0-2]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/;

/** RFC 3339 in any zone → UTC with seconds, as metav1.Time is encoded; throws DecodeError. */
export function canonicalTime(text: string): string {
  if (SECONDS_UTC.test(text) && isValidDay(text)) return text;
  return `${parse(text, '2006-01-02T15:04:05Z07:00').date.toISOString().slice(0, 19)}Z`;
}

/** RFC 3339 in any zone → UTC with microseconds, as metav1.MicroTime is encoded; throws DecodeError. */
export function canonicalMicroTime(text: string): string {
  const { date, fraction } = parse(text, '2006-01-02T15:04:05.000000Z07:00');
  return `${date.toISOString().slice(0, 19)}.${fraction.padEnd(6, '0').slice(0, 6)}Z`;
}

function parse(text: string, layout: string): { readonly date: Date; readonly fraction: string } {
  const match = RFC3339.exec(text);
  const date = match === null ? undefined : new Date(`${match[1] ?? ''}T${match[2] ?? ''}${match[4] ?? ''}`);
  if (match === null || date === undefined || Number.isNaN(date.getTime()) || !isValidDay(text)) {
    throw new DecodeError(`parsing time ${JSON.stringify(text)} as "${layout}": cannot parse "${text}" as "2006"`);
  }
  return { date, fraction: match[3] ?? '' };
}

/** JavaScript rolls 31 February over into March; Go refuses it. */
function isValidDay(text: string): boolean {
  const day = Number(text.slice(8, 10));
  if (day <= 28) return day > 0;
  return day <= new Date(Date.UTC(Number(text.slice(0, 4)), Number(text.slice(5, 7)), 0)).getUTCDate();
}
