import type { ApiGroupVersion } from '@kubescript/apiserver';

import { installOnStore } from '../../generic/install.ts';
import type { Stores } from '../../stores.ts';
import { priorityClassResource } from '../priorityclass/strategy.ts';

/** The resources of scheduling.k8s.io/v1. */
export function installScheduling(stores: Stores): ApiGroupVersion {
  return {
    group: 'scheduling.k8s.io',
    version: 'v1',
    resources: [installOnStore(stores.priorityClasses, priorityClassResource)],
  };
}
