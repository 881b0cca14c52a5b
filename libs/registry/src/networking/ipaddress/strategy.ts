import type { IPAddress } from '@kubescript/api/networking/v1';

import type { ResourceDefinition } from '../../generic/resource-definition.ts';
import { simpleStrategy } from '../../generic/simple-strategy.ts';

const kind = { group: 'networking.k8s.io', version: 'v1', kind: 'IPAddress' };

/**
 * IPAddresses: one per ClusterIP in use.
 *
 * @go k8s.io/kubernetes/pkg/registry/networking/ipaddress#Strategy
 */
export const ipAddressResource: ResourceDefinition<IPAddress> = {
  resource: 'ipaddresses',
  singular: 'ipaddress',
  kind,
  shortNames: ['ip'],
  strategy: simpleStrategy<IPAddress>({
    kind,
    namespaced: false,
  }),
};
