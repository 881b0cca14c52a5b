import {
  addEstimates,
  type CallEstimate,
  type Estimate,
  multiplyEstimates,
  regexLengthFactor,
  scaleEstimate,
  sizeForCost,
  unlimited,
} from '@kubescript/cel';
import {
  elementNode,
  type EstimatedCall,
  type EvaluatedCall,
  type FunctionCost,
  one,
  sizeOf,
  traversal,
  traversed,
  walked,
} from './cost-helpers.ts';

/** Functions of a string that read it once; the result is as large. */
const readOnce: FunctionCost = {
  evaluated: ({ args }) => traversed(args[0]),
  estimated({ target, estimator }) {
    if (target === undefined) return undefined;
    const resultSize = sizeOf(target, estimator);
    return { ...traversal(resultSize), resultSize };
  },
};

/** Functions that read their only argument. */
export const readArgument: FunctionCost = {
  evaluated: ({ args }) => traversed(args[0]),
  estimated({ args, estimator }) {
    if (args.length !== 1) return undefined;
    const resultSize = sizeOf(args[0], estimator);
    return { ...traversal(resultSize), resultSize };
  },
};

/** Functions of a list that look at each element, and `indexOf` of a string. */
const lookThrough: FunctionCost = {
  evaluated: ({ args }) => (args[0] === undefined ? 0 : walked(args[0])),
  estimated({ target, estimator }) {
    if (target === undefined) return undefined;
    const element = elementNode(target);
    const size = sizeOf(target, estimator);
    if (element === undefined) return traversal(size);
    const text = element.type.kind === 'string' || element.type.kind === 'bytes';
    const each = text ? addEstimates(one, traversal(sizeOf(element, estimator))) : one;
    return multiplyEstimates(size, each);
  },
};

const replace: FunctionCost = {
  evaluated: ({ args }) => traversed(args[0], 2),
  estimated({ target, args, estimator }) {
    if (target === undefined || args.length < 2) return undefined;
    const size = sizeOf(target, estimator);
    const resultSize = replacedSize(size, sizeOf(args[0], estimator), sizeOf(args[1], estimator));
    return { ...traversal(size, 2), resultSize };
  },
};

/** How large a text of a size may become when parts of a size are replaced by others. */
function replacedSize(size: Estimate, from: Estimate, to: Estimate): Estimate {
  return { min: smallest(size, from, to), max: largest(size, from, to) };
}

function largest(size: Estimate, from: Estimate, to: Estimate): number {
  if (from.min === 0) return Math.min((size.max + 1) * to.max + size.max, unlimited);
  if (to.max <= from.min) return size.max;
  return Math.min(Math.ceil(size.max / from.min) * to.max, unlimited);
}

function smallest(size: Estimate, from: Estimate, to: Estimate): number {
  if (from.max === 0) return (size.min + 1) * to.min + size.min;
  if (from.max <= to.min) return size.min;
  return Math.ceil(size.min / from.max) * to.min;
}

const split: FunctionCost = {
  evaluated: ({ args }) => traversed(args[0], 2),
  estimated({ target, args, estimator }) {
    if (target === undefined) return undefined;
    const size = sizeOf(target, estimator);
    const limit = args[1]?.expr;
    const most = limit?.kind === 'literal' && typeof limit.value === 'number' ? limit.value : size.max;
    return { ...traversal(size, 2), resultSize: { min: 0, max: most < 0 ? unlimited : most } };
  },
};

const join: FunctionCost = {
  evaluated: ({ result }) => traversed(result, 2),
  estimated(call) {
    const { target, args, estimator } = call;
    if (target === undefined) return undefined;
    const count = sizeOf(target, estimator);
    const element = elementNode(target);
    const elements = element === undefined ? undefined : multiplyEstimates(count, sizeOf(element, estimator));
    const between = { min: Math.max(0, count.min - 1), max: Math.max(0, count.max - 1) };
    const [separator] = args;
    const separators = separator === undefined ? undefined : multiplyEstimates(sizeOf(separator, estimator), between);
    const none = { min: 0, max: 0 };
    const resultSize = addEstimates(elements ?? none, separators ?? none);
    return { ...traversal(resultSize), resultSize };
  },
};

const find: FunctionCost = { evaluated: matchedCost, estimated: matchCost };

function matchedCost({ args }: EvaluatedCall): number {
  const text = Math.ceil((1 + sizeForCost(args[0] ?? null)) * 0.1);
  return text * Math.ceil(sizeForCost(args[1] ?? null) * regexLengthFactor);
}

function matchCost({ target, args, estimator }: EstimatedCall): CallEstimate | undefined {
  if (target === undefined || args.length === 0) return undefined;
  const size = sizeOf(target, estimator);
  const regex = scaleEstimate(sizeOf(args[0], estimator), regexLengthFactor);
  const cost = multiplyEstimates(traversal(addEstimates(size, one)), regex);
  return { ...cost, resultSize: { min: 0, max: size.max } };
}

/** What functions of strings and lists cost. */
export const stringCosts: readonly (readonly [string, FunctionCost])[] = [
  ...['isSorted', 'sum', 'max', 'min', 'indexOf', 'lastIndexOf'].map((name) => [name, lookThrough] as const),
  ...['lowerAscii', 'upperAscii', 'substring', 'trim'].map((name) => [name, readOnce] as const),
  ['replace', replace],
  ['split', split],
  ['join', join],
  ['find', find],
  ['findAll', find],
];
