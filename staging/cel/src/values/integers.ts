import { CelError } from './errors.ts';

/** An int: a number where that is exact, a bigint beyond. */
export type Int = bigint | number;

export const minInt64 = -(2n ** 63n);
export const maxInt64 = 2n ** 63n - 1n;
export const maxUint64 = 2n ** 64n - 1n;

const minSafe = BigInt(Number.MIN_SAFE_INTEGER);
const maxSafe = BigInt(Number.MAX_SAFE_INTEGER);

/** The int for a bigint that is known to fit in 64 bits. */
export function toInt(value: bigint): Int {
  return value >= minSafe && value <= maxSafe ? Number(value) : value;
}

/** The int for a bigint, or an overflow error. */
export function checkedInt(value: bigint, message = 'integer overflow'): Int {
  if (value < minInt64 || value > maxInt64) throw new CelError(message);
  return toInt(value);
}

/** The uint for a bigint, or an overflow error. */
export function checkedUint(value: bigint, message = 'unsigned integer overflow'): bigint {
  if (value < 0n || value > maxUint64) throw new CelError(message);
  return value;
}

export function addInt(left: Int, right: Int): Int {
  if (typeof left === 'number' && typeof right === 'number') {
    const sum = left + right;
    if (Number.isSafeInteger(sum)) return sum;
  }
  return checkedInt(BigInt(left) + BigInt(right));
}

export function subtractInt(left: Int, right: Int): Int {
  if (typeof left === 'number' && typeof right === 'number') {
    const difference = left - right;
    if (Number.isSafeInteger(difference)) return difference;
  }
  return checkedInt(BigInt(left) - BigInt(right));
}

export function multiplyInt(left: Int, right: Int): Int {
  if (typeof left === 'number' && typeof right === 'number') {
    const product = left * right;
    if (Number.isSafeInteger(product)) return product + 0;
  }
  return checkedInt(BigInt(left) * BigInt(right));
}

export function divideInt(left: Int, right: Int): Int {
  if (right === 0) throw new CelError('division by zero');
  if (typeof left === 'number' && typeof right === 'number') return Math.trunc(left / right) + 0;
  return checkedInt(BigInt(left) / BigInt(right));
}

export function moduloInt(left: Int, right: Int): Int {
  if (right === 0) throw new CelError('modulus by zero');
  if (typeof left === 'number' && typeof right === 'number') return (left % right) + 0;
  if (left === minInt64 && right === -1) throw new CelError('integer overflow');
  return toInt(BigInt(left) % BigInt(right));
}

export function negateInt(value: Int): Int {
  return typeof value === 'number' ? 0 - value : checkedInt(-value);
}
