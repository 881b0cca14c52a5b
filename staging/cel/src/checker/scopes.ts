import type { CelType } from '../types/cel-type.ts';
import type { FunctionDecl } from '../types/declarations.ts';

/** What the checker asks of an environment. */
export interface Declarations {
  findVariable(name: string): CelType | undefined;
  findFunction(name: string): FunctionDecl | undefined;
  /** The object or standard type that a name stands for. */
  findType(name: string): CelType | undefined;
  findField(typeName: string, field: string): CelType | undefined;
}

/** The variables of comprehensions around an expression, innermost first. */
export interface Scope {
  readonly name: string;
  readonly type: CelType;
  readonly outer: Scope | undefined;
}

/** The type of a comprehension's variable in scope. */
export function findInScope(scope: Scope | undefined, name: string): CelType | undefined {
  for (let at = scope; at !== undefined; at = at.outer) if (at.name === name) return at.type;
  return undefined;
}
