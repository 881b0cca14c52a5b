import type { StatefulSet } from '@kubescript/api/apps/v1';

import { podTemplateWarnings } from '../../core/pod/warnings.ts';
import { claimSpecWarnings } from '../../generic/fraction-warnings.ts';
import { labelNameWarnings } from '../../generic/name-warnings.ts';
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
    warningsOnCreate: (object) => [
      ...labelNameWarnings(object.metadata),
      ...podTemplateWarnings(object.spec.template, 'spec.template'),
      ...claimTemplateWarnings(object),
    ],
    warningsOnUpdate: (object, old) =>
      object.metadata.generation === old.metadata.generation
        ? []
        : [...podTemplateWarnings(object.spec.template, 'spec.template'), ...claimTemplateWarnings(object)],
    emptyStatus: () => ({ replicas: 0, availableReplicas: 0 }),
    generationOf: ['spec'],
    prepareForCreate: typeClaimTemplates,
    prepareForUpdate: typeClaimTemplates,
  }),
  statusStrategy: statusStrategy<StatefulSet>({ kind }),
};

function claimTemplateWarnings({ spec }: StatefulSet): string[] {
  const claims = (spec.volumeClaimTemplates ?? []).flatMap((claim, index) =>
    claimSpecWarnings(claim.spec, `spec.volumeClaimTemplates[${String(index)}].Spec`),
  );
  if ((spec.revisionHistoryLimit ?? 0) >= 0) return claims;
  const advice = 'a negative value retains all historical revisions; a value >= 0 is recommended';
  return [...claims, `spec.revisionHistoryLimit: ${advice}`];
}

/** Claim templates say what they are, as they always did. */
function typeClaimTemplates({ spec }: StatefulSet): void {
  for (const template of spec.volumeClaimTemplates ?? []) {
    template.kind = 'PersistentVolumeClaim';
    template.apiVersion = 'v1';
  }
}
