import type { ReplicationController } from '@kubescript/api/core/v1';

import { podTemplateWarnings } from '../pod/warnings.ts';
import { labelNameWarnings } from '../../generic/name-warnings.ts';
import type { ResourceDefinition } from '../../generic/resource-definition.ts';
import { simpleStrategy, statusStrategy } from '../../generic/simple-strategy.ts';

const kind = { group: '', version: 'v1', kind: 'ReplicationController' };

/**
 * ReplicationControllers.
 *
 * @go k8s.io/kubernetes/pkg/registry/core/replicationcontroller#Strategy
 */
export const replicationControllerResource: ResourceDefinition<ReplicationController> = {
  resource: 'replicationcontrollers',
  singular: 'replicationcontroller',
  kind,
  shortNames: ['rc'],
  categories: ['all'],
  keyPrefix: 'controllers',
  strategy: simpleStrategy<ReplicationController>({
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
    defaultPropagation: 'Orphan',
    selectableFields: { 'status.replicas': (object) => String(object.status.replicas) },
  }),
  statusStrategy: statusStrategy<ReplicationController>({ kind }),
};
