import type { Library } from '../environment.ts';
import { define, overload } from '../stdlib/declare.ts';
import type { Expr } from '../syntax/ast.ts';
import { type Macro, type MacroBuilder, simpleName } from '../syntax/macro.ts';
import { operators } from '../syntax/operators.ts';
import { allParts, existsOneParts, existsParts } from '../syntax/standard-macros.ts';
import { types } from '../types/types.ts';
import { LiteralMap, mapGet, mapKeys } from '../values/collections.ts';
import { CelError } from '../values/errors.ts';
import { formatValue } from '../values/format-value.ts';
import type { MapValue, Value } from '../values/value.ts';

const mapInsert = 'cel.@mapInsert';

type Parts = Parameters<MacroBuilder['comprehension']>[0];

/** A macro over two variables: index or key, and value. */
function twoVariables(
  name: string,
  argCount: 3 | 4,
  parts: (
    builder: MacroBuilder,
    first: string,
    args: readonly Expr[],
  ) => Omit<Parts, 'iterRange' | 'iterVar' | 'iterVar2'>,
): Macro {
  return {
    function: name,
    argCount,
    receiver: true,
    expand(builder, target, [first, second, ...rest]) {
      const iterVar = simpleName(first, 'argument must be a simple name');
      const iterVar2 = simpleName(second, 'argument must be a simple name');
      if (target === undefined) return undefined;
      return builder.comprehension({ iterRange: target, iterVar, iterVar2, ...parts(builder, iterVar, rest) });
    },
  };
}

function quantifier(
  name: string,
  parts: (builder: MacroBuilder, predicate: Expr) => Omit<Parts, 'iterRange' | 'iterVar'>,
): Macro {
  return twoVariables(name, 3, (builder, _first, [predicate]) => parts(builder, predicate ?? builder.literal(null)));
}

type Step = (builder: MacroBuilder, first: string, transform: Expr) => Expr;

/** Both forms of a macro that gathers: with a filter as third argument, and without. */
function gathering(name: string, into: 'list' | 'map', step: Step): Macro[] {
  const expand = (argCount: 3 | 4): Macro =>
    twoVariables(name, argCount, (builder, first, args) => {
      const transform = args.at(-1) ?? builder.literal(null);
      const [filter] = argCount === 4 ? args : [];
      const gathered = step(builder, first, transform);
      return {
        accuInit: into === 'list' ? builder.list() : builder.map([]),
        loopCondition: builder.literal(true),
        loopStep:
          filter === undefined
            ? gathered
            : builder.call(operators.conditional, filter, gathered, builder.accumulator()),
        result: builder.accumulator(),
      };
    });
  return [expand(3), expand(4)];
}

const key = types.param('K');
const value = types.param('V');
const map = types.map(key, value);

/** Adds to a map that the comprehension made and nobody else sees. */
function insert(into: MapValue, at: Value, what: Value): Value {
  const target = into instanceof LiteralMap ? into : new LiteralMap();
  if (!target.add(at, what)) throw new CelError(`insert failed: key ${formatValue(at)} already exists`);
  return target;
}

function insertAll(into: MapValue, entries: MapValue): Value {
  let target: Value = into;
  for (const at of mapKeys(entries)) target = insert(target as MapValue, at, mapGet(entries, at) ?? null);
  return target;
}

/**
 * Comprehensions with two variables: `all`, `exists`, `existsOne`, `transformList`, `transformMap`,
 * `transformMapEntry`.
 * @go github.com/google/cel-go/ext#TwoVarComprehensions
 */
export const twoVariableComprehensions: Library = {
  macros: [
    quantifier('all', allParts),
    quantifier('exists', existsParts),
    quantifier('existsOne', existsOneParts),
    quantifier('exists_one', existsOneParts),
    ...gathering('transformList', 'list', (builder, _first, transform) =>
      builder.call(operators.add, builder.accumulator(), builder.list(transform)),
    ),
    ...gathering('transformMap', 'map', (builder, first, transform) =>
      builder.call(mapInsert, builder.accumulator(), builder.ident(first), transform),
    ),
    ...gathering('transformMapEntry', 'map', (builder, _first, transform) =>
      builder.call(mapInsert, builder.accumulator(), transform),
    ),
  ],
  functions: [
    define(
      mapInsert,
      overload('@mapInsert_map_key_value', [map, key, value], map, insert),
      overload('@mapInsert_map_map', [map, map], map, insertAll),
    ),
  ],
};
