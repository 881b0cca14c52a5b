import type { PriorityLevelConfiguration } from '@kubescript/api/flowcontrol/v1';

import type { ResourceDefinition } from '../../generic/resource-definition.ts';
import { simpleStrategy, statusStrategy } from '../../generic/simple-strategy.ts';

const kind = { group: 'flowcontrol.apiserver.k8s.io', version: 'v1', kind: 'PriorityLevelConfiguration' };

/**
 * PriorityLevelConfigurations: shares of the server.
 *
 * @go k8s.io/kubernetes/pkg/registry/flowcontrol/prioritylevelconfiguration#Strategy
 */
export const priorityLevelConfigurationResource: ResourceDefinition<PriorityLevelConfiguration> = {
  resource: 'prioritylevelconfigurations',
  singular: 'prioritylevelconfiguration',
  kind,
  strategy: simpleStrategy<PriorityLevelConfiguration>({
    kind,
    namespaced: false,
    emptyStatus: () => ({}),
    generationOf: ['spec'],
  }),
  statusStrategy: statusStrategy<PriorityLevelConfiguration>({ kind, keepMetadata: true }),
};
