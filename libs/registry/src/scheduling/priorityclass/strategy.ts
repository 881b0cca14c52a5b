import type { PriorityClass } from '@kubescript/api/scheduling/v1';

import type { ResourceDefinition } from '../../generic/resource-definition.ts';
import { simpleStrategy } from '../../generic/simple-strategy.ts';

const kind = { group: 'scheduling.k8s.io', version: 'v1', kind: 'PriorityClass' };

/**
 * PriorityClasses.
 *
 * @go k8s.io/kubernetes/pkg/registry/scheduling/priorityclass#Strategy
 */
export const priorityClassResource: ResourceDefinition<PriorityClass> = {
  resource: 'priorityclasses',
  singular: 'priorityclass',
  kind,
  shortNames: ['pc'],
  strategy: simpleStrategy<PriorityClass>({
    kind,
    namespaced: false,
    generationOf: ['value'],
  }),
};
