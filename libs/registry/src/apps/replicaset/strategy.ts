import type { ReplicaSet } from '@kubescript/api/apps/v1';

import type { ResourceDefinition } from '../../generic/resource-definition.ts';
import { simpleStrategy, statusStrategy } from '../../generic/simple-strategy.ts';

const kind = { group: 'apps', version: 'v1', kind: 'ReplicaSet' };

/**
 * ReplicaSets.
 *
 * @go k8s.io/kubernetes/pkg/registry/apps/replicaset#Strategy
 */
export const replicaSetResource: ResourceDefinition<ReplicaSet> = {
  resource: 'replicasets',
  singular: 'replicaset',
  kind,
  shortNames: ['rs'],
  categories: ['all'],
  strategy: simpleStrategy<ReplicaSet>({
    kind,
    namespaced: true,
    emptyStatus: () => ({ replicas: 0 }),
    generationOf: ['spec'],
  }),
  statusStrategy: statusStrategy<ReplicaSet>({ kind }),
};
