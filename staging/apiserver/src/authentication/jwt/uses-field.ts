import type { Expr } from '@kubescript/cel';

/**
 * True if an expression reads a field of a variable, as `claims.email` or `claims.?email`.
 *
 * @go k8s.io/apiserver/pkg/apis/apiserver/validation#hasSelectExp
 */
export function usesField(expr: Expr, variable: string, field: string): boolean {
  const within = (inner: Expr): boolean => usesField(inner, variable, field);
  const isVariable = (inner: Expr | undefined): boolean => inner?.kind === 'ident' && inner.name === variable;
  switch (expr.kind) {
    case 'literal':
    case 'ident':
      return false;
    case 'select':
      return (isVariable(expr.operand) && expr.field === field) || within(expr.operand);
    case 'call': {
      const [operand, name] = expr.args;
      const isOptional = expr.function === '_?._' && isVariable(operand) && name?.kind === 'literal';
      if (isOptional && name.value === field) return true;
      return expr.args.some(within) || (expr.target !== undefined && within(expr.target));
    }
    case 'list':
      return expr.elements.some(within);
    case 'map':
      return expr.entries.some(({ key, value }) => within(key) || within(value));
    case 'struct':
      return expr.fields.some(({ value }) => within(value));
    case 'comprehension':
      return [expr.iterRange, expr.accuInit, expr.loopCondition, expr.loopStep, expr.result].some(within);
  }
}
