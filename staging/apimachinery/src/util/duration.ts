import { quote } from './go-format.ts';
import { ParseError } from './parse-error.ts';

const unitMs: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};

/**
 * Milliseconds of a Go duration: `1m30s`, `-1.5h`, `0`. Throws ParseError in Go's words.
 */
export function parseDuration(text: string): number {
  const negative = text.startsWith('-');
  let rest = negative || text.startsWith('+') ? text.slice(1) : text;
  if (rest === '0') return 0;
  if (rest === '') throw new ParseError(`time: invalid duration ${quote(text)}`);
  let total = 0;
  while (rest !== '') {
    const match = /^(\d+\.?\d*|\.\d+)([^\d.]*)/.exec(rest);
    if (match === null) throw new ParseError(`time: invalid duration ${quote(text)}`);
    const [whole, amount = '', unit = ''] = match;
    if (unit === '') throw new ParseError(`time: missing unit in duration ${quote(text)}`);
    const factor = Object.hasOwn(unitMs, unit) ? unitMs[unit] : undefined;
    if (factor === undefined) throw new ParseError(`time: unknown unit ${quote(unit)} in duration ${quote(text)}`);
    total += Number(amount) * factor;
    rest = rest.slice(whole.length);
  }
  return negative ? -total : total;
}

/** A duration as Go's `Duration.String` writes it: `1m30s`, `1.5s`, `250ms`, `0s`. */
export function formatDuration(ms: number): string {
  const nanos = Math.round(Math.abs(ms) * 1e6);
  const sign = ms < 0 && nanos > 0 ? '-' : '';
  if (nanos === 0) return '0s';
  if (nanos < 1e3) return `${sign}${String(nanos)}ns`;
  if (nanos < 1e6) return `${sign}${String(nanos / 1e3)}µs`;
  if (nanos < 1e9) return `${sign}${String(nanos / 1e6)}ms`;
  const totalSeconds = Math.floor(nanos / 1e9);
  const fraction = String(nanos % 1e9)
    .padStart(9, '0')
    .replace(/0+$/, '');
  const seconds = `${String(totalSeconds % 60)}${fraction === '' ? '' : `.${fraction}`}s`;
  const minutes = Math.floor(totalSeconds / 60);
  if (minutes === 0) return `${sign}${seconds}`;
  const hours = Math.floor(minutes / 60);
  return hours === 0
    ? `${sign}${String(minutes)}m${seconds}`
    : `${sign}${String(hours)}h${String(minutes % 60)}m${seconds}`;
}

/**
 * A duration as tables show ages: two significant units at most (`90s`, `5m30s`, `3h`, `2d4h`, `400d`, `3y`).
 *
 * @go k8s.io/apimachinery/pkg/util/duration#HumanDuration
 */
export function humanDuration(ms: number): string {
  const seconds = Math.trunc(ms / 1000);
  if (seconds < -1) return '<invalid>';
  if (seconds < 0) return '0s';
  if (seconds < 120) return `${String(seconds)}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 10) return twoUnits(minutes, 'm', seconds % 60, 's');
  if (minutes < 180) return `${String(minutes)}m`;
  const hours = Math.floor(minutes / 60);
  if (hours < 8) return twoUnits(hours, 'h', minutes % 60, 'm');
  if (hours < 48) return `${String(hours)}h`;
  const days = Math.floor(hours / 24);
  if (hours < 192) return twoUnits(days, 'd', hours % 24, 'h');
  if (hours < 24 * 365 * 2) return `${String(days)}d`;
  const years = Math.floor(days / 365);
  return hours < 24 * 365 * 8 ? twoUnits(years, 'y', days % 365, 'd') : `${String(years)}y`;
}

function twoUnits(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${String(large)}${largeUnit}` : `${String(large)}${largeUnit}${String(small)}${smallUnit}`;
}
