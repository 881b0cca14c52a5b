import type { NetworkPolicy } from '@kubescript/api/networking/v1';

import type { ResourceDefinition } from '../../generic/resource-definition.ts';
import { simpleStrategy } from '../../generic/simple-strategy.ts';

const kind = { group: 'networking.k8s.io', version: 'v1', kind: 'NetworkPolicy' };

/**
 * NetworkPolicies.
 *
 * @go k8s.io/kubernetes/pkg/registry/networking/networkpolicy#Strategy
 */
export const networkPolicyResource: ResourceDefinition<NetworkPolicy> = {
  resource: 'networkpolicies',
  singular: 'networkpolicy',
  kind,
  shortNames: ['netpol'],
  strategy: simpleStrategy<NetworkPolicy>({
    kind,
    namespaced: true,
    generationOf: ['spec'],
  }),
};
