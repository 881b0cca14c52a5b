import { InvalidArgumentError } from 'commander';

import { formatFlagDuration, parseFlagDuration } from './duration.ts';

/** What a flag takes: its default, how its text is read, and how its default is shown. */
export interface FlagSpec<T> {
  readonly kind: 'string' | 'int' | 'float' | 'duration' | 'bool' | 'list' | 'map';
  readonly default: T;
  readonly description: string;
  readonly short?: string;
  /** The group under which help shows it, if that is not the one of its options. */
  readonly helpGroup?: string;
  /** Reads the text that was typed; `previous` is the value of the same flag typed before. */
  parse(text: string, previous: T | undefined): T;
  format(value: T): string;
}

/** The flag, shown by help among those of another group. */
export function shownAmong<T>(helpGroup: string, spec: FlagSpec<T>): FlagSpec<T> {
  return { ...spec, helpGroup };
}

/** `--name text` */
export function stringFlag(value: string, description: string): FlagSpec<string> {
  return { kind: 'string', default: value, description, parse: (text) => text, format: (v) => v };
}

/** `--name text`, of a fixed set of words. */
export function choiceFlag<T extends string>(value: T, choices: readonly T[], description: string): FlagSpec<T> {
  return {
    kind: 'string',
    default: value,
    description: `${description}: ${choices.join(', ')}`,
    parse: (text) => {
      const found = choices.find((choice) => choice === text);
      if (found === undefined) throw new InvalidArgumentError(`must be one of ${choices.join(', ')}`);
      return found;
    },
    format: (v) => v,
  };
}

/** `--name 3` */
export function intFlag(value: number, description: string, short?: string): FlagSpec<number> {
  const spec: FlagSpec<number> = { kind: 'int', default: value, description, parse: parseInteger, format: String };
  return short === undefined ? spec : { ...spec, short };
}

/** `--name 0.5` */
export function floatFlag(value: number, description: string): FlagSpec<number> {
  return { kind: 'float', default: value, description, parse: parseNumber, format: String };
}

/** `--name 1m30s`, as milliseconds. */
export function durationFlag(milliseconds: number, description: string): FlagSpec<number> {
  return { kind: 'duration', default: milliseconds, description, parse: durationOf, format: formatFlagDuration };
}

/** `--name`, `--name=false` */
export function boolFlag(value: boolean, description: string): FlagSpec<boolean> {
  return { kind: 'bool', default: value, description, parse: parseBoolean, format: String };
}

/** `--name a,b --name c` */
export function listFlag(value: readonly string[], description: string): FlagSpec<readonly string[]> {
  return {
    kind: 'list',
    default: value,
    description,
    parse: (text, previous) => [...(previous ?? []), ...text.split(',').filter((item) => item !== '')],
    format: (v) => v.join(','),
  };
}

/** `--name a,b --name c`, where each is taken whole. */
export function repeatedFlag(description: string): FlagSpec<readonly string[]> {
  return {
    kind: 'string',
    default: [],
    description,
    parse: (text, previous) => [...(previous ?? []), text],
    format: (v) => v.join(';'),
  };
}

/** `--name a=1,b=2` */
export function mapFlag(
  value: Readonly<Record<string, string>>,
  description: string,
): FlagSpec<Readonly<Record<string, string>>> {
  return {
    kind: 'map',
    default: value,
    description,
    parse: (text, previous) => ({ ...previous, ...parsePairs(text) }),
    format: (v) =>
      Object.entries(v)
        .map((pair) => pair.join('='))
        .join(','),
  };
}

function parseInteger(text: string): number {
  if (!/^[+-]?\d+$/.test(text)) throw new InvalidArgumentError('must be a whole number');
  return Number(text);
}

function parseNumber(text: string): number {
  const value = Number(text);
  if (text === '' || !Number.isFinite(value)) throw new InvalidArgumentError('must be a number');
  return value;
}

function durationOf(text: string): number {
  const milliseconds = parseFlagDuration(text);
  if (milliseconds === undefined) throw new InvalidArgumentError('must be a duration like 1h30m, 10s or 500ms');
  return milliseconds;
}

/** The value of a boolean flag's text; throws an InvalidArgumentError for a text that is none. */
export function parseBoolean(text: string): boolean {
  if (/^(1|t|true)$/i.test(text)) return true;
  if (/^(0|f|false)$/i.test(text)) return false;
  throw new InvalidArgumentError('must be true or false');
}

function parsePairs(text: string): Record<string, string> {
  const pairs = text.split(',').filter((pair) => pair !== '');
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      if (at < 0) throw new InvalidArgumentError('must be a list of key=value pairs');
      return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
    }),
  );
}
