import { arithmeticFunctions } from './arithmetic.ts';
import { conversionFunctions } from './conversions.ts';
import { relationFunctions } from './relations.ts';
import { stringFunctions } from './strings.ts';
import { timeFunctions } from './time.ts';
import type { FunctionDecl } from '../types/declarations.ts';
import type { CelType } from '../types/cel-type.ts';
import { types } from '../types/types.ts';
import type { Value } from '../values/value.ts';

/**
 * The functions and operators of the language itself.
 * @go github.com/google/cel-go/common/stdlib#Functions
 */
export const standardFunctions: readonly FunctionDecl[] = [
  ...relationFunctions,
  ...arithmeticFunctions,
  ...conversionFunctions,
  ...stringFunctions,
  ...timeFunctions,
];

/** The names of the language's own types. */
export const standardTypes: ReadonlyMap<string, CelType> = new Map([
  ...[types.bool, types.bytes, types.double, types.duration, types.dyn, types.int, types.null, types.string].map(
    (type) => [type.name, type] as const,
  ),
  ...[types.timestamp, types.uint].map((type) => [type.name, type] as const),
  ['list', types.list(types.dyn)],
  ['map', types.map(types.dyn, types.dyn)],
  ['type', types.typeOf(types.dyn)],
]);

/** The implementation of a standard operator or function that has one for all its overloads. */
export function standardFunction(name: string): (...args: readonly Value[]) => Value {
  const implementation = standardFunctions.find((declaration) => declaration.name === name)?.implementation;
  if (implementation === undefined) throw new RangeError(`no standard function ${name} with one implementation`);
  return implementation as unknown as (...args: readonly Value[]) => Value;
}
