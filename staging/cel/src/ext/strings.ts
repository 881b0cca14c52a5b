import type { Library } from '../environment.ts';
import { define, member, overload } from '../stdlib/declare.ts';
import { types } from '../types/types.ts';
import { listValues } from '../values/collections.ts';
import { CelError } from '../values/errors.ts';
import type { Int } from '../values/integers.ts';
import type { ListValue } from '../values/value.ts';
import { formatString } from './format.ts';
import { validateFormat } from './format-validator.ts';

const { int, string } = types;
const strings = types.list(string);

function outOfRange(index: Int): CelError {
  return new CelError(`index out of range: ${String(index)}`);
}

function charAt(text: string, index: Int): string {
  const points = Array.from(text);
  if (index < 0 || index > points.length) throw outOfRange(index);
  return points[Number(index)] ?? '';
}

/** Whether the points begin with these at an offset. */
function startsAt(points: readonly string[], wanted: readonly string[], offset: number): boolean {
  return wanted.every((point, index) => points[offset + index] === point);
}

function indexOf(text: string, part: string, from: Int = 0): Int {
  if (part === '') return from;
  const points = Array.from(text);
  const wanted = Array.from(part);
  if (points.length === 0 && from === 0) return -1;
  if (from < 0 || from >= points.length) throw outOfRange(from);
  for (let at = Number(from); at <= points.length - wanted.length; at++) if (startsAt(points, wanted, at)) return at;
  return -1;
}

function lastIndexOf(text: string, part: string, from?: Int): Int {
  const points = Array.from(text);
  if (part === '') return from ?? points.length;
  const wanted = Array.from(part);
  if (from !== undefined && (from < 0 || from >= points.length)) throw outOfRange(from);
  const last = Math.min(Number(from ?? points.length - 1), points.length - wanted.length);
  for (let at = last; at >= 0; at--) if (startsAt(points, wanted, at)) return at;
  return -1;
}

function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

function upperAscii(text: string): string {
  return text.replace(/[a-z]+/g, (letters) => letters.toUpperCase());
}

/** Replaces up to `limit` occurrences, all where it is negative. */
function replace(text: string, from: string, to: string, limit: Int = -1): string {
  if (limit < 0) return from === '' ? replaceBoundaries(text, to, Infinity) : text.replaceAll(from, () => to);
  if (from === '') return replaceBoundaries(text, to, Number(limit));
  const parts = splitLimited(text, from, Number(limit) + 1);
  return parts.join(to);
}

/** Puts text before each character and at the end. */
function replaceBoundaries(text: string, to: string, limit: number): string {
  const points = Array.from(text);
  const head = points.map((point, index) => (index < limit ? to + point : point)).join('');
  return points.length < limit ? head + to : head;
}

function split(text: string, separator: string, limit: Int = -1): string[] {
  if (limit === 0) return [];
  return splitLimited(text, separator, limit < 0 ? Infinity : Number(limit));
}

/** The parts, the last of which holds what is left where there would be more than `limit`. */
function splitLimited(text: string, separator: string, limit: number): string[] {
  const parts = separator === '' ? Array.from(text) : text.split(separator);
  if (parts.length <= limit) return parts;
  return [...parts.slice(0, limit - 1), parts.slice(limit - 1).join(separator)];
}

function substring(text: string, start: Int, end?: Int): string {
  const points = Array.from(text);
  if (end !== undefined && start > end) {
    throw new CelError(`invalid substring range. start: ${String(start)}, end: ${String(end)}`);
  }
  if (start < 0 || start > points.length) throw outOfRange(start);
  if (end !== undefined && end > points.length) throw outOfRange(end);
  return points.slice(Number(start), end === undefined ? undefined : Number(end)).join('');
}

/** Removes what Unicode calls white space from both ends. */
function trim(text: string): string {
  return text.replace(/^[\p{White_Space}]+|[\p{White_Space}]+$/gu, '');
}

function join(list: ListValue, separator = ''): string {
  return Array.from(listValues(list), (element) => {
    if (typeof element !== 'string') throw new CelError('no such overload');
    return element;
  }).join(separator);
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['\u0007', '\\a'],
  ['\b', '\\b'],
  ['\f', '\\f'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
  ['\v', '\\v'],
  ['\\', '\\\\'],
  ['"', '\\"'],
]);

function quote(text: string): string {
  const sound = text.toWellFormed();
  return `"${Array.from(sound, (point) => escapes.get(point) ?? point).join('')}"`;
}

/**
 * More functions on strings, as of version 2 of the library.
 * @go github.com/google/cel-go/ext#Strings
 */
export const stringsExtension: Library = {
  functions: [
    define('charAt', member('string_char_at_int', [string, int], string, charAt)),
    define(
      'indexOf',
      member('string_index_of_string', [string, string], int, (text: string, part: string) => indexOf(text, part)),
      member('string_index_of_string_int', [string, string, int], int, indexOf),
    ),
    define(
      'lastIndexOf',
      member('string_last_index_of_string', [string, string], int, (text: string, part: string) =>
        lastIndexOf(text, part),
      ),
      member('string_last_index_of_string_int', [string, string, int], int, lastIndexOf),
    ),
    define('lowerAscii', member('string_lower_ascii', [string], string, lowerAscii)),
    define('upperAscii', member('string_upper_ascii', [string], string, upperAscii)),
    define(
      'replace',
      member('string_replace_string_string', [string, string, string], string, replace),
      member('string_replace_string_string_int', [string, string, string, int], string, replace),
    ),
    define(
      'split',
      member('string_split_string', [string, string], strings, split),
      member('string_split_string_int', [string, string, int], strings, split),
    ),
    define(
      'substring',
      member('string_substring_int', [string, int], string, substring),
      member('string_substring_int_int', [string, int, int], string, substring),
    ),
    define('trim', member('string_trim', [string], string, trim)),
    define(
      'join',
      member('list_join', [strings], string, join),
      member('list_join_string', [strings, string], string, join),
    ),
    define('format', member('string_format', [string, types.list(types.dyn)], string, formatString)),
    define('strings.quote', overload('strings_quote', [string], string, quote)),
  ],
  validators: [validateFormat],
};
