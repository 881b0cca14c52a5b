import type { Expr } from './ast.ts';
import { type Macro, type MacroBuilder, MacroError, simpleName } from './macro.ts';
import { operators } from './operators.ts';

/** `has(a.b)`: whether the field is there. */
const has: Macro = {
  function: 'has',
  argCount: 1,
  receiver: false,
  expand(builder, _target, [argument]) {
    if (argument?.kind === 'select') return builder.presenceTest(argument.operand, argument.field);
    throw new MacroError(argument?.id ?? 0, 'invalid argument to has() macro');
  },
};

/** Both spellings of the quantifier that wants exactly one; `name` is what the source says. */
function existsOneMacro(name: string): Macro {
  return {
    function: name,
    argCount: 2,
    receiver: true,
    expand: (builder, target, args) =>
      quantifier(target, args, (predicate) => existsOneParts(builder, predicate), builder),
  };
}

interface QuantifierParts {
  readonly accuInit: Expr;
  readonly loopCondition: Expr;
  readonly loopStep: Expr;
  readonly result: Expr;
}

/** The parts of a fold that asks whether the predicate holds for all. */
export function allParts(builder: MacroBuilder, predicate: Expr): QuantifierParts {
  return {
    accuInit: builder.literal(true),
    loopCondition: builder.call(operators.notStrictlyFalse, builder.accumulator()),
    loopStep: builder.call(operators.logicalAnd, builder.accumulator(), predicate),
    result: builder.accumulator(),
  };
}

/** The parts of a fold that asks whether the predicate holds for any. */
export function existsParts(builder: MacroBuilder, predicate: Expr): QuantifierParts {
  const unmet = builder.call(operators.logicalNot, builder.accumulator());
  return {
    accuInit: builder.literal(false),
    loopCondition: builder.call(operators.notStrictlyFalse, unmet),
    loopStep: builder.call(operators.logicalOr, builder.accumulator(), predicate),
    result: builder.accumulator(),
  };
}

/** The parts of a fold that asks whether the predicate holds for exactly one. */
export function existsOneParts(builder: MacroBuilder, predicate: Expr): QuantifierParts {
  const counted = builder.call(operators.add, builder.accumulator(), builder.literal(1));
  return {
    accuInit: builder.literal(0),
    loopCondition: builder.literal(true),
    loopStep: builder.call(operators.conditional, predicate, counted, builder.accumulator()),
    result: builder.call(operators.equals, builder.accumulator(), builder.literal(1)),
  };
}

function quantifier(
  target: Expr | undefined,
  [variable, predicate]: readonly Expr[],
  parts: (predicate: Expr) => QuantifierParts,
  builder: MacroBuilder,
): Expr | undefined {
  if (target === undefined || predicate === undefined) return undefined;
  const iterVar = simpleName(variable, 'argument must be a simple name');
  return builder.comprehension({ iterRange: target, iterVar, ...parts(predicate) });
}

function quantifierMacro(name: string, parts: (builder: MacroBuilder, predicate: Expr) => QuantifierParts): Macro {
  return {
    function: name,
    argCount: 2,
    receiver: true,
    expand: (builder, target, args) => quantifier(target, args, (predicate) => parts(builder, predicate), builder),
  };
}

/** A fold that appends to a list; with a filter only for elements that pass it. */
function gather(
  builder: MacroBuilder,
  { range, iterVar, filter, transform }: { range: Expr; iterVar: string; filter: Expr | undefined; transform: Expr },
): Expr {
  const append = builder.call(operators.add, builder.accumulator(), builder.list(transform));
  const loopStep =
    filter === undefined ? append : builder.call(operators.conditional, filter, append, builder.accumulator());
  return builder.comprehension({
    iterRange: range,
    iterVar,
    accuInit: builder.list(),
    loopCondition: builder.literal(true),
    loopStep,
    result: builder.accumulator(),
  });
}

function mapMacro(argCount: 2 | 3): Macro {
  return {
    function: 'map',
    argCount,
    receiver: true,
    expand(builder, target, args) {
      const iterVar = simpleName(args[0], 'argument is not an identifier');
      const transform = args[argCount - 1];
      if (target === undefined || transform === undefined) return undefined;
      return gather(builder, { range: target, iterVar, filter: argCount === 3 ? args[1] : undefined, transform });
    },
  };
}

const filter: Macro = {
  function: 'filter',
  argCount: 2,
  receiver: true,
  expand(builder, target, [variable, predicate]) {
    const iterVar = simpleName(variable, 'argument is not an identifier');
    if (target === undefined || predicate === undefined) return undefined;
    return gather(builder, { range: target, iterVar, filter: predicate, transform: builder.ident(iterVar) });
  },
};

/**
 * The macros of the language.
 * @go github.com/google/cel-go/parser#AllMacros
 */
export const standardMacros: readonly Macro[] = [
  has,
  quantifierMacro('all', allParts),
  quantifierMacro('exists', existsParts),
  existsOneMacro('exists_one'),
  existsOneMacro('existsOne'),
  mapMacro(2),
  mapMacro(3),
  filter,
];
