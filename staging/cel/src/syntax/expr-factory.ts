import type { LiteralValue } from '../values/value.ts';
import type { Expr, MapEntry, StructField } from './ast.ts';

/** The parts of a comprehension. */
export interface ComprehensionParts {
  readonly iterRange: Expr;
  readonly iterVar: string;
  readonly iterVar2?: string;
  readonly accuVar: string;
  readonly accuInit: Expr;
  readonly loopCondition: Expr;
  readonly loopStep: Expr;
  readonly result: Expr;
}

const noneOptional: ReadonlySet<number> = new Set();

/** Makes nodes with new ids and remembers where each stands. */
export class ExprFactory {
  /** The offset of each node by id. */
  readonly positions = new Map<number, number>();
  #lastId = 0;

  nextId(offset: number): number {
    this.#lastId++;
    this.positions.set(this.#lastId, offset);
    return this.#lastId;
  }

  offsetOf(id: number): number {
    return this.positions.get(id) ?? 0;
  }

  literal(offset: number, value: LiteralValue): Expr {
    return { kind: 'literal', id: this.nextId(offset), value };
  }

  ident(offset: number, name: string): Expr {
    return { kind: 'ident', id: this.nextId(offset), name };
  }

  select(offset: number, operand: Expr, field: string): Expr {
    return { kind: 'select', id: this.nextId(offset), operand, field, testOnly: false };
  }

  presenceTest(offset: number, operand: Expr, field: string): Expr {
    return { kind: 'select', id: this.nextId(offset), operand, field, testOnly: true };
  }

  call(offset: number, name: string, ...args: readonly Expr[]): Expr {
    return { kind: 'call', id: this.nextId(offset), function: name, args };
  }

  memberCall(offset: number, name: string, target: Expr, args: readonly Expr[]): Expr {
    return { kind: 'call', id: this.nextId(offset), function: name, target, args };
  }

  list(offset: number, elements: readonly Expr[], optional = noneOptional): Expr {
    return { kind: 'list', id: this.nextId(offset), elements, optional };
  }

  map(offset: number, entries: readonly MapEntry[]): Expr {
    return { kind: 'map', id: this.nextId(offset), entries };
  }

  struct(offset: number, typeName: string, fields: readonly StructField[]): Expr {
    return { kind: 'struct', id: this.nextId(offset), typeName, fields };
  }

  comprehension(offset: number, parts: ComprehensionParts): Expr {
    return { kind: 'comprehension', id: this.nextId(offset), ...parts };
  }
}
