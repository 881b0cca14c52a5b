import type { ApiGroupVersion } from '@kubescript/apiserver';

import { installOnStore } from '../../generic/install.ts';
import type { Stores } from '../../stores.ts';
import { runtimeClassResource } from '../runtimeclass/strategy.ts';

/** The resources of node.k8s.io/v1. */
export function installNode(stores: Stores): ApiGroupVersion {
  return {
    group: 'node.k8s.io',
    version: 'v1',
    resources: [installOnStore(stores.runtimeClasses, runtimeClassResource)],
  };
}
