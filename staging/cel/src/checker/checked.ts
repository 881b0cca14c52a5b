import type { Expr } from '../syntax/ast.ts';
import type { Source } from '../syntax/source.ts';
import type { CelType } from '../types/cel-type.ts';
import type { FunctionDecl } from '../types/declarations.ts';

/** What a name in an expression turned out to mean. */
export type Reference =
  /** A variable; for a selection, the dotted name as a whole. */
  | { readonly kind: 'variable'; readonly name: string }
  /** The name of a type. */
  | { readonly kind: 'type'; readonly type: CelType }
  /** A call: the overloads that may apply; `qualified` when the target was part of the function's name. */
  | {
      readonly kind: 'function';
      readonly declaration: FunctionDecl;
      readonly overloads: readonly string[];
      readonly qualified: boolean;
    };

/** A type-checked expression. */
export interface CheckedExpr {
  readonly expr: Expr;
  readonly source: Source;
  readonly positions: ReadonlyMap<number, number>;
  readonly types: ReadonlyMap<number, CelType>;
  readonly references: ReadonlyMap<number, Reference>;
}
