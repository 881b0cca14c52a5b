import { ParseError, parseDuration, quote } from '@kubescript/apimachinery';

/** One flag: how it is written and what its text means. */
export interface FlagSpec<T> {
  readonly usage: string;
  readonly shorthand?: string;
  readonly default: T;
  /** What the flag means when it is given without a value; such a flag never takes the next argument. */
  readonly withoutValue?: string;
  /** Reads one occurrence; `before` is the value so far, undefined at the first. Throws ParseError. */
  read(text: string, before: T | undefined): T;
}

/** Flags by name, without the leading dashes. */
export type FlagSpecs = Readonly<Record<string, FlagSpec<unknown>>>;

/** The values of flags, by name. */
export type FlagValues<S extends FlagSpecs> = { readonly [K in keyof S]: S[K] extends FlagSpec<infer T> ? T : never };

interface Extras<T> {
  readonly shorthand?: string;
  readonly default?: T;
  readonly withoutValue?: string;
}

function spec<T>(usage: string, fallback: T, extras: Extras<T>, read: FlagSpec<T>['read']): FlagSpec<T> {
  return { usage, ...extras, default: extras.default ?? fallback, read };
}

/** A text. */
export function textFlag(usage: string, extras: Extras<string> = {}): FlagSpec<string> {
  return spec(usage, '', extras, (text) => text);
}

/** A switch: `--watch`, `--watch=false`. */
export function boolFlag(usage: string, extras: Extras<boolean> = {}): FlagSpec<boolean> {
  return spec(usage, false, { withoutValue: 'true', ...extras }, (text) => {
    if (['1', 't', 'T', 'true', 'TRUE', 'True'].includes(text)) return true;
    if (['0', 'f', 'F', 'false', 'FALSE', 'False'].includes(text)) return false;
    throw new ParseError(`strconv.ParseBool: parsing ${quote(text)}: invalid syntax`);
  });
}

/** A whole number. */
export function intFlag(usage: string, extras: Extras<number> = {}): FlagSpec<number> {
  return spec(usage, 0, extras, (text) => {
    if (!/^[+-]?\d+$/.test(text)) throw new ParseError(`strconv.ParseInt: parsing ${quote(text)}: invalid syntax`);
    return Number(text);
  });
}

/** A duration in Go's notation; the value is in milliseconds. */
export function durationFlag(usage: string, extras: Extras<number> = {}): FlagSpec<number> {
  return spec(usage, 0, extras, (text) => parseDuration(text));
}

/** Texts separated by commas; may be repeated. */
export function listFlag(usage: string, extras: Extras<readonly string[]> = {}): FlagSpec<readonly string[]> {
  return spec<readonly string[]>(usage, [], extras, (text, before = []) => [
    ...before,
    ...text.split(',').filter((item) => item !== ''),
  ]);
}

/** Texts that may hold commas; one for each time that the flag is given. */
export function repeatedFlag(usage: string, extras: Extras<readonly string[]> = {}): FlagSpec<readonly string[]> {
  return spec<readonly string[]>(usage, [], extras, (text, before = []) => [...before, text]);
}

/** One of several words. */
export function choiceFlag<T extends string>(
  usage: string,
  choices: readonly T[],
  fallback: T,
  extras: { readonly shorthand?: string; readonly withoutValue?: T } = {},
): FlagSpec<T> {
  return spec<T>(usage, fallback, extras, (text) => {
    const found = choices.find((choice) => choice === text);
    if (found === undefined) throw new ParseError(`must be one of ${choices.join(', ')}`);
    return found;
  });
}
