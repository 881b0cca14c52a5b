const units: Readonly<Record<string, number>> = {
  h: 3_600_000,
  m: 60_000,
  s: 1_000,
  ms: 1,
  us: 1e-3,
  µs: 1e-3,
  ns: 1e-6,
};

/** Reads a duration in Go's notation (`1h30m`, `500ms`, `0`) as milliseconds; undefined if it is none. */
export function parseFlagDuration(text: string): number | undefined {
  if (text === '0') return 0;
  const match = /^([+-]?)((?:\d+(?:\.\d*)?(?:ns|us|\u00b5s|ms|s|m|h))+)$/.exec(text);
  if (match === null) return undefined;
  const [, sign, body = ''] = match;
  let total = 0;
  for (const [, amount, unit = 's'] of body.matchAll(/(\d+(?:\.\d*)?)(ns|us|\u00b5s|ms|s|m|h)/g)) {
    total += Number(amount) * (units[unit] ?? 0);
  }
  return sign === '-' ? -total : total;
}

/** Milliseconds in Go's notation: `1h0m0s`, `10s`, `500ms`. */
export function formatFlagDuration(milliseconds: number): string {
  if (milliseconds === 0) return '0s';
  if (Math.abs(milliseconds) < 1000) return `${String(milliseconds)}ms`;
  const total = milliseconds / 1000;
  const [hours, minutes] = [Math.trunc(total / 3600), Math.trunc(total / 60) % 60];
  const seconds = `${String(total % 60)}s`;
  if (hours > 0) return `${String(hours)}h${String(minutes)}m${seconds}`;
  return minutes > 0 ? `${String(minutes)}m${seconds}` : seconds;
}
