import type { ResourceSlice } from '@kubescript/api/resource/v1';

import type { ResourceDefinition } from '../../generic/resource-definition.ts';
import { simpleStrategy } from '../../generic/simple-strategy.ts';

const kind = { group: 'resource.k8s.io', version: 'v1', kind: 'ResourceSlice' };

/**
 * ResourceSlices, selectable by node and driver.
 *
 * @go k8s.io/kubernetes/pkg/registry/resource/resourceslice#Strategy
 */
export const resourceSliceResource: ResourceDefinition<ResourceSlice> = {
  resource: 'resourceslices',
  singular: 'resourceslice',
  kind,
  returnsDeletedObject: true,
  strategy: simpleStrategy<ResourceSlice>({
    kind,
    namespaced: false,
    generationOf: ['spec'],
    selectableFields: {
      'spec.nodeName': (object) => object.spec.nodeName ?? '',
      'spec.driver': (object) => object.spec.driver,
    },
    unknownFieldLabel: (label) => `field label not supported for resource.k8s.io/v1, Kind=ResourceSlice: ${label}`,
  }),
};
