import type { Expr } from '../syntax/ast.ts';
import {
  addEstimates,
  type CallEstimate,
  type CostNode,
  type Estimate,
  fixed,
  multiplyEstimates,
  regexLengthFactor,
  scaleEstimate,
  stringTraversalFactor,
  uniteEstimates,
  unknownSize,
} from './estimates.ts';
import { type EntrySize, uniteEntrySizes } from './sizes.ts';

/** A call of one overload. */
export interface StandardCall {
  readonly id: string;
  readonly target: CostNode | undefined;
  readonly args: readonly CostNode[];
  readonly argCosts: readonly Estimate[];
}

/** What is known and learnt of the sizes of entries. */
export interface EntrySizes {
  readonly entrySizeOf: (expr: Expr) => EntrySize | undefined;
  /** Notes the entry size of the call's result. */
  readonly setEntrySize: (size: EntrySize | undefined) => void;
}

type Estimator = (call: StandardCall, sizes: EntrySizes) => CallEstimate | undefined;

const nothing = fixed(0);
const one = fixed(1);

function sizeOf(node: CostNode | undefined): Estimate {
  return node?.computedSize ?? unknownSize;
}

function traversal(size: Estimate): Estimate {
  return scaleEstimate(size, stringTraversalFactor);
}

const traverseArgument: Estimator = ({ args }) => (args.length === 1 ? traversal(sizeOf(args[0])) : undefined);

/** Comparing two values looks at no more than the smaller. */
const compare: Estimator = ({ args }) => {
  const max = Math.min(sizeOf(args[0]).max, sizeOf(args[1]).max);
  return traversal({ min: max > 0 ? 1 : 0, max });
};

const addLists: Estimator = (call, sizes) => {
  const resultSize = joinedSize(call, sizes);
  return { ...one, resultSize };
};

const addStrings: Estimator = (call, sizes) => {
  const resultSize = joinedSize(call, sizes);
  return { ...traversal(resultSize), resultSize };
};

function joinedSize({ args }: StandardCall, sizes: EntrySizes): Estimate {
  const [left, right] = args;
  if (left !== undefined && right !== undefined) {
    sizes.setEntrySize(uniteEntrySizes(sizes.entrySizeOf(left.expr), sizes.entrySizeOf(right.expr)));
  }
  return addEstimates(sizeOf(left), sizeOf(right));
}

const matches: Estimator = ({ target, args }) => {
  if (target === undefined || args.length !== 1) return undefined;
  const text = traversal(addEstimates(sizeOf(target), one));
  return multiplyEstimates(text, scaleEstimate(sizeOf(args[0]), regexLengthFactor));
};

const contains: Estimator = ({ target, args }) => {
  if (target === undefined || args.length !== 1) return undefined;
  return multiplyEstimates(traversal(sizeOf(target)), traversal(sizeOf(args[0])));
};

const stringToBytes: Estimator = ({ args }) => {
  const size = sizeOf(args[0]);
  return { ...traversal(size), resultSize: { min: size.min, max: size.max * 4 } };
};

const bytesToString: Estimator = ({ args }) => {
  const size = sizeOf(args[0]);
  return { ...traversal(size), resultSize: { min: Math.floor(size.min / 4), max: size.max } };
};

const quote: Estimator = ({ args }) => {
  if (args.length !== 1) return undefined;
  const size = sizeOf(args[0]);
  return { ...traversal(size), resultSize: { min: size.min + 2, max: size.max * 2 + 2 } };
};

const format: Estimator = ({ target }) => {
  return target === undefined ? undefined : { ...traversal(sizeOf(target)), resultSize: unknownSize };
};

const inList: Estimator = ({ args }) => (args.length === 2 ? sizeOf(args[1]) : undefined);

/** What standard overloads cost beside their arguments; others cost 1. */
const estimators: ReadonlyMap<string, Estimator> = new Map<string, Estimator>([
  ['string_format', format],
  ['string_to_bytes', stringToBytes],
  ['bytes_to_string', bytesToString],
  ['strings_quote', quote],
  ['starts_with_string', traverseArgument],
  ['ends_with_string', traverseArgument],
  ['in_list', inList],
  ['matches_string', matches],
  ['contains_string', contains],
  ['add_string', addStrings],
  ['add_bytes', addStrings],
  ['add_list', addLists],
  ['equals', compare],
  ['not_equals', compare],
  ...['less', 'less_equals', 'greater', 'greater_equals'].flatMap((name) => [
    [`${name}_string`, compare] as const,
    [`${name}_bytes`, compare] as const,
  ]),
]);

/** What a call of a standard overload costs, arguments included. */
export function estimateStandardCall(call: StandardCall, sizes: EntrySizes): CallEstimate {
  if (call.id === 'logical_and' || call.id === 'logical_or') return logical(call);
  if (call.id === 'conditional') return conditional(call, sizes);
  const estimate = estimators.get(call.id)?.(call, sizes) ?? one;
  return { ...estimate, ...addEstimates(estimate, call.argCosts.reduce(addEstimates, nothing)) };
}

/** The right side may not be evaluated. */
function logical({ argCosts }: StandardCall): CallEstimate {
  const [left = nothing, right = nothing] = argCosts;
  return { min: left.min, max: addEstimates(left, right).max };
}

function conditional({ args, argCosts }: StandardCall, sizes: EntrySizes): CallEstimate {
  const [condition = nothing, truthy = nothing, falsy = nothing] = argCosts;
  const [, first, second] = args;
  if (first !== undefined && second !== undefined) {
    sizes.setEntrySize(uniteEntrySizes(sizes.entrySizeOf(first.expr), sizes.entrySizeOf(second.expr)));
  }
  const cost = addEstimates(condition, uniteEstimates(truthy, falsy));
  return { ...cost, resultSize: uniteEstimates(sizeOf(first), sizeOf(second)) };
}
