import type { EndpointSlice } from '@kubescript/api/discovery/v1';

import type { ResourceDefinition } from '../../generic/resource-definition.ts';
import { simpleStrategy } from '../../generic/simple-strategy.ts';

const kind = { group: 'discovery.k8s.io', version: 'v1', kind: 'EndpointSlice' };

/**
 * EndpointSlices.
 *
 * @go k8s.io/kubernetes/pkg/registry/discovery/endpointslice#Strategy
 */
export const endpointSliceResource: ResourceDefinition<EndpointSlice> = {
  resource: 'endpointslices',
  singular: 'endpointslice',
  kind,
  strategy: simpleStrategy<EndpointSlice>({
    kind,
    namespaced: true,
    generationOf: ['endpoints', 'ports', 'addressType'],
    warningsOnCreate: sliceWarnings,
    warningsOnUpdate: sliceWarnings,
  }),
};

/** @go k8s.io/kubernetes/pkg/registry/discovery/endpointslice#warnOnDeprecatedAddressType */
function sliceWarnings({ addressType }: EndpointSlice): string[] {
  return addressType === 'FQDN' ? ['spec.addressType: FQDN endpoints are deprecated'] : [];
}
