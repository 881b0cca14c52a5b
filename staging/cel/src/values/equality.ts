import { CelType } from '../types/cel-type.ts';
import { isInt, isList, isMap } from './classify.ts';
import { listAt, listSize, mapGet, mapKeys, mapSize } from './collections.ts';
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

/**
 * Whether two values are equal: numbers by their value whatever their type, all else only with its like.
 * @go github.com/google/cel-go/common/types#Equal
 */
export function equalValues(left: Value, right: Value): boolean {
  if (left === right) return true;
  if (typeof left === 'string' || typeof left === 'boolean' || left === null) return false;
  const number = numberOf(left);
  if (number !== undefined) {
    const other = numberOf(right);
    return other !== undefined && number == other;
  }
  if (typeof right !== 'object' || right === null) return false;
  return equalObjects(left, right);
}

/** The value of a number of any type, comparable with `==` and `<` exactly. */
export function numberOf(value: Value): bigint | number | undefined {
  if (isInt(value)) return value;
  if (value instanceof CelDouble || value instanceof CelUint) return value.value;
  return undefined;
}

function equalObjects(left: Value, right: Value): boolean {
  if (left instanceof CelObject) return left.equals(right, equalValues);
  if (right instanceof CelObject) return right.equals(left, equalValues);
  if (isList(left)) return isList(right) && equalLists(left, right);
  if (left instanceof Uint8Array) return right instanceof Uint8Array && equalBytes(left, right);
  if (left instanceof CelTimestamp) return right instanceof CelTimestamp && left.nanos === right.nanos;
  if (left instanceof CelDuration) return right instanceof CelDuration && left.nanos === right.nanos;
  if (left instanceof CelType) return right instanceof CelType && left.name === right.name;
  if (left instanceof CelOptional) return right instanceof CelOptional && equalOptionals(left, right);
  return isMap(left) && isMap(right) && equalMaps(left, right);
}

function equalOptionals(left: CelOptional, right: CelOptional): boolean {
  if (left.value === undefined || right.value === undefined) return left.value === right.value;
  return equalValues(left.value, right.value);
}

export function equalBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, index) => byte === right[index]);
}

function equalLists(left: ListValue, right: ListValue): boolean {
  if (left instanceof CelList && left.equals !== undefined) return left.equals(right, equalValues);
  if (right instanceof CelList && right.equals !== undefined) return right.equals(left, equalValues);
  return equalByPosition(left, right);
}

/** Whether the lists have equal elements at equal indices. */
export function equalByPosition(left: ListValue, right: ListValue): boolean {
  const size = listSize(left);
  if (size !== listSize(right)) return false;
  for (let index = 0; index < size; index++) {
    if (!equalValues(listAt(left, index), listAt(right, index))) return false;
  }
  return true;
}

function equalMaps(left: MapValue, right: MapValue): boolean {
  if (left instanceof CelMap && left.equals !== undefined) return left.equals(right, equalValues);
  if (right instanceof CelMap && right.equals !== undefined) return right.equals(left, equalValues);
  if (mapSize(left) !== mapSize(right)) return false;
  for (const key of mapKeys(left)) {
    const value = mapGet(left, key);
    const other = mapGet(right, key);
    if (value === undefined || other === undefined || !equalValues(value, other)) return false;
  }
  return true;
}
