import { CelType } from '../types/cel-type.ts';
import { isInt, isList, isMap, typeOf } from '../values/classify.ts';
import { listValues, mapGet, mapKeys } from '../values/collections.ts';
import { CelError } from '../values/errors.ts';
import { formatValue } from '../values/format-value.ts';
import {
  CelDouble,
  CelDuration,
  type ListValue,
  CelTimestamp,
  CelUint,
  type MapValue,
  type Value,
} from '../values/value.ts';
import { clauseError } from './clause-error.ts';

/** `%s`: the text of any value; what is inside lists and maps is written as literals. */
export function formatText(value: Value): string {
  if (isList(value)) return formatList(value);
  if (isMap(value)) return formatMap(value);
  if (value instanceof Uint8Array) return new TextDecoder().decode(value);
  const scalar = value === null || typeof value !== 'object' || isScalar(value);
  if (!scalar) throw clauseError('s', value);
  return formatValue(value);
}

function isScalar(value: Value): boolean {
  return [CelUint, CelDouble, CelTimestamp, CelDuration, CelType].some((scalar) => value instanceof scalar);
}

function formatList(list: ListValue): string {
  return `[${Array.from(listValues(list), formatLiteral).join(', ')}]`;
}

function formatMap(map: MapValue): string {
  const entries = Array.from(mapKeys(map), (key) => {
    return [formatKey(key), formatLiteral(mapGet(map, key) ?? null)] as const;
  });
  entries.sort(([left], [right]) => (left < right ? -1 : Number(left > right)));
  return `{${entries.map(([key, value]) => `${key}:${value}`).join(', ')}}`;
}

function formatKey(key: Value): string {
  if (typeof key === 'string' || typeof key === 'boolean' || isInt(key) || key instanceof CelUint) {
    return formatLiteral(key);
  }
  throw new CelError(`no formatting function for map key of type ${typeOf(key).name}`);
}

/** A value as it is written in an expression. */
function formatLiteral(value: Value): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (value instanceof Uint8Array) return `b${JSON.stringify(new TextDecoder().decode(value))}`;
  if (value instanceof CelTimestamp) return `timestamp("${formatValue(value)}")`;
  if (value instanceof CelDuration) return `duration("${formatValue(value)}")`;
  if (value instanceof CelDouble) return formatDoubleLiteral(value.value);
  try {
    return formatText(value);
  } catch {
    throw new CelError(`no formatting function for ${typeOf(value).name}`);
  }
}

function formatDoubleLiteral(value: number): string {
  if (Number.isFinite(value)) return value.toFixed(6);
  return Number.isNaN(value) ? '"NaN"' : value > 0 ? '"+Inf"' : '"-Inf"';
}
