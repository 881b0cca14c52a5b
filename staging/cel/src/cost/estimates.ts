import type { Expr } from '../syntax/ast.ts';
import type { CelType } from '../types/cel-type.ts';

/** The largest count: what is not known is taken for this. */
export const unlimited = 2 ** 64;

/** A range of costs or of sizes; sums and products stay within {@link unlimited}. */
export interface Estimate {
  readonly min: number;
  readonly max: number;
}

/** What a call costs, and how large its result is where that matters. */
export interface CallEstimate extends Estimate {
  readonly resultSize?: Estimate;
}

/** An expression whose cost is estimated. */
export interface CostNode {
  /** Variable, then field names, `@items`, `@keys`, `@values`; undefined where a computed value stands. */
  readonly path: readonly string[] | undefined;
  readonly type: CelType;
  readonly expr: Expr;
  /** The size as far as the expression itself says it. */
  readonly computedSize: Estimate | undefined;
}

/** Knows how large variables and what is in them may be. */
export interface SizeEstimator {
  /** The size of a string, list or map; undefined: not known. */
  estimateSize(node: CostNode): Estimate | undefined;
}

export const unknownSize: Estimate = { min: 0, max: unlimited };

/** The estimate that is exactly this. */
export function fixed(count: number): Estimate {
  return { min: count, max: count };
}

function saturate(count: number): number {
  return Math.min(count, unlimited);
}

export function addEstimates(left: Estimate, right: Estimate): Estimate {
  return { min: saturate(left.min + right.min), max: saturate(left.max + right.max) };
}

export function multiplyEstimates(left: Estimate, right: Estimate): Estimate {
  return { min: saturate(left.min * right.min), max: saturate(left.max * right.max) };
}

/** The estimate times a factor, rounded up. */
export function scaleEstimate(estimate: Estimate, factor: number): Estimate {
  return { min: saturate(Math.ceil(estimate.min * factor)), max: saturate(Math.ceil(estimate.max * factor)) };
}

/** The range that holds both. */
export function uniteEstimates(left: Estimate, right: Estimate): Estimate {
  return { min: Math.min(left.min, right.min), max: Math.max(left.max, right.max) };
}

/** The cost of looking at a character of a string. */
export const stringTraversalFactor = 0.1;

/** The cost of a character of a regular expression. */
export const regexLengthFactor = 0.25;

export const listCreateCost = 10;
export const mapCreateCost = 30;
export const structCreateCost = 40;
