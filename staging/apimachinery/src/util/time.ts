import type { MicroTime, Time } from '../runtime/scalars.ts';

/** Milliseconds since the epoch as an API time, with the precision of a second: `2026-01-02T15:04:05Z`. */
export function formatTime(ms: number): Time {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

/** Milliseconds since the epoch as an API time with microseconds: `2026-01-02T15:04:05.000000Z`. */
export function formatMicroTime(ms: number): MicroTime {
  const micros = Math.round((ms - Math.floor(ms)) * 1000);
  return `${new Date(Math.floor(ms)).toISOString().slice(0, 23)}${String(micros).padStart(3, '0')}Z`;
}

/** An API time as milliseconds since the epoch; NaN if it is none. */
export function parseTime(text: string): number {
  return Date.parse(text);
}
