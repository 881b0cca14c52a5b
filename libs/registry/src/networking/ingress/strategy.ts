import type { Ingress } from '@kubescript/api/networking/v1';

import type { ResourceDefinition } from '../../generic/resource-definition.ts';
import { simpleStrategy, statusStrategy } from '../../generic/simple-strategy.ts';

const kind = { group: 'networking.k8s.io', version: 'v1', kind: 'Ingress' };

/**
 * Ingresses.
 *
 * @go k8s.io/kubernetes/pkg/registry/networking/ingress#Strategy
 */
export const ingressResource: ResourceDefinition<Ingress> = {
  resource: 'ingresses',
  singular: 'ingress',
  kind,
  shortNames: ['ing'],
  keyPrefix: 'ingress',
  strategy: simpleStrategy<Ingress>({
    kind,
    namespaced: true,
    emptyStatus: () => ({ loadBalancer: {} }),
    generationOf: ['spec'],
    warningsOnCreate: ingressWarnings,
  }),
  statusStrategy: statusStrategy<Ingress>({ kind }),
};

const classAnnotation = 'kubernetes.io/ingress.class';

function ingressWarnings({ metadata }: Ingress): string[] {
  if (metadata.annotations?.[classAnnotation] === undefined) return [];
  return [`annotation "${classAnnotation}" is deprecated, please use 'spec.ingressClassName' instead`];
}
