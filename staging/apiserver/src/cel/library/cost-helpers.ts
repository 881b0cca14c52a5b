import {
  type CallEstimate,
  type CelType,
  type CostNode,
  type Estimate,
  fixedEstimate,
  isInt,
  isList,
  isMap,
  listValues,
  mapGet,
  mapKeys,
  scaleEstimate,
  sizeForCost,
  type SizeEstimator,
  stringTraversalFactor,
  unknownSize,
  type Value,
} from '@kubescript/cel';

/** A call whose cost is estimated. */
export interface EstimatedCall {
  readonly overload: string;
  readonly estimator: SizeEstimator;
  readonly target: CostNode | undefined;
  readonly args: readonly CostNode[];
}

/** A call that was evaluated. */
export interface EvaluatedCall {
  readonly overload: string;
  readonly args: readonly Value[];
  readonly result: Value;
}

/** What calls of a function cost; undefined leaves it to the language's own rules. */
export interface FunctionCost {
  readonly evaluated: (call: EvaluatedCall) => number | undefined;
  readonly estimated: (call: EstimatedCall) => CallEstimate | undefined;
}

export const one = fixedEstimate(1);

/** A call that costs 1 whatever its arguments. */
export const nominal: FunctionCost = { evaluated: () => 1, estimated: () => one };

/** The size of a node as far as anybody knows it. */
export function sizeOf(node: CostNode | undefined, estimator: SizeEstimator): Estimate {
  if (node === undefined) return unknownSize;
  return node.computedSize ?? estimator.estimateSize(node) ?? unknownSize;
}

/** The elements of a list as a node, or undefined for what is no list. */
export function elementNode(list: CostNode): CostNode | undefined {
  const [type]: readonly (CelType | undefined)[] = list.type.parameters;
  if (type === undefined) return undefined;
  const path = list.path === undefined ? undefined : [...list.path, '@items'];
  return { path, type, expr: list.expr, computedSize: undefined };
}

/** The cost of reading text of a size, `times` times. */
export function traversal(size: Estimate, times = 1): Estimate {
  return scaleEstimate(size, times * stringTraversalFactor);
}

/** The cost of having read an argument, `times` times. */
export function traversed(value: Value | undefined, times = 1): number {
  return Math.ceil(sizeForCost(value ?? null) * times * stringTraversalFactor);
}

/** The cost of walking through all of a value. */
export function walked(value: Value): number {
  if (typeof value === 'string') return Math.floor(value.length * stringTraversalFactor);
  if (value instanceof Uint8Array) return Math.floor(value.length * stringTraversalFactor);
  if (typeof value !== 'object' || value === null || isInt(value)) return 1;
  let cost = 0;
  if (isList(value)) {
    for (const element of listValues(value)) cost += walked(element);
    return cost;
  }
  if (!isMap(value)) return 1;
  for (const key of mapKeys(value)) cost += walked(key) + walked(mapGet(value, key) ?? null);
  return cost;
}
