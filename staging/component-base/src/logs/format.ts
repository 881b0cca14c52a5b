import type { LogLevel, LogRecord } from './logger.ts';

const letters: Readonly<Record<LogLevel, string>> = { debug: 'I', info: 'I', warn: 'W', error: 'E' };

/** A line as klog writes it: `I0102 15:04:05.000000 scheduler] "Bound" pod="default/web" node="a"`. */
export function formatTextLine(record: LogRecord): string {
  const time = new Date(record.time).toISOString();
  const stamp = `${time.slice(5, 7)}${time.slice(8, 10)} ${time.slice(11, 23)}000`;
  const fields = Object.entries(record.fields)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}=${JSON.stringify(plain(value))}`);
  return `${letters[record.level]}${stamp} ${record.name}] ${JSON.stringify(record.message)}${fields.join('')}\n`;
}

/** A line of JSON with upstream's keys `ts`, `logger`, `v`, `msg`, and `err` for an error. */
export function formatJsonLine(record: LogRecord): string {
  const fields = Object.fromEntries(Object.entries(record.fields).map(([key, value]) => [key, plain(value)]));
  const head = { ts: record.time, level: record.level, logger: record.name, msg: record.message };
  return `${JSON.stringify({ ...head, ...fields })}\n`;
}

function plain(value: unknown): unknown {
  if (value instanceof Error) return value.message;
  if (typeof value === 'bigint' || typeof value === 'symbol' || typeof value === 'function') return String(value);
  return value;
}
