import type { ServiceCIDR } from '@kubescript/api/networking/v1';

import type { ResourceDefinition } from '../../generic/resource-definition.ts';
import { simpleStrategy, statusStrategy } from '../../generic/simple-strategy.ts';

const kind = { group: 'networking.k8s.io', version: 'v1', kind: 'ServiceCIDR' };

/**
 * ServiceCIDRs: the ranges ClusterIPs come from.
 *
 * @go k8s.io/kubernetes/pkg/registry/networking/servicecidr#Strategy
 */
export const serviceCIDRResource: ResourceDefinition<ServiceCIDR> = {
  resource: 'servicecidrs',
  singular: 'servicecidr',
  kind,
  strategy: simpleStrategy<ServiceCIDR>({
    kind,
    namespaced: false,
    emptyStatus: () => ({}),
  }),
  statusStrategy: statusStrategy<ServiceCIDR>({ kind }),
};
