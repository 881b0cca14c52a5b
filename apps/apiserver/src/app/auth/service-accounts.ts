import { type DeepReadonly, type KubeObject, nameOf, namespaceOf, realClock } from '@kubescript/apimachinery';
import type { TokenAuthenticator } from '@kubescript/apiserver';
import type { MetricsRegistry } from '@kubescript/component-base';
import {
  LAST_USED_LABEL,
  LEGACY_ISSUER,
  lookupInStores,
  newServiceAccountTokenMetrics,
  ServiceAccountTokenAuthenticator,
  userOfBoundClaims,
  userOfLegacyToken,
  type VerificationKey,
} from '@kubescript/lib-auth';
import type { OpenedStores } from '@kubescript/lib-controlplane';
import { systemContext } from '@kubescript/lib-registry';

import { apiAudiences } from '../api-audiences.ts';
import type { CompletedOptions } from '../options.ts';

/** The authenticators of service accounts' tokens: those that lie in Secrets, and those that are asked for. */
export function serviceAccountAuthenticators(
  options: CompletedOptions,
  keys: readonly VerificationKey[],
  { stores, registry }: { readonly stores: OpenedStores['stores']; readonly registry: MetricsRegistry },
): readonly TokenAuthenticator[] {
  const { serviceAccountIssuer: issuers, serviceAccountLookup: checksObjects } = options.serviceAccount;
  const audiences = apiAudiences(options);
  const lookup = lookupInStores(stores);
  const clock = realClock;
  const metrics = newServiceAccountTokenMetrics(registry);
  return [
    new ServiceAccountTokenAuthenticator({
      issuers: [LEGACY_ISSUER],
      keys,
      audiences,
      validate: (token, payload) =>
        userOfLegacyToken(token, payload, {
          checksObjects,
          lookup,
          clock,
          metrics,
          noteUse: (secret, day) => noteUse(stores, secret, day),
        }),
    }),
    new ServiceAccountTokenAuthenticator({
      issuers,
      keys,
      audiences,
      validate: (_, payload) => userOfBoundClaims(payload, { lookup, clock, metrics }),
    }),
  ];
}

async function noteUse(
  { secrets }: OpenedStores['stores'],
  secret: DeepReadonly<KubeObject>,
  day: string,
): Promise<void> {
  await secrets.guaranteedUpdate(
    nameOf(secret),
    (current) => {
      const { metadata } = current;
      return { ...current, metadata: { ...metadata, labels: { ...metadata.labels, [LAST_USED_LABEL]: day } } };
    },
    systemContext(namespaceOf(secret)),
  );
}
