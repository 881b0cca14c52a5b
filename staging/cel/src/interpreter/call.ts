import type { Reference } from '../checker/checked.ts';
import type { FunctionDecl, OverloadDecl } from '../types/declarations.ts';
import { runtimeCostOf } from '../cost/runtime-cost.ts';
import { isList, typeOf } from '../values/classify.ts';
import { LiteralMap, listValues } from '../values/collections.ts';
import { CelError } from '../values/errors.ts';
import type { Value } from '../values/value.ts';
import { Frame, type Step } from './frame.ts';
import { type Guard, guardOf } from './guards.ts';

type FunctionReference = Extract<Reference, { kind: 'function' }>;
type Call = (...args: Value[]) => Value;

interface ArgumentPlan {
  readonly step: Step;
  readonly constant?: { readonly value: Value };
}

/** What is called: an overload, or all of a function's through one implementation. */
interface Target {
  readonly call: Call;
  readonly cost: (args: readonly Value[], result: Value) => number;
  /** Set where the cost does not depend on the arguments. */
  readonly flatCost: number | undefined;
}

/** The step of a call: arguments in order, then the overload that fits them. */
export function callStep(reference: FunctionReference, args: readonly ArgumentPlan[]): Step {
  const membership = membershipStep(reference, args);
  if (membership !== undefined) return membership;
  const { call, cost, flatCost } = targetOf(reference);
  const steps = args.map((arg) => arg.step);
  const [first, second] = steps;
  if (flatCost !== undefined && first !== undefined) {
    if (steps.length === 1) return (frame) => charged(frame, flatCost, call(first(frame)));
    if (steps.length === 2 && second !== undefined) {
      return (frame) => charged(frame, flatCost, call(first(frame), second(frame)));
    }
  }
  return (frame) => {
    const values = steps.map((step) => step(frame));
    const result = call(...values);
    frame.charge(cost(values, result));
    return result;
  };
}

function charged(frame: Frame, cost: number, result: Value): Value {
  frame.charge(cost);
  return result;
}

function targetOf(reference: FunctionReference): Target {
  const { declaration } = reference;
  const overloads = declaration.overloads.filter((overload) => reference.overloads.includes(overload.id));
  const only = overloads.length === 1 ? overloads[0] : undefined;
  const { cost, flat } = runtimeCostOf(overloads);
  const flatCost = flat ? 1 : undefined;
  if (declaration.implementation !== undefined) return { call: sharedCall(declaration), cost, flatCost };
  const call = only === undefined ? dispatching(declaration, overloads) : guarded(declaration, only);
  return { call, cost, flatCost };
}

/** The implementation for all overloads, which looks at the values itself. */
function sharedCall(declaration: FunctionDecl): Call {
  const implementation = declaration.implementation as unknown as Call;
  const { accepts } = declaration;
  if (accepts === undefined) return implementation;
  return (...args) => {
    if (args[0] !== undefined && !accepts(args[0])) throw new CelError(`no such overload: ${declaration.name}`);
    return implementation(...args);
  };
}

function guarded(declaration: FunctionDecl, overload: OverloadDecl): Call {
  const guards = overload.args.map(guardOf);
  const implementation = overload.implementation as unknown as Call;
  return (...args) => {
    if (!fits(guards, args)) throw mismatch(declaration, args);
    return implementation(...args);
  };
}

/** The first overload that takes the values. */
function dispatching(declaration: FunctionDecl, overloads: readonly OverloadDecl[]): Call {
  const candidates = overloads.map((overload) => ({
    guards: overload.args.map(guardOf),
    implementation: overload.implementation as unknown as Call,
  }));
  return (...args) => {
    for (const { guards, implementation } of candidates) if (fits(guards, args)) return implementation(...args);
    throw mismatch(declaration, args);
  };
}

function fits(guards: readonly Guard[], args: readonly Value[]): boolean {
  return guards.every((guard, index) => guard(args[index] ?? null));
}

function mismatch(declaration: FunctionDecl, args: readonly Value[]): CelError {
  return new CelError(`no such overload: ${declaration.name}(${args.map((arg) => typeOf(arg).name).join(', ')})`);
}

/** `x in [constants]`: a look into a set, which costs no more than finding x. */
function membershipStep(reference: FunctionReference, [element, container]: readonly ArgumentPlan[]): Step | undefined {
  const list = container?.constant?.value;
  if (reference.declaration.name !== '@in' || element === undefined || list === undefined || !isList(list)) {
    return undefined;
  }
  const set = new LiteralMap();
  for (const value of listValues(list)) {
    if (typeof value === 'object') return undefined;
    set.add(value, true);
  }
  return (frame) => set.get(element.step(frame)) === true;
}

/** The functions whose calls on constants are computed once. */
const folded: ReadonlySet<string> = new Set(['duration', 'timestamp']);

/** The value of a conversion of a constant, or undefined where it must be evaluated each time. */
export function foldConstant(
  reference: FunctionReference,
  args: readonly ArgumentPlan[],
  step: Step,
): Value | undefined {
  if (!folded.has(reference.declaration.name) || args.some((arg) => arg.constant === undefined)) return undefined;
  try {
    return step(new Frame({}));
  } catch {
    return undefined;
  }
}
