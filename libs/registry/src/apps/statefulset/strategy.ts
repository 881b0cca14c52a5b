import type { StatefulSet } from '@kubescript/api/apps/v1';

import { podTemplateWarnings } from '../../core/pod/warnings.ts';
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
    warningsOnCreate: (object) => podTemplateWarnings(object.spec.template, 'spec.template'),
    warningsOnUpdate: (object, old) =>
      object.metadata.generation === old.metadata.generation
        ? []
        : podTemplateWarnings(object.spec.template, 'spec.template'),
    emptyStatus: () => ({ replicas: 0, availableReplicas: 0 }),
    generationOf: ['spec'],
    prepareForCreate: typeClaimTemplates,
    prepareForUpdate: typeClaimTemplates,
  }),
  statusStrategy: statusStrategy<StatefulSet>({ kind }),
};

/** Claim templates say what they are, as they always did. */
function typeClaimTemplates({ spec }: StatefulSet): void {
  for (const template of spec.volumeClaimTemplates ?? []) {
    template.kind = 'PersistentVolumeClaim';
    template.apiVersion = 'v1';
  }
}
