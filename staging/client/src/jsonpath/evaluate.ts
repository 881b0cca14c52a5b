import { goJson, isJsonObject, jsonEqual } from '@kubescript/apimachinery';

import { JsonPathError } from './jsonpath-error.ts';
import type { Comparison, Operand, PathStep, TemplateNode } from './nodes.ts';

/** Whether a field that is not there is an error. */
export interface EvaluateOptions {
  readonly allowMissing: boolean;
}

/** The values that a path leads to. Throws JsonPathError for a missing field, unless that is allowed. */
export function evaluatePath(steps: readonly PathStep[], start: unknown, options: EvaluateOptions): unknown[] {
  return steps.reduce<unknown[]>((values, step) => values.flatMap((value) => take(step, value, options)), [start]);
}

function take(step: PathStep, value: unknown, options: EvaluateOptions): unknown[] {
  switch (step.kind) {
    case 'field':
      return takeField(step.name, value, options);
    case 'index':
      return takeIndex(step.index, value, options);
    case 'slice':
      return takeSlice(step, value);
    case 'wildcard':
      return childrenOf(value);
    case 'recursive':
      return descendants(value);
    case 'union':
      return step.options.flatMap((option) => take(option, value, options));
    case 'filter':
      return childrenOf(value).filter((child) => passes(step, child));
  }
}

function takeField(name: string, value: unknown, options: EvaluateOptions): unknown[] {
  if (isJsonObject(value) && Object.hasOwn(value, name)) return [value[name]];
  if (value === undefined || value === null || options.allowMissing || Array.isArray(value)) return [];
  throw new JsonPathError(`${name} is not found`);
}

function takeIndex(index: number, value: unknown, options: EvaluateOptions): unknown[] {
  if (!Array.isArray(value)) return [];
  const at = index < 0 ? index + value.length : index;
  if (at >= 0 && at < value.length) return [value[at]];
  if (options.allowMissing) return [];
  throw new JsonPathError(`array index out of bounds: index ${String(index)}, length ${String(value.length)}`);
}

function takeSlice(
  step: { readonly start?: number; readonly end?: number; readonly step?: number },
  value: unknown,
): unknown[] {
  if (!Array.isArray(value)) return [];
  const every = step.step ?? 1;
  return value.slice(step.start ?? 0, step.end).filter((_, i) => i % every === 0);
}

function childrenOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value as unknown[];
  return isJsonObject(value) ? Object.values(value) : [];
}

function descendants(value: unknown): unknown[] {
  return [value, ...childrenOf(value).flatMap(descendants)].filter((item) => typeof item === 'object' && item !== null);
}

function passes(step: PathStep & { readonly kind: 'filter' }, value: unknown): boolean {
  const left = operandOf(step.left, value);
  if (step.operator === 'exists') return left.length > 0;
  const right = step.right === undefined ? [] : operandOf(step.right, value);
  if (left.length !== 1 || right.length !== 1) return false;
  return compare(left[0], step.operator, right[0]);
}

function operandOf(operand: Operand, value: unknown): unknown[] {
  return operand.kind === 'literal' ? [operand.value] : evaluatePath(operand.steps, value, { allowMissing: true });
}

function compare(left: unknown, operator: Comparison, right: unknown): boolean {
  if (operator === '==') return jsonEqual(left, right);
  if (operator === '!=') return !jsonEqual(left, right);
  if (typeof left !== typeof right || (typeof left !== 'number' && typeof left !== 'string')) return false;
  const [a, b] = [left, right as typeof left];
  return operator === '<' ? a < b : operator === '<=' ? a <= b : operator === '>' ? a > b : a >= b;
}

/** The text of a template for one value. */
export function renderTemplate(nodes: readonly TemplateNode[], root: unknown, options: EvaluateOptions): string {
  return render(nodes, root, root, options);
}

function render(nodes: readonly TemplateNode[], root: unknown, current: unknown, options: EvaluateOptions): string {
  return nodes.map((node) => renderNode(node, root, current, options)).join('');
}

function renderNode(node: TemplateNode, root: unknown, current: unknown, options: EvaluateOptions): string {
  switch (node.kind) {
    case 'text':
      return node.text;
    case 'path':
      return evaluatePath(node.steps, node.fromRoot ? root : current, options)
        .map(formatValue)
        .join(' ');
    case 'range': {
      const found = evaluatePath(node.steps, node.fromRoot ? root : current, options);
      const [only] = found;
      const items = found.length === 1 && Array.isArray(only) ? (only as unknown[]) : found;
      return items.map((item) => render(node.body, root, item, options)).join('');
    }
  }
}

/** A value as templates print it: scalars plain, others as JSON. */
export function formatValue(value: unknown): string {
  if (value === null || value === undefined) return '';
  // eslint-disable-next-line @typescript-eslint/no-base-to-string -- objects are handled before
  return typeof value === 'object' ? goJson(value) : String(value);
}
