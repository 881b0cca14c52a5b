import type { ClusterAuthentication } from '@kubescript/lib-controlplane';

import { requestHeaderNames } from '../auth/authentication.ts';
import type { ServerAuth } from '../auth/index.ts';
import { featureGateOf } from '../flags/features.ts';
import type { CompletedOptions } from '../options.ts';

/** PEM of all authorities from which client certificates may come now. */
export const clientAuthorities = (auth: ServerAuth): string => Object.values(auth.authorities()).join('\n');

/** What extension servers are told about how clients are recognised. */
export function clusterAuthenticationOf(
  { requestHeader, features }: CompletedOptions,
  { clientCa, requestHeaderCa }: ReturnType<ServerAuth['authorities']>,
): ClusterAuthentication {
  const clients = clientCa === '' ? {} : { clientCa };
  if (requestHeaderCa === '') return clients;
  const { requestheaderAllowedNames: allowedNames } = requestHeader;
  const names = requestHeaderNames(requestHeader, featureGateOf(features));
  return { ...clients, requestHeader: { ca: requestHeaderCa, allowedNames, ...names } };
}
