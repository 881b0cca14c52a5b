import type { ResourceClaim } from '@kubescript/api/resource/v1';

import type { ResourceDefinition } from '../../generic/resource-definition.ts';
import { simpleStrategy, statusStrategy } from '../../generic/simple-strategy.ts';

const kind = { group: 'resource.k8s.io', version: 'v1', kind: 'ResourceClaim' };

/**
 * ResourceClaims.
 *
 * @go k8s.io/kubernetes/pkg/registry/resource/resourceclaim#Strategy
 */
export const resourceClaimResource: ResourceDefinition<ResourceClaim> = {
  resource: 'resourceclaims',
  singular: 'resourceclaim',
  kind,
  returnsDeletedObject: true,
  strategy: simpleStrategy<ResourceClaim>({
    kind,
    namespaced: true,
    emptyStatus: () => ({}),
  }),
  statusStrategy: statusStrategy<ResourceClaim>({ kind, keepMetadata: true }),
};
