import type { CelType } from '../types/cel-type.ts';
import type { FunctionDecl, OverloadDecl } from '../types/declarations.ts';
import { types } from '../types/types.ts';
import { typeOf } from '../values/classify.ts';
import { formatDouble } from '../values/double.ts';
import { formatDuration, newDuration, parseDuration } from '../values/duration.ts';
import { CelError } from '../values/errors.ts';
import { checkedInt, checkedUint, type Int, maxUint64, toInt } from '../values/integers.ts';
import { formatTimestamp, newTimestamp, parseTimestamp, splitTimestamp } from '../values/timestamp.ts';
import { CelDouble, type CelDuration, type CelTimestamp, CelUint, type Value } from '../values/value.ts';
import { define, overload } from './declare.ts';

const { bool, bytes, double, duration, int, string, timestamp, uint } = types;

function conversionError(from: CelType, to: CelType): CelError {
  return new CelError(`type conversion error from '${from.name}' to '${to.name}'`);
}

/** What a text means, or a conversion error. */
function parsed<T extends Value>(to: CelType, parse: (text: string) => T | undefined): (text: string) => T {
  return (text) => {
    const value = parse(text);
    if (value === undefined) throw conversionError(string, to);
    return value;
  };
}

function parseInteger(text: string): Int | undefined {
  if (!/^[+-]?\d+$/.test(text)) return undefined;
  const value = BigInt(text.replace(/^\+/, ''));
  return value === BigInt.asIntN(64, value) ? toInt(value) : undefined;
}

function parseUnsigned(text: string): CelUint | undefined {
  if (!/^\d+$/.test(text)) return undefined;
  const value = BigInt(text);
  return value <= maxUint64 ? new CelUint(value) : undefined;
}

function parseDouble(text: string): CelDouble | undefined {
  if (/^[+-]?inf(?:inity)?$/i.test(text)) return new CelDouble(text.startsWith('-') ? -Infinity : Infinity);
  if (/^nan$/i.test(text)) return new CelDouble(Number.NaN);
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text)) return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? new CelDouble(value) : undefined;
}

function parseBool(text: string): boolean | undefined {
  if (/^(?:1|t|T|true|TRUE|True)$/.test(text)) return true;
  return /^(?:0|f|F|false|FALSE|False)$/.test(text) ? false : undefined;
}

/** The range of doubles that convert to an int; both ends are excluded. */
const intRange = 2 ** 63;

function doubleToInt(value: CelDouble): Int {
  if (!(value.value > -intRange && value.value < intRange)) throw new CelError('integer overflow');
  return toInt(BigInt(Math.trunc(value.value)));
}

function doubleToUint(value: CelDouble): CelUint {
  if (!(value.value >= 0 && value.value < 2 ** 64)) throw new CelError('unsigned integer overflow');
  return new CelUint(BigInt(Math.trunc(value.value)));
}

function bytesToString(value: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(value);
  } catch {
    throw new CelError('invalid UTF-8 in bytes, cannot convert to string');
  }
}

function timestampToInt(value: CelTimestamp): number {
  return splitTimestamp(value).millis / 1000;
}

function same(id: string, type: CelType): OverloadDecl {
  return overload(id, [type], type, (value: Value) => value);
}

/** The conversions between types, `dyn` and `type`. */
export const conversionFunctions: readonly FunctionDecl[] = [
  define('bool', same('bool_to_bool', bool), overload('string_to_bool', [string], bool, parsed(bool, parseBool))),
  define(
    'bytes',
    same('bytes_to_bytes', bytes),
    overload('string_to_bytes', [string], bytes, (text: string) => new TextEncoder().encode(text)),
  ),
  define(
    'double',
    same('double_to_double', double),
    overload('int64_to_double', [int], double, (value: Int) => new CelDouble(Number(value))),
    overload('string_to_double', [string], double, parsed(double, parseDouble)),
    overload('uint64_to_double', [uint], double, (value: CelUint) => new CelDouble(Number(value.value))),
  ),
  define(
    'duration',
    same('duration_to_duration', duration),
    overload('int64_to_duration', [int], duration, (value: Int) => newDuration(BigInt(value))),
    overload('string_to_duration', [string], duration, parsed(duration, parseDuration)),
  ),
  define(
    'dyn',
    overload('to_dyn', [types.param('A')], types.dyn, (value: Value) => value),
  ),
  define(
    'int',
    same('int64_to_int64', int),
    overload('double_to_int64', [double], int, doubleToInt),
    overload('duration_to_int64', [duration], int, (value: CelDuration) => toInt(value.nanos)),
    overload('string_to_int64', [string], int, parsed(int, parseInteger)),
    overload('timestamp_to_int64', [timestamp], int, timestampToInt),
    overload('uint64_to_int64', [uint], int, (value: CelUint) => checkedInt(value.value)),
  ),
  define(
    'string',
    same('string_to_string', string),
    overload('bool_to_string', [bool], string, (value: boolean) => String(value)),
    overload('bytes_to_string', [bytes], string, bytesToString),
    overload('double_to_string', [double], string, (value: CelDouble) => formatDouble(value.value)),
    overload('duration_to_string', [duration], string, formatDuration),
    overload('int64_to_string', [int], string, (value: Int) => String(value)),
    overload('timestamp_to_string', [timestamp], string, formatTimestamp),
    overload('uint64_to_string', [uint], string, (value: CelUint) => String(value.value)),
  ),
  define(
    'timestamp',
    same('timestamp_to_timestamp', timestamp),
    overload('int64_to_timestamp', [int], timestamp, (value: Int) => newTimestamp(BigInt(value) * 1_000_000_000n)),
    overload('string_to_timestamp', [string], timestamp, parsed(timestamp, parseTimestamp)),
  ),
  define(
    'uint',
    same('uint64_to_uint64', uint),
    overload('double_to_uint64', [double], uint, doubleToUint),
    overload('int64_to_uint64', [int], uint, (value: Int) => new CelUint(checkedUint(BigInt(value)))),
    overload('string_to_uint64', [string], uint, parsed(uint, parseUnsigned)),
  ),
  define(
    'type',
    overload('type', [types.param('A')], types.typeOf(types.param('A')), (value: Value) => typeOf(value)),
  ),
];
