import type { IngressClass, NetworkPolicy } from '@kubescript/api/networking/v1';

import { type DefaultsByKind, defaultsOf } from '../../install/defaults-by-kind.ts';

/** Defaults of the kinds of networking.k8s.io/v1. @go pkg/apis/networking/v1/defaults.go */
export const networkingV1Defaults: DefaultsByKind = {
  IngressClass: defaultsOf(({ spec }: IngressClass) => {
    if (spec.parameters !== undefined) spec.parameters.scope ??= 'Cluster';
  }),
  NetworkPolicy: defaultsOf(defaultNetworkPolicy),
};

function defaultNetworkPolicy({ spec }: NetworkPolicy): void {
  for (const rule of [...(spec.ingress ?? []), ...(spec.egress ?? [])]) {
    for (const port of rule.ports ?? []) port.protocol ??= 'TCP';
  }
  spec.policyTypes ??= spec.egress === undefined ? ['Ingress'] : ['Ingress', 'Egress'];
}
