import type { EndpointSlice } from '@kubescript/api/discovery/v1';

import { type DefaultsByKind, defaultsOf } from '../../install/defaults-by-kind.ts';

/** Defaults of the kinds of discovery.k8s.io/v1. @go pkg/apis/discovery/v1/defaults.go */
export const discoveryV1Defaults: DefaultsByKind = {
  EndpointSlice: defaultsOf((slice: EndpointSlice) => {
    for (const port of slice.ports ?? []) {
      port.name ??= '';
      port.protocol ??= 'TCP';
    }
  }),
};
