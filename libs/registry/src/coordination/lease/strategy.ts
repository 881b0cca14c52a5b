import type { Lease } from '@kubescript/api/coordination/v1';

import type { ResourceDefinition } from '../../generic/resource-definition.ts';
import { simpleStrategy } from '../../generic/simple-strategy.ts';

const kind = { group: 'coordination.k8s.io', version: 'v1', kind: 'Lease' };

/**
 * Leases: heartbeats and leader election.
 *
 * @go k8s.io/kubernetes/pkg/registry/coordination/lease#Strategy
 */
export const leaseResource: ResourceDefinition<Lease> = {
  resource: 'leases',
  singular: 'lease',
  kind,
  strategy: simpleStrategy<Lease>({
    kind,
    namespaced: true,
    allowCreateOnUpdate: true,
    allowUnconditionalUpdate: false,
    prepareForCreate: dropDisabledFields,
    prepareForUpdate: dropDisabledFields,
  }),
};

/** Coordinated leader election is off by default. */
function dropDisabledFields({ spec }: Lease): void {
  delete spec.strategy;
  delete spec.preferredHolder;
}
