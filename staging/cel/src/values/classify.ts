import { CelType } from '../types/cel-type.ts';
import { types } from '../types/types.ts';
import {
  CelDouble,
  CelDuration,
  CelList,
  CelMap,
  CelObject,
  CelOptional,
  CelTimestamp,
  CelUint,
  type ListValue,
  type MapValue,
  type Value,
} from './value.ts';
import type { Int } from './integers.ts';

const listType = types.list(types.dyn);
const mapType = types.map(types.dyn, types.dyn);
const optionalType = types.optional(types.dyn);

export function isInt(value: Value): value is Int {
  return typeof value === 'number' || typeof value === 'bigint';
}

export function isList(value: Value): value is ListValue {
  return Array.isArray(value) || value instanceof CelList;
}

/** Whether the value is a map: one of ours, or a plain object. */
export function isMap(value: Value): value is MapValue {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return value instanceof CelMap || isPlainMap(value);
}

/** Whether the object is plain JSON: made by a literal, by `JSON.parse`, or without a prototype. */
export function isPlainMap(value: object): value is Readonly<Record<string, unknown>> {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** The runtime type of a value: what `type(x)` gives; parameters are dyn. */
export function typeOf(value: Value): CelType {
  switch (typeof value) {
    case 'string':
      return types.string;
    case 'boolean':
      return types.bool;
    case 'number':
    case 'bigint':
      return types.int;
    default:
      return value === null ? types.null : typeOfObject(value);
  }
}

function typeOfObject(value: Exclude<Value, bigint | boolean | number | string | null>): CelType {
  if (Array.isArray(value) || value instanceof CelList) return listType;
  if (value instanceof CelObject) return value.type;
  if (value instanceof CelDouble) return types.double;
  if (value instanceof CelUint) return types.uint;
  if (value instanceof CelDuration) return types.duration;
  if (value instanceof CelTimestamp) return types.timestamp;
  if (value instanceof Uint8Array) return types.bytes;
  if (value instanceof CelOptional) return optionalType;
  if (value instanceof CelType) return types.type;
  return mapType;
}
