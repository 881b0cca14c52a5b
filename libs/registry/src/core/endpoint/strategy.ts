import type { Endpoints } from '@kubescript/api/core/v1';

import type { ResourceDefinition } from '../../generic/resource-definition.ts';
import { simpleStrategy } from '../../generic/simple-strategy.ts';

const kind = { group: '', version: 'v1', kind: 'Endpoints' };

/**
 * Endpoints, which controllers may also make with PUT.
 *
 * @go k8s.io/kubernetes/pkg/registry/core/endpoint#Strategy
 */
export const endpointsResource: ResourceDefinition<Endpoints> = {
  resource: 'endpoints',
  singular: 'endpoints',
  kind,
  shortNames: ['ep'],
  deprecation: 'v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice',
  keyPrefix: 'services/endpoints',
  strategy: simpleStrategy<Endpoints>({
    kind,
    namespaced: true,
    allowCreateOnUpdate: true,
  }),
};
