import { type DeepReadonly, type KubeObject, nameOf, namespaceOf, realClock } from '@kubescript/apimachinery';
import type { TokenAuthenticator } from '@kubescript/apiserver';
import {
  LAST_USED_LABEL,
  LEGACY_ISSUER,
  lookupInStores,
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
  stores: OpenedStores['stores'],
): readonly TokenAuthenticator[] {
  const { serviceAccountIssuer: issuers, serviceAccountLookup: checksObjects } = options.serviceAccount;
  const audiences = apiAudiences(options);
  const lookup = lookupInStores(stores);
  const clock = realClock;
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
          noteUse: (secret, day) => noteUse(stores, secret, day),
        }),
    }),
    new ServiceAccountTokenAuthenticator({
      issuers,
      keys,
      audiences,
      validate: async (_, payload) => ({ user: await userOfBoundClaims(payload, { lookup, clock }) }),
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
