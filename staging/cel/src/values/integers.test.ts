import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CelError } from './errors.ts';
import * as ints from './integers.ts';

const operations = {
  add: [ints.addInt, (a: bigint, b: bigint) => a + b],
  subtract: [ints.subtractInt, (a: bigint, b: bigint) => a - b],
  multiply: [ints.multiplyInt, (a: bigint, b: bigint) => a * b],
  divide: [ints.divideInt, (a: bigint, b: bigint) => a / b],
  modulo: [ints.moduloInt, (a: bigint, b: bigint) => a % b],
} as const;

const edges = [0n, 1n, -1n, ints.minInt64, ints.maxInt64, 2n ** 53n, -(2n ** 53n), 2n ** 53n - 1n, 2n ** 32n];
const int64 = fc.oneof(fc.bigInt(ints.minInt64, ints.maxInt64), fc.constantFrom(...edges), fc.bigInt(-1000n, 1000n));

function outcome(compute: () => bigint | number): bigint | string {
  try {
    const value = compute();
    expect(typeof value === 'number' ? Number.isSafeInteger(value) && !Object.is(value, -0) : true).toBe(true);
    return BigInt(value);
  } catch (error) {
    if (error instanceof CelError || error instanceof RangeError) return 'fails';
    throw error;
  }
}

describe.each(Object.entries(operations))('%s', (name, [ours, exact]) => {
  test('is what exact arithmetic gives, or an error beyond 64 bits', () => {
    fc.assert(
      fc.property(int64, int64, (left, right) => {
        const wanted = outcome(() => {
          const value = exact(left, right);
          if (BigInt.asIntN(64, value) !== value || (name === 'modulo' && left === ints.minInt64 && right === -1n)) {
            throw new RangeError('overflow');
          }
          return value;
        });
        expect(outcome(() => ours(ints.toInt(left), ints.toInt(right)))).toEqual(wanted);
      }),
    );
  });
});

test('the smallest int has no opposite', () => {
  expect(() => ints.negateInt(ints.minInt64)).toThrow('integer overflow');
});
