import type { ApiGroupVersion } from '@kubescript/apiserver';

import { installOnStore } from '../../generic/install.ts';
import type { Stores } from '../../stores.ts';
import { ingressClassResource } from '../ingressclass/strategy.ts';
import { ingressResource } from '../ingress/strategy.ts';
import { ipAddressResource } from '../ipaddress/strategy.ts';
import { networkPolicyResource } from '../networkpolicy/strategy.ts';
import { serviceCIDRResource } from '../servicecidr/strategy.ts';

/** The resources of networking.k8s.io/v1. */
export function installNetworking(stores: Stores): ApiGroupVersion {
  return {
    group: 'networking.k8s.io',
    version: 'v1',
    resources: [
      installOnStore(stores.ingressClasses, ingressClassResource),
      installOnStore(stores.ingresses, ingressResource),
      installOnStore(stores.ipAddresses, ipAddressResource),
      installOnStore(stores.networkPolicies, networkPolicyResource),
      installOnStore(stores.serviceCIDRs, serviceCIDRResource),
    ],
  };
}
