import { numberOf } from './equality.ts';
import { CelError, noSuchOverload } from './errors.ts';
import { CelDouble, CelDuration, CelTimestamp, type Value } from './value.ts';

/**
 * Orders two values: negative, zero or positive. Throws `no such overload` for values without a common order.
 * Strings are ordered by code point.
 */
export function compareValues(left: Value, right: Value): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  if (typeof left === 'string' && typeof right === 'string') return compareStrings(left, right);
  const number = numberOf(left);
  const other = numberOf(right);
  if (number !== undefined && other !== undefined) return compareNumbers(left, right);
  if (typeof left === 'boolean' && typeof right === 'boolean') return Number(left) - Number(right);
  if (left instanceof Uint8Array && right instanceof Uint8Array) return compareBytes(left, right);
  if (left instanceof CelTimestamp && right instanceof CelTimestamp) return order(left.nanos, right.nanos);
  if (left instanceof CelDuration && right instanceof CelDuration) return order(left.nanos, right.nanos);
  throw noSuchOverload();
}

function order(left: bigint | number, right: bigint | number): number {
  return left < right ? -1 : Number(left > right);
}

function compareNumbers(left: Value, right: Value): number {
  if (
    (left instanceof CelDouble && Number.isNaN(left.value)) ||
    (right instanceof CelDouble && Number.isNaN(right.value))
  ) {
    throw new CelError('NaN values cannot be ordered');
  }
  return order(numberOf(left) ?? 0, numberOf(right) ?? 0);
}

function compareBytes(left: Uint8Array, right: Uint8Array): number {
  const shared = Math.min(left.length, right.length);
  for (let index = 0; index < shared; index++) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

/** Orders strings by their code points, as their UTF-8 bytes are ordered. */
export function compareStrings(left: string, right: string): number {
  if (left === right) return 0;
  const shared = Math.min(left.length, right.length);
  for (let index = 0; index < shared; index++) {
    const one = left.charCodeAt(index);
    const two = right.charCodeAt(index);
    if (one !== two) return surrogatesLast(one) - surrogatesLast(two);
  }
  return left.length - right.length;
}

/** Surrogates stand for code points above all others of the basic plane. */
function surrogatesLast(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
