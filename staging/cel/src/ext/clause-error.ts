import { typeOf } from '../values/classify.ts';
import { CelError } from '../values/errors.ts';
import type { Value } from '../values/value.ts';

/** What is wrong with giving a clause of `format` a value of some type, which is named after it. */
export const clauseErrors: Readonly<Record<string, string>> = {
  s: 'string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps, was given ',
  d: 'decimal clause can only be used on integers, was given ',
  f: 'fixed-point clause can only be used on doubles, was given ',
  e: 'scientific clause can only be used on doubles, was given ',
  b: 'only integers and bools can be formatted as binary, was given ',
  x: 'only integers, byte buffers, and strings can be formatted as hex, was given ',
  X: 'only integers, byte buffers, and strings can be formatted as hex, was given ',
  o: 'octal clause can only be used on integers, was given ',
};

/** The error of a clause that does not take this value. */
export function clauseError(letter: string, value: Value): CelError {
  return new CelError((clauseErrors[letter] ?? '') + typeOf(value).name);
}
