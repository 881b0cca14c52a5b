import { operators } from '../syntax/operators.ts';
import type { CelType } from '../types/cel-type.ts';
import type { FunctionDecl } from '../types/declarations.ts';
import { types } from '../types/types.ts';
import { isInt, isList } from '../values/classify.ts';
import { concatLists } from '../values/collections.ts';
import { newDuration } from '../values/duration.ts';
import { CelError, noSuchOverload } from '../values/errors.ts';
import * as ints from '../values/integers.ts';
import { newTimestamp } from '../values/timestamp.ts';
import { CelDouble, CelDuration, CelTimestamp, CelUint, type Value } from '../values/value.ts';
import { defineShared, overload } from './declare.ts';

const { bytes, double, duration, int, string, timestamp, uint } = types;
const listOfA = types.list(types.param('A'));

/** How an operator works on each type of number. */
interface Numeric {
  readonly int: (left: ints.Int, right: ints.Int) => Value;
  readonly uint: (left: bigint, right: bigint) => bigint;
  readonly double?: (left: number, right: number) => number;
}

/** The operator on two numbers of one type; undefined for anything else. */
function numeric(operation: Numeric, left: Value, right: Value): Value | undefined {
  if (isInt(left) && isInt(right)) return operation.int(left, right);
  if (left instanceof CelDouble && right instanceof CelDouble && operation.double !== undefined) {
    return new CelDouble(operation.double(left.value, right.value));
  }
  if (left instanceof CelUint && right instanceof CelUint) {
    return new CelUint(ints.checkedUint(operation.uint(left.value, right.value)));
  }
  return undefined;
}

const addition: Numeric = {
  int: ints.addInt,
  uint: (left, right) => left + right,
  double: (left, right) => left + right,
};
const subtraction: Numeric = {
  int: ints.subtractInt,
  uint: (left, right) => left - right,
  double: (left, right) => left - right,
};
const multiplication: Numeric = {
  int: ints.multiplyInt,
  uint: (left, right) => left * right,
  double: (left, right) => left * right,
};
const division: Numeric = { int: ints.divideInt, uint: divideUint, double: (left, right) => left / right };
const modulo: Numeric = { int: ints.moduloInt, uint: moduloUint };

function divideUint(left: bigint, right: bigint): bigint {
  if (right === 0n) throw new CelError('division by zero');
  return left / right;
}

function moduloUint(left: bigint, right: bigint): bigint {
  if (right === 0n) throw new CelError('modulus by zero');
  return left % right;
}

function add(left: Value, right: Value): Value {
  if (typeof left === 'string' && typeof right === 'string') return left + right;
  return numeric(addition, left, right) ?? addTimes(left, right) ?? addSequences(left, right);
}

function addTimes(left: Value, right: Value): Value | undefined {
  if (left instanceof CelDuration) {
    if (right instanceof CelDuration) return newDuration(left.nanos + right.nanos);
    if (right instanceof CelTimestamp) return newTimestamp(left.nanos + right.nanos);
  }
  const later = left instanceof CelTimestamp && right instanceof CelDuration;
  return later ? newTimestamp(left.nanos + right.nanos) : undefined;
}

function addSequences(left: Value, right: Value): Value {
  if (isList(left) && isList(right)) return concatLists(left, right);
  if (left instanceof Uint8Array && right instanceof Uint8Array) return Uint8Array.from([...left, ...right]);
  throw noSuchOverload();
}

function subtract(left: Value, right: Value): Value {
  return numeric(subtraction, left, right) ?? subtractTimes(left, right);
}

function subtractTimes(left: Value, right: Value): Value {
  if (left instanceof CelTimestamp && right instanceof CelTimestamp) return newDuration(left.nanos - right.nanos);
  if (right instanceof CelDuration) {
    if (left instanceof CelDuration) return newDuration(left.nanos - right.nanos);
    if (left instanceof CelTimestamp) return newTimestamp(left.nanos - right.nanos);
  }
  throw noSuchOverload();
}

function numbersOnly(operation: Numeric): (left: Value, right: Value) => Value {
  return (left, right) => {
    const result = numeric(operation, left, right);
    if (result === undefined) throw noSuchOverload();
    return result;
  };
}

function negate(value: Value): Value {
  if (isInt(value)) return ints.negateInt(value);
  if (value instanceof CelDouble) return new CelDouble(-value.value);
  throw noSuchOverload();
}

function same(id: string, type: CelType): ReturnType<typeof overload> {
  return overload(id, [type, type], type);
}

/** `+ - * / %` and negation. */
export const arithmeticFunctions: readonly FunctionDecl[] = [
  defineShared(operators.add, add, [
    same('add_bytes', bytes),
    same('add_double', double),
    same('add_duration_duration', duration),
    overload('add_duration_timestamp', [duration, timestamp], timestamp),
    overload('add_timestamp_duration', [timestamp, duration], timestamp),
    same('add_int64', int),
    same('add_list', listOfA),
    same('add_string', string),
    same('add_uint64', uint),
  ]),
  defineShared(operators.subtract, subtract, [
    same('subtract_double', double),
    same('subtract_duration_duration', duration),
    same('subtract_int64', int),
    overload('subtract_timestamp_duration', [timestamp, duration], timestamp),
    overload('subtract_timestamp_timestamp', [timestamp, timestamp], duration),
    same('subtract_uint64', uint),
  ]),
  defineShared(operators.multiply, numbersOnly(multiplication), [
    same('multiply_double', double),
    same('multiply_int64', int),
    same('multiply_uint64', uint),
  ]),
  defineShared(operators.divide, numbersOnly(division), [
    same('divide_double', double),
    same('divide_int64', int),
    same('divide_uint64', uint),
  ]),
  defineShared(operators.modulo, numbersOnly(modulo), [same('modulo_int64', int), same('modulo_uint64', uint)]),
  defineShared(operators.negate, negate, [
    overload('negate_double', [double], double),
    overload('negate_int64', [int], int),
  ]),
];
