import type { NetworkPolicy, NetworkPolicyPeer } from '@kubescript/api/networking/v1';

import { cidrWarnings } from '../../generic/address-warnings.ts';
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
    warningsOnCreate: policyWarnings,
    warningsOnUpdate: policyWarnings,
  }),
};

/** @go k8s.io/kubernetes/pkg/registry/networking/networkpolicy#networkPolicyWarnings */
function policyWarnings({ spec }: NetworkPolicy): string[] {
  return [
    ...(spec?.ingress ?? []).flatMap((rule, index) => peerWarnings(rule.from, `spec.ingress[${String(index)}].from`)),
    ...(spec?.egress ?? []).flatMap((rule, index) => peerWarnings(rule.to, `spec.egress[${String(index)}].to`)),
  ];
}

function peerWarnings(peers: readonly NetworkPolicyPeer[] | undefined, path: string): string[] {
  return (peers ?? []).flatMap(({ ipBlock }, index) => {
    const block = `${path}[${String(index)}].ipBlock`;
    return [
      ...cidrWarnings(`${block}.cidr`, ipBlock?.cidr ?? ''),
      ...(ipBlock?.except ?? []).flatMap((cidr, at) => cidrWarnings(`${block}.except[${String(at)}]`, cidr)),
    ];
  });
}
