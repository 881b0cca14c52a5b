import type { ApiGroupVersion } from '@kubescript/apiserver';

import { installOnStore } from '../../generic/install.ts';
import type { Stores } from '../../stores.ts';
import { flowSchemaResource } from '../flowschema/strategy.ts';
import { priorityLevelConfigurationResource } from '../prioritylevelconfiguration/strategy.ts';

/** The resources of flowcontrol.apiserver.k8s.io/v1. */
export function installFlowcontrol(stores: Stores): ApiGroupVersion {
  return {
    group: 'flowcontrol.apiserver.k8s.io',
    version: 'v1',
    resources: [
      installOnStore(stores.flowSchemas, flowSchemaResource),
      installOnStore(stores.priorityLevelConfigurations, priorityLevelConfigurationResource),
    ],
  };
}
