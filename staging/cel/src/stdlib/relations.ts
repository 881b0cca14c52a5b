import { operators } from '../syntax/operators.ts';
import type { CelType } from '../types/cel-type.ts';
import type { FunctionDecl, OverloadDecl } from '../types/declarations.ts';
import { types } from '../types/types.ts';
import { contains } from '../values/collections.ts';
import { compareValues } from '../values/compare.ts';
import { equalValues } from '../values/equality.ts';
import { noSuchOverload } from '../values/errors.ts';
import type { Value } from '../values/value.ts';
import { defineShared, overload } from './declare.ts';

const { bool, bytes, double, duration, int, string, timestamp, uint } = types;
const a = types.param('A');
const b = types.param('B');

/** The pairs of types that have an order, in the order of the standard declarations. */
const ordered: readonly (readonly [string, CelType, CelType])[] = [
  ['bool', bool, bool],
  ['int64', int, int],
  ['int64_double', int, double],
  ['int64_uint64', int, uint],
  ['uint64', uint, uint],
  ['uint64_double', uint, double],
  ['uint64_int64', uint, int],
  ['double', double, double],
  ['double_int64', double, int],
  ['double_uint64', double, uint],
  ['string', string, string],
  ['bytes', bytes, bytes],
  ['timestamp', timestamp, timestamp],
  ['duration', duration, duration],
];

function relation(name: string, id: string, holds: (order: number) => boolean): FunctionDecl {
  const overloads: readonly OverloadDecl[] = ordered.map(([suffix, left, right]) =>
    overload(`${id}_${suffix}`, [left, right], bool),
  );
  return defineShared(name, (left: Value, right: Value) => holds(compareValues(left, right)), overloads);
}

function not(value: Value): Value {
  if (typeof value !== 'boolean') throw noSuchOverload();
  return !value;
}

/** Comparisons, equality, membership, indexing and the logical operators. */
export const relationFunctions: readonly FunctionDecl[] = [
  { name: operators.conditional, overloads: [overload('conditional', [bool, a, a], a)] },
  { name: operators.logicalAnd, overloads: [overload('logical_and', [bool, bool], bool)] },
  { name: operators.logicalOr, overloads: [overload('logical_or', [bool, bool], bool)] },
  { name: operators.notStrictlyFalse, overloads: [overload('not_strictly_false', [bool], bool)] },
  defineShared(operators.logicalNot, not, [overload('logical_not', [bool], bool)]),
  relation(operators.less, 'less', (order) => order < 0),
  relation(operators.lessEquals, 'less_equals', (order) => order <= 0),
  relation(operators.greater, 'greater', (order) => order > 0),
  relation(operators.greaterEquals, 'greater_equals', (order) => order >= 0),
  defineShared(operators.equals, (left: Value, right: Value) => equalValues(left, right), [
    overload('equals', [a, a], bool),
  ]),
  defineShared(operators.notEquals, (left: Value, right: Value) => !equalValues(left, right), [
    overload('not_equals', [a, a], bool),
  ]),
  defineShared(operators.in, (element: Value, container: Value) => contains(container, element), [
    overload('in_list', [a, types.list(a)], bool),
    overload('in_map', [a, types.map(a, b)], bool),
  ]),
  {
    name: operators.index,
    overloads: [overload('index_list', [types.list(a), int], a), overload('index_map', [types.map(a, b), a], b)],
  },
];
