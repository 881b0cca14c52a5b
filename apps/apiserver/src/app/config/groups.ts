import { realClock } from '@kubescript/apimachinery';
import {
  type InstalledGroups,
  connectFactories,
  installGroups,
  parseRuntimeConfig,
} from '@kubescript/lib-controlplane';
import type { ServiceNetworkOptions } from '@kubescript/lib-registry';

import { apiAudiences } from '../api-audiences.ts';
import type { ServerAuth } from '../auth/index.ts';
import { componentProbes } from '../component-probes.ts';
import { tokenLifetimeOf } from '../flags/authentication.ts';
import type { CompletedOptions } from '../options.ts';
import type { ServerPki } from '../pki.ts';
import type { ServerStores } from './stores.ts';

/** Puts the resources of all groups into the server that kube-apiserver itself is. */
export function installServerGroups(
  options: CompletedOptions,
  parts: {
    readonly storage: ServerStores;
    readonly auth: ServerAuth;
    readonly pki: ServerPki;
    readonly serviceNetwork: ServiceNetworkOptions;
  },
): InstalledGroups {
  const { storage, auth, pki, serviceNetwork } = parts;
  const { cert, key } = pki.kubeletClient;
  return installGroups(
    {
      newStore: storage.stores.newStore,
      clock: realClock,
      authorizer: auth.authorizer,
      tokenIssuer: auth.tokenIssuer,
      tokenAuthenticator: auth.tokens,
      apiAudiences: apiAudiences(options),
      tokenLifetime: tokenLifetimeOf(options.serviceAccount),
      serviceNetwork,
      runtimeConfig: parseRuntimeConfig(options.apiEnablement.runtimeConfig),
      componentProbes: componentProbes(storage.backend),
      connect: connectFactories({
        tls: { cert, key, ...(pki.kubeletCa === undefined ? {} : { ca: pki.kubeletCa }) },
        preferredAddressTypes: options.cluster.kubeletPreferredAddressTypes,
      }),
    },
    storage.opened,
  );
}
