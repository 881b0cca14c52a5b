import type { CheckedExpr } from '../checker/checked.ts';
import { children } from '../syntax/children.ts';
import type { CallExpr, Expr, ListExpr, MapExpr } from '../syntax/ast.ts';
import type { Issues } from '../syntax/issues.ts';
import { compileRegex } from '../stdlib/regex.ts';
import { type CelType, formatType, isExactType } from '../types/cel-type.ts';
import { types, unwrapOptional } from '../types/types.ts';
import { parseDuration } from '../values/duration.ts';
import { CelError } from '../values/errors.ts';
import { parseTimestamp } from '../values/timestamp.ts';

/** The checks of constant arguments by function; the constant is the first argument. */
const constantChecks: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ['duration', (text: string) => parseDuration(text) !== undefined],
  ['timestamp', (text: string) => parseTimestamp(text) !== undefined],
  ['matches', isRegex],
]);

function isRegex(text: string): boolean {
  try {
    compileRegex(text);
    return true;
  } catch (error) {
    if (error instanceof CelError) return false;
    throw error;
  }
}

/**
 * Reports constant durations, timestamps and regular expressions that are none.
 * @go github.com/google/cel-go/cel#ValidateDurationLiterals and its like
 */
export function validateConstants(checked: CheckedExpr, issues: Issues): void {
  visit(checked.expr, (expr) => {
    if (expr.kind === 'call') validateCall(checked, issues, expr);
  });
}

function validateCall(checked: CheckedExpr, issues: Issues, call: CallExpr): void {
  const [argument] = call.args;
  const isValid = constantChecks.get(call.function);
  if (isValid === undefined || argument?.kind !== 'literal' || typeof argument.value !== 'string') return;
  if (!isValid(argument.value)) report(checked, issues, { at: argument, message: `invalid ${call.function} argument` });
}

/**
 * Reports lists and maps whose elements are of several types, except in the arguments of `format`.
 * @go github.com/google/cel-go/cel#ValidateHomogeneousAggregateLiterals
 */
export function validateHomogeneousLiterals(checked: CheckedExpr, issues: Issues): void {
  const walk = (expr: Expr, formatted: boolean): void => {
    const aggregate = expr.kind === 'list' || expr.kind === 'map';
    if (!formatted && expr.kind === 'list') validateList(checked, issues, expr);
    if (!formatted && expr.kind === 'map') validateMap(checked, issues, expr);
    const inside = (expr.kind === 'call' && expr.function === 'format') || (formatted && aggregate);
    for (const child of children(expr)) walk(child, inside);
  };
  walk(checked.expr, false);
}

function validateList(checked: CheckedExpr, issues: Issues, list: ListExpr): void {
  const typed = list.elements.map((element, index) => {
    const type = typeIn(checked, element);
    return { element, type: list.optional.has(index) ? unwrapOptional(type) : type };
  });
  const [first] = typed;
  const odd = typed.find(({ type }) => first !== undefined && !isExactType(first.type, type));
  if (first !== undefined && odd !== undefined) mismatch(checked, issues, { ...odd, wanted: first.type });
}

function validateMap(checked: CheckedExpr, issues: Issues, map: MapExpr): void {
  const [first, ...rest] = map.entries;
  if (first === undefined) return;
  const valueType = (entry: typeof first): CelType => {
    const type = typeIn(checked, entry.value);
    return entry.optional ? unwrapOptional(type) : type;
  };
  for (const entry of rest) {
    const keys = { element: entry.key, type: typeIn(checked, entry.key), wanted: typeIn(checked, first.key) };
    const values = { element: entry.value, type: valueType(entry), wanted: valueType(first) };
    for (const each of [keys, values]) if (!isExactType(each.wanted, each.type)) mismatch(checked, issues, each);
  }
}

function mismatch(
  checked: CheckedExpr,
  issues: Issues,
  { element, type, wanted }: { element: Expr; type: CelType; wanted: CelType },
): void {
  const message = `expected type '${formatType(wanted)}' but found '${formatType(type)}'`;
  report(checked, issues, { at: element, message });
}

function typeIn(checked: CheckedExpr, expr: Expr): CelType {
  return checked.types.get(expr.id) ?? types.dyn;
}

function report(checked: CheckedExpr, issues: Issues, { at, message }: { at: Expr; message: string }): void {
  issues.report(checked.source.locationOf(checked.positions.get(at.id) ?? 0), message);
}

function visit(expr: Expr, each: (expr: Expr) => void): void {
  each(expr);
  for (const child of children(expr)) visit(child, each);
}
