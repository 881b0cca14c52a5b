import { type ServiceResolver, newClusterIpResolver, newEndpointResolver } from '@kubescript/apiserver';
import type { Stores } from '@kubescript/lib-registry';

import { serviceLookup } from './admission.ts';

/** Finds Services in this server's stores: their cluster IP, or one of their endpoints. */
export function newServiceResolver(stores: Stores, routeToEndpoints: boolean): ServiceResolver {
  const lookup = serviceLookup(stores);
  return routeToEndpoints ? newEndpointResolver(lookup) : newClusterIpResolver(lookup);
}
