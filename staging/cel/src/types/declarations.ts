import type { CallEstimate, CostNode, SizeEstimator } from '../cost/estimates.ts';
import type { Value } from '../values/value.ts';
import type { CelType } from './cel-type.ts';

/**
 * What an overload does. Its parameters may be typed as the overload declares them: the arguments are checked
 * against the declaration before each call. Throws `CelError`.
 */
export type Implementation = (...args: never[]) => Value;

/** One signature of a function. */
export interface OverloadDecl {
  /** Unique in an environment; costs are found by it. */
  readonly id: string;
  /** The argument types; a method's receiver first. */
  readonly args: readonly CelType[];
  readonly result: CelType;
  /** Whether it is called as a method of its first argument. */
  readonly member?: boolean;
  /** Not needed where the function has an implementation for all overloads. */
  readonly implementation?: Implementation;
  /** What a call cost, instead of 1 or what the standard overload costs. */
  readonly runtimeCost?: (args: readonly Value[], result: Value) => number | undefined;
  /** What a call may cost; undefined falls back to the standard estimate. */
  readonly estimateCost?: EstimateCost;
}

/** Estimates a call from its receiver and arguments. */
export type EstimateCost = (
  estimator: SizeEstimator,
  target: CostNode | undefined,
  args: readonly CostNode[],
) => CallEstimate | undefined;

/** A function and its overloads. */
export interface FunctionDecl {
  readonly name: string;
  readonly overloads: readonly OverloadDecl[];
  /** One implementation for all overloads, which looks at the values itself and throws `no such overload`. */
  readonly implementation?: Implementation;
  /** Which values the shared implementation takes as first argument; others are `no such overload: name`. */
  readonly accepts?: (first: Value) => boolean;
}

/** Provides object types: their fields, and how literals of them are made. */
export interface TypeProvider {
  /** The type that an identifier names, as in `Object{}` or `type(x) == Object`. */
  findType(name: string): CelType | undefined;
  /** The type of a field of an object type; undefined where it has none of that name. */
  findField(typeName: string, field: string): CelType | undefined;
  /** Makes an object from the fields of a literal. Throws `CelError`. */
  newObject?(typeName: string, fields: ReadonlyMap<string, Value>): Value;
}
