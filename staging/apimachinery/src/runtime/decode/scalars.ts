import type { ScalarName } from '../../schema/type-schema.ts';
import { canonicalQuantity } from '../../resource/quantity.ts';
import { ParseError } from '../../util/parse-error.ts';
import { type DecodeContext, DecodeError, outOfRange, wrongType } from './context.ts';
import { canonicalMicroTime, canonicalTime } from './times.ts';

/** Reads a JSON value that is neither null nor absent; throws DecodeError. */
export type Decode = (value: unknown, context: DecodeContext) => unknown;

/** What a scalar needs to be decoded and to be recognised as empty. */
export interface ScalarDecoder {
  readonly decode: Decode;
  /** What an absent value becomes where it is encoded all the same. */
  readonly zero: unknown;
}

const MAX_INT32 = 2 ** 31 - 1;

/** The decoder of every scalar. */
export const scalarDecoders: Readonly<Record<ScalarName, ScalarDecoder>> = {
  string: { decode: decodeString, zero: '' },
  boolean: { decode: decodeBoolean, zero: false },
  int32: { decode: decodeInt32, zero: 0 },
  int64: { decode: decodeInt64, zero: 0 },
  double: { decode: decodeDouble, zero: 0 },
  bytes: { decode: decodeBytes, zero: null },
  time: { decode: decodeTime, zero: null },
  microTime: { decode: decodeMicroTime, zero: null },
  quantity: { decode: decodeQuantity, zero: '0' },
  intOrString: { decode: decodeIntOrString, zero: 0 },
  raw: { decode: (value) => value, zero: null },
};

function decodeString(value: unknown, context: DecodeContext): unknown {
  if (typeof value === 'string') return value;
  throw wrongType(value, 'string', context);
}

function decodeBoolean(value: unknown, context: DecodeContext): unknown {
  if (typeof value === 'boolean') return value;
  throw wrongType(value, 'bool', context);
}

function decodeInt32(value: unknown, context: DecodeContext): unknown {
  if (typeof value !== 'number') throw wrongType(value, 'int32', context);
  if ((value | 0) === value || (Number.isInteger(value) && Math.abs(value) <= MAX_INT32)) return value;
  throw outOfRange(value, 'int32', context);
}

function decodeInt64(value: unknown, context: DecodeContext): unknown {
  if (typeof value !== 'number') throw wrongType(value, 'int64', context);
  if (Number.isSafeInteger(value)) return value;
  throw outOfRange(value, 'int64', context);
}

function decodeDouble(value: unknown, context: DecodeContext): unknown {
  if (typeof value === 'number') return value;
  throw wrongType(value, 'float64', context);
}

function decodeTime(value: unknown, context: DecodeContext): unknown {
  if (typeof value === 'string') return canonicalTime(value);
  throw wrongType(value, 'string', context);
}

function decodeMicroTime(value: unknown, context: DecodeContext): unknown {
  if (typeof value === 'string') return canonicalMicroTime(value);
  throw wrongType(value, 'string', context);
}

/** Numbers below 1000 with any suffix that are already in canonical form, which nearly all are. */
const SHORT_QUANTITY = /^(?:0|[1-9]\d{0,2}(?:[numkMGTPE]|[KMGTPE]i)?)$/;
const BAD_QUANTITY = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";

function decodeQuantity(value: unknown): unknown {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') throw new DecodeError(BAD_QUANTITY);
  if (SHORT_QUANTITY.test(text)) return text;
  try {
    return canonicalQuantity(text.trim());
  } catch (err) {
    throw new DecodeError(err instanceof ParseError ? err.message : BAD_QUANTITY);
  }
}

function decodeIntOrString(value: unknown, context: DecodeContext): unknown {
  return typeof value === 'string' ? value : decodeInt32(value, context);
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

function decodeBytes(value: unknown, context: DecodeContext): unknown {
  if (typeof value !== 'string') throw wrongType(value, '[]uint8', context);
  if (BASE64.test(value)) return value;
  const joined = value.replace(/[\r\n]/g, '');
  if (BASE64.test(joined)) return joined;
  const bad = joined.search(/[^A-Za-z0-9+/]/);
  const at = bad === -1 ? joined.length - (joined.length % 4) : bad;
  throw new DecodeError(`illegal base64 data at input byte ${at}`);
}
