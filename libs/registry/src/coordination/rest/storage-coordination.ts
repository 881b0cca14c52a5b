import type { ApiGroupVersion } from '@kubescript/apiserver';

import { installOnStore } from '../../generic/install.ts';
import type { Stores } from '../../stores.ts';
import { leaseResource } from '../lease/strategy.ts';

/** The resources of coordination.k8s.io/v1. */
export function installCoordination(stores: Stores): ApiGroupVersion {
  return {
    group: 'coordination.k8s.io',
    version: 'v1',
    resources: [installOnStore(stores.leases, leaseResource)],
  };
}
