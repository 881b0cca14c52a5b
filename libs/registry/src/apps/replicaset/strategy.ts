import type { ReplicaSet } from '@kubescript/api/apps/v1';

import { podTemplateWarnings } from '../../core/pod/warnings.ts';
import { labelNameWarnings } from '../../generic/name-warnings.ts';
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
    warningsOnCreate: (object) => [
      ...labelNameWarnings(object.metadata),
      ...podTemplateWarnings(object.spec.template, 'spec.template'),
    ],
    warningsOnUpdate: (object, old) =>
      object.metadata.generation === old.metadata.generation
        ? []
        : podTemplateWarnings(object.spec.template, 'spec.template'),
    emptyStatus: () => ({ replicas: 0 }),
    generationOf: ['spec'],
  }),
  statusStrategy: statusStrategy<ReplicaSet>({ kind }),
};
