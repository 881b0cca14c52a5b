import { parseQuantity, type QuantityValue } from '@kubescript/apimachinery';

import type { ResourceAlgebra } from './pod-requests.ts';

/** Adds and compares exact quantities. */
export const quantityAlgebra: ResourceAlgebra<QuantityValue> = {
  parse: (quantity) => parseQuantity(quantity),
  add: (a, b) => a.add(b),
  compare: (a, b) => a.cmp(b),
};
