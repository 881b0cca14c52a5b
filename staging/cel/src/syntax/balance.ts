import type { Expr } from './ast.ts';

/**
 * Joins the terms of a chain of `&&` or `||` into a balanced tree, so that long chains do not nest deeply.
 * @go github.com/google/cel-go/parser#(*logicManager).balancedTree
 */
export function balanceLogical(
  terms: readonly Expr[],
  ops: readonly number[],
  join: (offset: number, left: Expr, right: Expr) => Expr,
): Expr {
  const term = (index: number): Expr => {
    const found = terms[index];
    if (found === undefined) throw new RangeError('a chain has one more term than operators');
    return found;
  };
  const tree = (low: number, high: number): Expr => {
    const mid = Math.floor((low + high + 1) / 2);
    const left = mid === low ? term(mid) : tree(low, mid - 1);
    const right = mid === high ? term(mid + 1) : tree(mid + 1, high);
    return join(ops[mid] ?? 0, left, right);
  };
  return ops.length === 0 ? term(0) : tree(0, ops.length - 1);
}
