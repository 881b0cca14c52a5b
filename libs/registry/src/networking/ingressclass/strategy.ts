import type { IngressClass } from '@kubescript/api/networking/v1';

import type { ResourceDefinition } from '../../generic/resource-definition.ts';
import { simpleStrategy } from '../../generic/simple-strategy.ts';

const kind = { group: 'networking.k8s.io', version: 'v1', kind: 'IngressClass' };

/**
 * IngressClasses.
 *
 * @go k8s.io/kubernetes/pkg/registry/networking/ingressclass#Strategy
 */
export const ingressClassResource: ResourceDefinition<IngressClass> = {
  resource: 'ingressclasses',
  singular: 'ingressclass',
  kind,
  strategy: simpleStrategy<IngressClass>({
    kind,
    namespaced: false,
    generationOf: ['spec'],
  }),
};
