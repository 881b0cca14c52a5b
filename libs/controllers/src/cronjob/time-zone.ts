/** A time as clocks of a time zone show it. */
export interface LocalParts {
  readonly year: number;
  /** From 1. */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** What clocks of a time zone show; throws an Error if there is no such zone. */
export function localParts(millis: number, timeZone: string): LocalParts {
  if (timeZone === 'UTC') {
    const date = new Date(millis);
    return {
      year: date.getUTCFullYear(),
      month: date.getUTCMonth() + 1,
      day: date.getUTCDate(),
      hour: date.getUTCHours(),
      minute: date.getUTCMinutes(),
    };
  }
  const parts = new Map(
    formatFor(timeZone)
      .formatToParts(millis)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  return { year: part('year'), month: part('month'), day: part('day'), hour: part('hour'), minute: part('minute') };
}

/**
 * The time at which clocks of a zone show what `wall` shows in UTC; undefined for an hour that is skipped when clocks
 * are put forward.
 */
export function zonedMillis(wall: number, timeZone: string): number | undefined {
  if (timeZone === 'UTC') return wall;
  for (const guess of [wall - offsetAt(wall, timeZone), wall - offsetAt(wall - offsetAt(wall, timeZone), timeZone)]) {
    if (shownAt(guess, timeZone) === wall) return guess;
  }
  return undefined;
}

function offsetAt(millis: number, timeZone: string): number {
  return shownAt(millis, timeZone) - Math.floor(millis / 60_000) * 60_000;
}

function shownAt(millis: number, timeZone: string): number {
  const { year, month, day, hour, minute } = localParts(millis, timeZone);
  return Date.UTC(year, month - 1, day, hour, minute);
}

function formatFor(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const digits = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;
  const made = new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', ...digits });
  formats.set(timeZone, made);
  return made;
}
