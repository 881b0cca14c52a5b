import type { TokenRequest } from '@kubescript/api/authentication/v1';

import { type DefaultsByKind, defaultsOf } from '../../install/defaults-by-kind.ts';

/** Defaults of authentication.k8s.io/v1. @go pkg/apis/authentication/v1/defaults.go */
export const authenticationV1Defaults: DefaultsByKind = {
  TokenRequest: defaultsOf((request: TokenRequest) => {
    request.spec.expirationSeconds ??= 3600;
  }),
};
