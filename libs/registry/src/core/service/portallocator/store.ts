import type { StoreOptions } from '@kubescript/apiserver';
import type { RangeAllocation } from '@kubescript/api/core/v1';

/**
 * Keeps RangeAllocations, which only the server itself reads and writes.
 *
 * @go k8s.io/kubernetes/pkg/registry/core/service/allocator/storage#NewEtcd
 */
export const rangeAllocationStore: StoreOptions<RangeAllocation> = {
  resource: { group: '', resource: 'rangeallocations' },
  kind: { group: '', version: 'v1', kind: 'RangeAllocation' },
  keyPrefix: 'ranges',
  strategy: {
    namespaced: false,
    allowCreateOnUpdate: false,
    allowUnconditionalUpdate: true,
    validate: () => [],
    validateUpdate: () => [],
  },
};
