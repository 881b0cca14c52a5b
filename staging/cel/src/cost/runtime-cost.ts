import type { OverloadDecl } from '../types/declarations.ts';
import { sizeForCost } from '../values/collections.ts';
import type { Value } from '../values/value.ts';
import { regexLengthFactor, stringTraversalFactor } from './estimates.ts';

type RuntimeCost = (args: readonly Value[], result: Value) => number;

function sizeOf(args: readonly Value[], index: number): number {
  const value = args[index];
  return value === undefined ? 1 : sizeForCost(value);
}

function traversal(size: number): number {
  return Math.ceil(size * stringTraversalFactor);
}

const traverseFirst: RuntimeCost = (args) => traversal(sizeOf(args, 0));
const traverseSecond: RuntimeCost = (args) => traversal(sizeOf(args, 1));
const traverseSmaller: RuntimeCost = (args) => traversal(Math.min(sizeOf(args, 0), sizeOf(args, 1)));
const traverseBoth: RuntimeCost = (args) => traversal(sizeOf(args, 0) + sizeOf(args, 1));
const one: RuntimeCost = () => 1;

/**
 * What calls of standard overloads cost; others cost 1.
 * @go github.com/google/cel-go/interpreter#CostTracker.costCall
 */
const standardCosts: ReadonlyMap<string, RuntimeCost> = new Map([
  ...['starts_with_string', 'ends_with_string'].map((id) => [id, traverseSecond] as const),
  ...['string_to_bytes', 'bytes_to_string', 'string_quote', 'string_format'].map((id) => [id, traverseFirst] as const),
  ['in_list', (args) => sizeOf(args, 1)],
  ...['less', 'less_equals', 'greater', 'greater_equals'].flatMap((name) => [
    [`${name}_string`, traverseSmaller] as const,
    [`${name}_bytes`, traverseSmaller] as const,
  ]),
  ['equals', traverseSmaller],
  ['not_equals', traverseSmaller],
  ['add_string', traverseBoth],
  ['add_bytes', traverseBoth],
  ['matches_string', (args) => traversal(1 + sizeOf(args, 0)) * Math.ceil(sizeOf(args, 1) * regexLengthFactor)],
  ['contains_string', (args) => traversal(sizeOf(args, 0)) * traversal(sizeOf(args, 1))],
]);

/** What a call costs whose overloads are these; `flat` says that it is always 1. */
export function runtimeCostOf(overloads: readonly OverloadDecl[]): { cost: RuntimeCost; flat: boolean } {
  const [first] = overloads;
  const standard = overloads.length === 1 && first !== undefined ? (standardCosts.get(first.id) ?? one) : one;
  const own = first?.runtimeCost;
  if (own === undefined) return { cost: standard, flat: standard === one };
  return { cost: (args, result) => own(args, result) ?? standard(args, result), flat: false };
}
