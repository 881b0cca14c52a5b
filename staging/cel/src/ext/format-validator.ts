import type { CheckedExpr } from '../checker/checked.ts';
import type { CallExpr, Expr, ListExpr } from '../syntax/ast.ts';
import { children } from '../syntax/children.ts';
import type { Issues } from '../syntax/issues.ts';
import type { CelType } from '../types/cel-type.ts';
import { isDyn, types } from '../types/types.ts';
import { CelError } from '../values/errors.ts';
import { clauseErrors } from './clause-error.ts';
import { interpolate } from './format.ts';

/** The kinds of types that each clause takes. */
const accepted: Readonly<Record<string, readonly string[]>> = {
  s: 'list map int uint double bool string timestamp bytes duration type null'.split(' '),
  d: ['int', 'uint'],
  f: ['double', 'string'],
  e: ['double', 'string'],
  b: ['int', 'uint', 'bool'],
  x: ['int', 'uint', 'string', 'bytes'],
  X: ['int', 'uint', 'string', 'bytes'],
  o: ['int', 'uint'],
};

/** A fault of a format, at the expression that it is reported for. */
class FormatFault extends CelError {
  readonly at: Expr;

  constructor(at: Expr, message: string) {
    super(message);
    this.at = at;
  }
}

/**
 * Checks calls of `format` on a constant with a list literal: clauses, their number and the types of what they get.
 * @go github.com/google/cel-go/ext#stringFormatValidator
 */
export function validateFormat(checked: CheckedExpr, issues: Issues): void {
  const walk = (expr: Expr): void => {
    if (expr.kind === 'call' && expr.function === 'format') validateCall(checked, issues, expr);
    for (const child of children(expr)) walk(child);
  };
  walk(checked.expr);
}

function validateCall(checked: CheckedExpr, issues: Issues, call: CallExpr): void {
  const [list] = call.args;
  if (call.target?.kind !== 'literal' || typeof call.target.value !== 'string' || list?.kind !== 'list') return;
  const report = (at: Expr, message: string): void => {
    issues.report(checked.source.locationOf(checked.positions.get(at.id) ?? 0), message);
  };
  try {
    const used = checkClauses(checked, call.target.value, list);
    const given = list.elements.length;
    if (given <= used) return;
    const counts = `(expected ${String(used)}, got ${String(given)})`;
    report(call, `too many arguments supplied to string.format ${counts}`);
  } catch (error) {
    if (!(error instanceof CelError)) throw error;
    report(error instanceof FormatFault ? error.at : call, error.message);
  }
}

function checkClauses(checked: CheckedExpr, text: string, list: ListExpr): number {
  return interpolate(text, list.elements.length, ({ letter }, index) => {
    const element = list.elements[index];
    const bad = element === undefined ? undefined : findUnfit(checked, element, letter);
    if (bad === undefined) return '';
    const message = (clauseErrors[letter] ?? '') + typeIn(checked, bad).name;
    throw new FormatFault(bad, `error during formatting: ${message}`);
  }).used;
}

/** The argument, or what is inside it, that the clause does not take. */
function findUnfit(checked: CheckedExpr, expr: Expr, letter: string): Expr | undefined {
  const type = typeIn(checked, expr);
  if (!isDyn(type) && accepted[letter]?.includes(type.kind) !== true) return expr;
  if (letter !== 's' || (expr.kind !== 'list' && expr.kind !== 'map')) return undefined;
  for (const child of children(expr)) {
    const unfit = findUnfit(checked, child, letter);
    if (unfit !== undefined) return unfit;
  }
  return undefined;
}

function typeIn(checked: CheckedExpr, expr: Expr): CelType {
  return checked.types.get(expr.id) ?? types.dyn;
}
