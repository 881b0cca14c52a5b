import type { Library } from '../environment.ts';
import { define, member, overload } from '../stdlib/declare.ts';
import type { Expr } from '../syntax/ast.ts';
import { type Macro, type MacroBuilder, simpleName } from '../syntax/macro.ts';
import { operators } from '../syntax/operators.ts';
import { types } from '../types/types.ts';
import { isList, isMap } from '../values/classify.ts';
import { listAt, listSize, listValues, mapSize } from '../values/collections.ts';
import { CelError } from '../values/errors.ts';
import {
  CelDouble,
  CelDuration,
  CelOptional,
  CelTimestamp,
  CelUint,
  type ListValue,
  type Value,
} from '../values/value.ts';

const value = types.param('V');
const optional = types.optional(value);
const list = types.list(value);

/** Whether a value is the empty one of its type: then `optional.ofNonZeroValue` makes nothing of it. */
function isZero(candidate: Value): boolean {
  if (candidate === null || candidate === false || candidate === 0 || candidate === '') return true;
  if (candidate instanceof CelDouble) return candidate.value === 0;
  if (candidate instanceof CelUint) return candidate.value === 0n;
  if (candidate instanceof CelDuration || candidate instanceof CelTimestamp) return candidate.nanos === 0n;
  if (candidate instanceof Uint8Array) return candidate.length === 0;
  if (isList(candidate)) return listSize(candidate) === 0;
  return isMap(candidate) && mapSize(candidate) === 0;
}

function valueOf(from: CelOptional): Value {
  if (from.value === undefined) throw new CelError('optional.none() dereference');
  return from.value;
}

function unwrapAll(from: ListValue): Value[] {
  const present: Value[] = [];
  for (const each of listValues(from)) {
    if (each instanceof CelOptional && each.value !== undefined) present.push(each.value);
  }
  return present;
}

function boundary(at: 'first' | 'last'): (from: ListValue) => CelOptional {
  return (from) => {
    const size = listSize(from);
    return size === 0 ? CelOptional.none : new CelOptional(listAt(from, at === 'first' ? 0 : size - 1));
  };
}

/** `o.optMap(x, f)` makes an optional of f; `o.optFlatMap(x, f)` takes f, an optional itself. */
function mapMacro(name: 'optFlatMap' | 'optMap'): Macro {
  return {
    function: name,
    argCount: 2,
    receiver: true,
    expand(builder, target, [variable, transform]) {
      const bound = simpleName(variable, `${name}() variable name must be a simple identifier`);
      if (target === undefined || transform === undefined) return undefined;
      const mapped = bind(builder, { name: bound, to: target, inside: transform });
      return builder.call(
        operators.conditional,
        builder.memberCall('hasValue', target),
        name === 'optMap' ? builder.call('optional.of', mapped) : mapped,
        builder.call('optional.none'),
      );
    },
  };
}

function bind(builder: MacroBuilder, { name, to, inside }: { name: string; to: Expr; inside: Expr }): Expr {
  return builder.comprehension({
    iterRange: builder.list(),
    iterVar: '#unused',
    accuVar: name,
    accuInit: builder.memberCall('value', to),
    loopCondition: builder.literal(false),
    loopStep: builder.ident(name),
    result: inside,
  });
}

/** `or` and `orValue` look at their argument only where there is no value: the planner sees to that. */
const fallback = [
  define(
    'or',
    member('optional_or_optional', [optional, optional], optional, (a: CelOptional, b: CelOptional) =>
      a.value === undefined ? b : a,
    ),
  ),
  define(
    'orValue',
    member('optional_orValue_value', [optional, value], value, (a: CelOptional, b: Value) => a.value ?? b),
  ),
];

/**
 * Optional values: `a.?b`, `a[?0]`, `optional.of`, `hasValue`, `orValue`.
 * @go github.com/google/cel-go/cel#OptionalTypes
 */
export const optionalTypes: Library = {
  types: [types.optional(types.dyn)],
  functions: [
    define(
      'optional.of',
      overload('optional_of', [value], optional, (from: Value) => new CelOptional(from)),
    ),
    define(
      'optional.ofNonZeroValue',
      overload('optional_ofNonZeroValue', [value], optional, (from: Value) =>
        isZero(from) ? CelOptional.none : new CelOptional(from),
      ),
    ),
    define(
      'optional.none',
      overload('optional_none', [], optional, () => CelOptional.none),
    ),
    define('optional.unwrap', overload('optional_unwrap', [types.list(optional)], list, unwrapAll)),
    define('unwrapOpt', member('optional_unwrapOpt', [types.list(optional)], list, unwrapAll)),
    define('value', member('optional_value', [optional], value, valueOf)),
    define(
      'hasValue',
      member('optional_hasValue', [optional], types.bool, (from: CelOptional) => from.value !== undefined),
    ),
    ...fallback,
    define('first', member('optional_list_first', [list], optional, boundary('first'))),
    define('last', member('optional_list_last', [list], optional, boundary('last'))),
    {
      name: operators.optIndex,
      overloads: [
        overload('list_optindex_optional_int', [list, types.int], optional),
        overload('optional_list_optindex_optional_int', [types.optional(list), types.int], optional),
        overload('map_optindex_optional_value', [types.map(types.param('K'), value), types.param('K')], optional),
        overload(
          'optional_map_optindex_optional_value',
          [types.optional(types.map(types.param('K'), value)), types.param('K')],
          optional,
        ),
      ],
    },
    {
      name: operators.index,
      overloads: [
        overload('optional_list_index_int', [types.optional(list), types.int], optional),
        overload(
          'optional_map_index_value',
          [types.optional(types.map(types.param('K'), value)), types.param('K')],
          optional,
        ),
      ],
    },
  ],
  macros: [mapMacro('optMap'), mapMacro('optFlatMap')],
};
