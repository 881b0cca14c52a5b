import { listCreateCost } from '../cost/estimates.ts';
import type { ComprehensionExpr, Expr } from '../syntax/ast.ts';
import { accumulatorName, operators } from '../syntax/operators.ts';
import { isList, isMap } from '../values/classify.ts';
import { listAt, listSize, mapGet, mapKeys } from '../values/collections.ts';
import { noSuchOverload } from '../values/errors.ts';
import type { Value } from '../values/value.ts';
import { absorbable, Failure, type Frame, type Step } from './frame.ts';

/** A planned comprehension. */
export interface FoldPlan {
  readonly range: Step;
  readonly init: Step;
  readonly condition: Step;
  /** The condition is the constant true: an error ends the loop at once, as nothing absorbs it. */
  readonly endless: boolean;
  /** The condition is the constant false: there is no loop, only a binding. */
  readonly never: boolean;
  readonly step: Step;
  readonly result: Step;
  readonly slots: { readonly accu: number; readonly first: number; readonly second: number | undefined };
  /** The accumulator is a list that the step appends to in place. */
  readonly appended: boolean;
}

/**
 * Evaluates a comprehension.
 * @go github.com/google/cel-go/interpreter#(*evalFold).Eval
 */
export function foldStep(fold: FoldPlan): Step {
  const { slots } = fold;
  return (frame) => {
    const range = fold.range(frame);
    frame.locals[slots.accu] = fold.appended ? [] : initial(fold, frame);
    if (!fold.never) iterate(fold, frame, range);
    return fold.result(frame);
  };
}

function initial(fold: FoldPlan, frame: Frame): Failure | Value {
  try {
    return fold.init(frame);
  } catch (error) {
    return new Failure(absorbable(error));
  }
}

function iterate(fold: FoldPlan, frame: Frame, range: Value): void {
  const { first, second } = fold.slots;
  const { locals } = frame;
  if (isList(range)) {
    const size = listSize(range);
    for (let index = 0; index < size; index++) {
      locals[first] = second === undefined ? listAt(range, index) : index;
      if (second !== undefined) locals[second] = listAt(range, index);
      if (!turn(fold, frame)) return;
    }
    return;
  }
  if (!isMap(range)) throw noSuchOverload();
  for (const key of mapKeys(range)) {
    locals[first] = key;
    if (second !== undefined) locals[second] = mapGet(range, key) ?? null;
    if (!turn(fold, frame)) return;
  }
}

/** One turn of the loop; whether another may follow. */
function turn(fold: FoldPlan, frame: Frame): boolean {
  frame.turn();
  if (fold.condition(frame) === false) return false;
  try {
    frame.locals[fold.slots.accu] = fold.step(frame);
    return true;
  } catch (error) {
    frame.locals[fold.slots.accu] = new Failure(absorbable(error));
    return !fold.endless;
  }
}

/** `accumulator + [elements]` in place: what it costs is what the expression would. */
export function appendStep(slot: number, elements: readonly Step[]): Step {
  return (frame) => {
    const list = frame.locals[slot];
    if (list instanceof Failure) throw list.error;
    frame.charge(2 + listCreateCost);
    for (const element of elements) (list as Value[]).push(element(frame));
    return list as Value[];
  };
}

/**
 * Whether the fold starts from an empty list and its step is `accumulator + [...]`, or that under a condition: what
 * the macros `map` and `filter` make.
 */
export function isAppendedOnly(expr: ComprehensionExpr): boolean {
  const { accuInit } = expr;
  if (expr.accuVar !== accumulatorName || accuInit.kind !== 'list' || accuInit.elements.length > 0) return false;
  return isAppend(expr.loopStep);
}

function isAppend(step: Expr): boolean {
  if (step.kind !== 'call') return false;
  const [first, second, third] = step.args;
  if (step.function === operators.add)
    return isAccumulator(first) && second?.kind === 'list' && second.optional.size === 0;
  return step.function === operators.conditional && second !== undefined && isAppend(second) && isAccumulator(third);
}

function isAccumulator(expr: Expr | undefined): boolean {
  return expr?.kind === 'ident' && expr.name === accumulatorName;
}
