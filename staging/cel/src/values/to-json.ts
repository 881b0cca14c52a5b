import { CelType } from '../types/cel-type.ts';
import { isList, isMap } from './classify.ts';
import { listValues, mapGet, mapKeys } from './collections.ts';
import { formatDuration } from './duration.ts';
import { formatValue } from './format-value.ts';
import { formatTimestamp } from './timestamp.ts';
import { CelDouble, CelDuration, CelObject, CelOptional, CelTimestamp, CelUint, type Value } from './value.ts';

/** A value as plain JSON, for results that leave the language: times and durations become text, bytes base64. */
export function toJson(value: Value): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) return Array.from(listValues(value), toJson);
  if (isMap(value)) {
    return Object.fromEntries(
      Array.from(mapKeys(value), (key) => [formatValue(key), toJson(mapGet(value, key) ?? null)]),
    );
  }
  return scalarToJson(value);
}

function scalarToJson(value: Value): unknown {
  if (value instanceof CelDouble) return value.value;
  if (value instanceof CelUint) return Number(value.value);
  if (value instanceof CelTimestamp) return formatTimestamp(value);
  if (value instanceof CelDuration) return formatDuration(value);
  if (value instanceof CelOptional) return value.value === undefined ? null : toJson(value.value);
  if (value instanceof CelType) return value.name;
  if (value instanceof Uint8Array) return btoa(Array.from(value, (byte) => String.fromCharCode(byte)).join(''));
  return value instanceof CelObject ? value.toJson() : null;
}
