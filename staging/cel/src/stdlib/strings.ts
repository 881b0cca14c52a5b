import type { FunctionDecl } from '../types/declarations.ts';
import { types } from '../types/types.ts';
import { codePointCount, listSize, mapSize } from '../values/collections.ts';
import type { ListValue, MapValue } from '../values/value.ts';
import { define, member, overload } from './declare.ts';
import { matchesRegex } from './regex.ts';

const { bool, bytes, int, string } = types;
const list = types.list(types.param('A'));
const map = types.map(types.param('A'), types.param('B'));

const bytesLength = (value: Uint8Array): number => value.length;

/** `size` and what strings are asked. */
export const stringFunctions: readonly FunctionDecl[] = [
  define(
    'size',
    overload('size_bytes', [bytes], int, bytesLength),
    member('bytes_size', [bytes], int, bytesLength),
    overload('size_list', [list], int, (value: ListValue) => listSize(value)),
    member('list_size', [list], int, (value: ListValue) => listSize(value)),
    overload('size_map', [map], int, (value: MapValue) => mapSize(value)),
    member('map_size', [map], int, (value: MapValue) => mapSize(value)),
    overload('size_string', [string], int, codePointCount),
    member('string_size', [string], int, codePointCount),
  ),
  define(
    'contains',
    member('contains_string', [string, string], bool, (text: string, part: string) => text.includes(part)),
  ),
  define(
    'startsWith',
    member('starts_with_string', [string, string], bool, (text: string, part: string) => text.startsWith(part)),
  ),
  define(
    'endsWith',
    member('ends_with_string', [string, string], bool, (text: string, part: string) => text.endsWith(part)),
  ),
  define(
    'matches',
    overload('matches', [string, string], bool, matchesRegex),
    member('matches_string', [string, string], bool, matchesRegex),
  ),
];
