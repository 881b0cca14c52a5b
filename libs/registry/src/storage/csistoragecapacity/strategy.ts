import type { CSIStorageCapacity } from '@kubescript/api/storage/v1';

import { nodeLabelDeprecation, nodeSelectorTermWarnings } from '../../core/node/label-warnings.ts';
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
    warningsOnCreate: capacityWarnings,
    warningsOnUpdate: capacityWarnings,
  }),
};

/** @go k8s.io/kubernetes/pkg/api/storage#GetWarningsForCSIStorageCapacity */
function capacityWarnings({ nodeTopology }: CSIStorageCapacity): string[] {
  const labels = Object.keys(nodeTopology?.matchLabels ?? {}).flatMap((label) => {
    const deprecation = nodeLabelDeprecation(label);
    return deprecation === undefined ? [] : [`nodeTopology.matchLabels.${label}: ${deprecation}`];
  });
  return [...nodeSelectorTermWarnings(nodeTopology, 'nodeTopology'), ...labels];
}
