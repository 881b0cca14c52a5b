import type { LiteralValue } from '../values/value.ts';

interface Node {
  /** Unique in its expression; positions, types and references are kept by it. */
  readonly id: number;
}

/** A constant. */
export interface LiteralExpr extends Node {
  readonly kind: 'literal';
  readonly value: LiteralValue;
}

/** A variable or type name. */
export interface IdentExpr extends Node {
  readonly kind: 'ident';
  readonly name: string;
}

/** A field selection, or with `testOnly` the question whether it is there (`has`). */
export interface SelectExpr extends Node {
  readonly kind: 'select';
  readonly operand: Expr;
  readonly field: string;
  readonly testOnly: boolean;
}

/** A call of a function or operator; `target` is the receiver of a method. */
export interface CallExpr extends Node {
  readonly kind: 'call';
  readonly function: string;
  readonly target?: Expr;
  readonly args: readonly Expr[];
}

/** A list literal; `optional` holds the indices of elements marked with `?`. */
export interface ListExpr extends Node {
  readonly kind: 'list';
  readonly elements: readonly Expr[];
  readonly optional: ReadonlySet<number>;
}

/** One entry of a map literal. */
export interface MapEntry extends Node {
  readonly key: Expr;
  readonly value: Expr;
  readonly optional: boolean;
}

/** A map literal. */
export interface MapExpr extends Node {
  readonly kind: 'map';
  readonly entries: readonly MapEntry[];
}

/** One field of an object literal. */
export interface StructField extends Node {
  readonly name: string;
  readonly value: Expr;
  readonly optional: boolean;
}

/** An object literal: `Type{field: value}`. */
export interface StructExpr extends Node {
  readonly kind: 'struct';
  readonly typeName: string;
  readonly fields: readonly StructField[];
}

/** What macros such as `all` and `map` become: a fold over a list or map. */
export interface ComprehensionExpr extends Node {
  readonly kind: 'comprehension';
  readonly iterRange: Expr;
  readonly iterVar: string;
  /** The second variable (value, where the first is the key or index), if the macro has two. */
  readonly iterVar2?: string;
  readonly accuVar: string;
  readonly accuInit: Expr;
  readonly loopCondition: Expr;
  readonly loopStep: Expr;
  readonly result: Expr;
}

/** An expression as parsed; macros are expanded. */
export type Expr =
  CallExpr | ComprehensionExpr | IdentExpr | ListExpr | LiteralExpr | MapExpr | SelectExpr | StructExpr;

/** The dotted name that an expression of idents and selections spells, or undefined. */
export function toQualifiedName(expr: Expr): string | undefined {
  if (expr.kind === 'ident') return expr.name;
  if (expr.kind !== 'select' || expr.testOnly) return undefined;
  const prefix = toQualifiedName(expr.operand);
  return prefix === undefined ? undefined : `${prefix}.${expr.field}`;
}
