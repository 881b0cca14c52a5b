import type { Deployment } from '@kubescript/api/apps/v1';

import { podTemplateWarnings } from '../../core/pod/warnings.ts';
import { labelNameWarnings } from '../../generic/name-warnings.ts';
import type { ResourceDefinition } from '../../generic/resource-definition.ts';
import { simpleStrategy, statusStrategy } from '../../generic/simple-strategy.ts';

const kind = { group: 'apps', version: 'v1', kind: 'Deployment' };

/**
 * Deployments. Annotations count as a change of the desired state, because rollbacks are kept there.
 *
 * @go k8s.io/kubernetes/pkg/registry/apps/deployment#Strategy
 */
export const deploymentResource: ResourceDefinition<Deployment> = {
  resource: 'deployments',
  singular: 'deployment',
  kind,
  shortNames: ['deploy'],
  categories: ['all'],
  strategy: simpleStrategy<Deployment>({
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
    emptyStatus: () => ({}),
    generationOf: ['spec', 'annotations'],
  }),
  statusStrategy: statusStrategy<Deployment>({ kind, keepLabels: true }),
};
