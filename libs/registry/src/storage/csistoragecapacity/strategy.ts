import type { CSIStorageCapacity } from '@kubescript/api/storage/v1';

import type { ResourceDefinition } from '../../generic/resource-definition.ts';
import { simpleStrategy } from '../../generic/simple-strategy.ts';

const kind = { group: 'storage.k8s.io', version: 'v1', kind: 'CSIStorageCapacity' };

/**
 * CSIStorageCapacities.
 *
 * @go k8s.io/kubernetes/pkg/registry/storage/csistoragecapacity#Strategy
 */
export const csiStorageCapacityResource: ResourceDefinition<CSIStorageCapacity> = {
  resource: 'csistoragecapacities',
  singular: 'csistoragecapacity',
  kind,
  strategy: simpleStrategy<CSIStorageCapacity>({
    kind,
    namespaced: true,
    allowUnconditionalUpdate: false,
  }),
};
