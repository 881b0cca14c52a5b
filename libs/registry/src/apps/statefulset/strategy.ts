import type { StatefulSet } from '@kubescript/api/apps/v1';

import type { ResourceDefinition } from '../../generic/resource-definition.ts';
import { simpleStrategy, statusStrategy } from '../../generic/simple-strategy.ts';

const kind = { group: 'apps', version: 'v1', kind: 'StatefulSet' };

/**
 * StatefulSets.
 *
 * @go k8s.io/kubernetes/pkg/registry/apps/statefulset#Strategy
 */
export const statefulSetResource: ResourceDefinition<StatefulSet> = {
  resource: 'statefulsets',
  singular: 'statefulset',
  kind,
  shortNames: ['sts'],
  categories: ['all'],
  strategy: simpleStrategy<StatefulSet>({
    kind,
    namespaced: true,
    emptyStatus: () => ({ replicas: 0, availableReplicas: 0 }),
    generationOf: ['spec'],
  }),
  statusStrategy: statusStrategy<StatefulSet>({ kind }),
};
