import type { APIService } from '@kubescript/api/apiregistration/v1';

import { type DefaultsByKind, defaultsOf } from '../../install/defaults-by-kind.ts';

/** Defaults of apiregistration.k8s.io/v1. @go apiregistration/v1#SetDefaults_ServiceReference */
export const apiregistrationV1Defaults: DefaultsByKind = {
  APIService: defaultsOf(({ spec }: APIService) => {
    if (spec.service !== undefined) spec.service.port ??= 443;
  }),
};
