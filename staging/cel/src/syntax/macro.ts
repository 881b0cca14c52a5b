import type { LiteralValue } from '../values/value.ts';
import type { Expr, MapEntry } from './ast.ts';
import type { ComprehensionParts, ExprFactory } from './expr-factory.ts';
import { accumulatorName } from './operators.ts';

/** A macro's arguments do not fit; reported at the expression with that id. */
export class MacroError extends Error {
  readonly at: number;

  constructor(at: number, message: string) {
    super(message);
    this.at = at;
  }
}

/** A call that is rewritten while parsing. */
export interface Macro {
  readonly function: string;
  /** How many arguments; undefined takes any number. */
  readonly argCount?: number;
  /** Whether it is written as a method. */
  readonly receiver: boolean;
  /** The expression that the call becomes, or undefined to leave it a call. Throws {@link MacroError}. */
  expand(builder: MacroBuilder, target: Expr | undefined, args: readonly Expr[]): Expr | undefined;
}

/** The key under which a macro is found. */
export function macroKey(name: string, argCount: number | undefined, receiver: boolean): string {
  return `${name}:${argCount === undefined ? '*' : String(argCount)}:${String(receiver)}`;
}

/** Makes the nodes of an expansion; all stand where the macro's call stands. */
export class MacroBuilder {
  readonly #factory: ExprFactory;
  readonly #offset: number;

  constructor(factory: ExprFactory, offset: number) {
    this.#factory = factory;
    this.#offset = offset;
  }

  literal(value: LiteralValue): Expr {
    return this.#factory.literal(this.#offset, value);
  }

  ident(name: string): Expr {
    return this.#factory.ident(this.#offset, name);
  }

  /** A use of the variable in which the comprehension gathers its result. */
  accumulator(): Expr {
    return this.ident(accumulatorName);
  }

  call(name: string, ...args: readonly Expr[]): Expr {
    return this.#factory.call(this.#offset, name, ...args);
  }

  memberCall(name: string, target: Expr, ...args: readonly Expr[]): Expr {
    return this.#factory.memberCall(this.#offset, name, target, args);
  }

  list(...elements: readonly Expr[]): Expr {
    return this.#factory.list(this.#offset, elements);
  }

  map(entries: readonly MapEntry[]): Expr {
    return this.#factory.map(this.#offset, entries);
  }

  mapEntry(key: Expr, value: Expr): MapEntry {
    return { id: this.#factory.nextId(this.#offset), key, value, optional: false };
  }

  presenceTest(operand: Expr, field: string): Expr {
    return this.#factory.presenceTest(this.#offset, operand, field);
  }

  /** A comprehension that gathers into the accumulator, unless the parts name another variable. */
  comprehension(parts: Omit<ComprehensionParts, 'accuVar'> & { readonly accuVar?: string }): Expr {
    return this.#factory.comprehension(this.#offset, { accuVar: accumulatorName, ...parts });
  }
}

/** The name of an argument that must be a plain variable. */
export function simpleName(expr: Expr | undefined, message: string): string {
  if (expr?.kind === 'ident' && !expr.name.includes('.')) {
    if (expr.name !== accumulatorName) return expr.name;
  }
  throw new MacroError(expr?.id ?? 0, message);
}
