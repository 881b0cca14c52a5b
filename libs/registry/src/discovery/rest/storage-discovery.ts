import type { ApiGroupVersion } from '@kubescript/apiserver';

import { installOnStore } from '../../generic/install.ts';
import type { Stores } from '../../stores.ts';
import { endpointSliceResource } from '../endpointslice/strategy.ts';

/** The resources of discovery.k8s.io/v1. */
export function installDiscovery(stores: Stores): ApiGroupVersion {
  return {
    group: 'discovery.k8s.io',
    version: 'v1',
    resources: [installOnStore(stores.endpointSlices, endpointSliceResource)],
  };
}
