import type { CSIDriver } from '@kubescript/api/storage/v1';

import type { ResourceDefinition } from '../../generic/resource-definition.ts';
import { simpleStrategy } from '../../generic/simple-strategy.ts';

const kind = { group: 'storage.k8s.io', version: 'v1', kind: 'CSIDriver' };

/**
 * CSIDrivers; the generation counts from the first update.
 *
 * @go k8s.io/kubernetes/pkg/registry/storage/csidriver#Strategy
 */
export const csiDriverResource: ResourceDefinition<CSIDriver> = {
  resource: 'csidrivers',
  singular: 'csidriver',
  kind,
  returnsDeletedObject: true,
  strategy: simpleStrategy<CSIDriver>({
    kind,
    namespaced: false,
    allowUnconditionalUpdate: false,
    generationOf: ['spec'],
    generationStartsUnset: true,
  }),
};
