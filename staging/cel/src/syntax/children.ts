import type { Expr } from './ast.ts';

/** The expressions directly inside an expression, in the order in which they stand. */
export function children(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case 'literal':
    case 'ident':
      return [];
    case 'select':
      return [expr.operand];
    case 'call':
      return expr.target === undefined ? expr.args : [expr.target, ...expr.args];
    case 'list':
      return expr.elements;
    case 'map':
      return expr.entries.flatMap((entry) => [entry.key, entry.value]);
    case 'struct':
      return expr.fields.map((field) => field.value);
    case 'comprehension':
      return [expr.iterRange, expr.accuInit, expr.loopCondition, expr.loopStep, expr.result];
  }
}
