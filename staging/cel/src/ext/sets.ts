import type { Library } from '../environment.ts';
import { define, overload } from '../stdlib/declare.ts';
import {
  addEstimates,
  type CostNode,
  type Estimate,
  fixed,
  multiplyEstimates,
  unknownSize,
} from '../cost/estimates.ts';
import type { OverloadDecl } from '../types/declarations.ts';
import { types } from '../types/types.ts';
import { contains, listValues, sizeForCost } from '../values/collections.ts';
import type { ListValue, Value } from '../values/value.ts';

const list = types.list(types.param('T'));

function containsAll(container: ListValue, elements: ListValue): boolean {
  for (const element of listValues(elements)) if (!contains(container, element)) return false;
  return true;
}

function intersects(left: ListValue, right: ListValue): boolean {
  for (const element of listValues(left)) if (contains(right, element)) return true;
  return false;
}

function sizeOf(node: CostNode | undefined): Estimate {
  return node?.computedSize ?? unknownSize;
}

/** Every element of one list is compared with every one of the other, `times` times over. */
function setOverload(
  name: string,
  times: number,
  implementation: (left: ListValue, right: ListValue) => boolean,
): OverloadDecl {
  return {
    ...overload(`sets_${name}_list_list`, [list, list], types.bool, implementation),
    runtimeCost: ([left = null, right = null]: readonly Value[]) => sizeForCost(left) * sizeForCost(right) * times + 1,
    estimateCost: (_estimator, _target, [left, right]) => {
      const product = multiplyEstimates(sizeOf(left), sizeOf(right));
      return addEstimates(multiplyEstimates(product, fixed(times)), fixed(1));
    },
  };
}

/**
 * Lists compared as sets.
 * @go github.com/google/cel-go/ext#Sets
 */
export const setsExtension: Library = {
  functions: [
    define('sets.contains', setOverload('contains', 1, containsAll)),
    define(
      'sets.equivalent',
      setOverload('equivalent', 2, (left, right) => containsAll(left, right) && containsAll(right, left)),
    ),
    define('sets.intersects', setOverload('intersects', 1, intersects)),
  ],
};
