import { timingSafeEqual } from 'node:crypto';

import type { Clock, DeepReadonly, KubeObject } from '@kubescript/apimachinery';
import type { Secret, ServiceAccount } from '@kubescript/api/core/v1';
import type { AuthenticationResult } from '@kubescript/apiserver';
import type { JWTPayload } from 'jose';

import { type LegacyClaims, legacyClaimsOf, serviceAccountGroups, serviceAccountUserName } from './claims.ts';
import type { ObjectLookup } from './object-lookup.ts';
import type { ServiceAccountTokenMetrics } from './token-metrics.ts';

/** The day on which the token of a Secret was last used (`2006-01-02`). */
export const LAST_USED_LABEL = 'kubernetes.io/legacy-token-last-used';
/** The day since which the token of a Secret is not accepted any more. */
export const INVALID_SINCE_LABEL = 'kubernetes.io/legacy-token-invalid-since';

const AUTO_GENERATED =
  'Use tokens from the TokenRequest API or manually created secret-based tokens instead of auto-generated secret-based tokens.';

/** What tokens in Secrets are checked with. */
export interface LegacyTokenOptions {
  /** `--service-account-lookup`: whether the Secret and the service account must still be there. */
  readonly checksObjects: boolean;
  readonly lookup: ObjectLookup;
  /** Notes the day of the last use on a Secret; what fails is tried again at the next use. */
  readonly noteUse: (secret: DeepReadonly<KubeObject>, day: string) => Promise<void>;
  readonly clock: Clock;
  readonly metrics?: ServiceAccountTokenMetrics | undefined;
}

/**
 * Whose the token of a Secret is; throws an Error that says what is wrong with it.
 *
 * @go k8s.io/kubernetes/pkg/serviceaccount#(*legacyValidator).Validate
 */
export async function userOfLegacyToken(
  token: string,
  payload: JWTPayload,
  options: LegacyTokenOptions,
): Promise<AuthenticationResult> {
  const claims = legacyClaimsOf(payload);
  const { namespace, serviceAccountName, serviceAccountUid } = claims;
  const user = {
    name: serviceAccountUserName(namespace, serviceAccountName),
    uid: serviceAccountUid,
    groups: serviceAccountGroups(namespace),
  };
  const auditAnnotations = { 'authentication.k8s.io/legacy-token': user.name };
  if (!options.checksObjects) return { user, auditAnnotations };
  const secret = await checkSecret(token, claims, options);
  const account = await checkAccount(claims, options);
  const isAutomatic = (account.secrets ?? []).some(({ name }) => name === claims.secretName);
  checkInvalidSince(secret, claims, options);
  options.metrics?.onLegacy(isAutomatic ? 'auto' : 'manual');
  await noteUse(secret, options);
  return { user, auditAnnotations, warnings: isAutomatic ? [AUTO_GENERATED] : [] };
}

async function checkSecret(
  token: string,
  { namespace, secretName }: LegacyClaims,
  { lookup }: LegacyTokenOptions,
): Promise<DeepReadonly<Secret>> {
  const secret = (await lookup.secret(namespace, secretName)) as DeepReadonly<Secret> | undefined;
  if (secret?.metadata.deletionTimestamp !== undefined || secret === undefined) {
    throw new Error('Token has been invalidated');
  }
  const own = Buffer.from(secret.data?.['token'] ?? '', 'base64');
  const shown = Buffer.from(token);
  if (own.length !== shown.length || !timingSafeEqual(own, shown))
    throw new Error("Token does not match server's copy");
  return secret;
}

async function checkAccount(
  { namespace, serviceAccountName: name, serviceAccountUid }: LegacyClaims,
  { lookup }: LegacyTokenOptions,
): Promise<DeepReadonly<ServiceAccount>> {
  const account = (await lookup.serviceAccount(namespace, name)) as DeepReadonly<ServiceAccount> | undefined;
  if (account === undefined) throw new Error(`serviceaccounts ${JSON.stringify(name)} not found`);
  const { uid = '', deletionTimestamp } = account.metadata;
  if (deletionTimestamp !== undefined) throw new Error(`ServiceAccount ${namespace}/${name} has been deleted`);
  if (uid !== serviceAccountUid) {
    throw new Error(`ServiceAccount UID (${uid}) does not match claim (${serviceAccountUid})`);
  }
  return account;
}

function checkInvalidSince(
  secret: DeepReadonly<Secret>,
  { namespace, secretName, serviceAccountName }: LegacyClaims,
  { metrics }: LegacyTokenOptions,
): void {
  if ((secret.metadata.labels?.[INVALID_SINCE_LABEL] ?? '') === '') return;
  metrics?.onLegacy('invalid');
  throw new Error(
    `the token in secret ${namespace}/${secretName} for service account ${namespace}/${serviceAccountName} has been marked invalid. ` +
      `Use tokens from the TokenRequest API or manually created secret-based tokens, or remove the '${INVALID_SINCE_LABEL}' label from the secret to temporarily allow use of this token`,
  );
}

async function noteUse(secret: DeepReadonly<Secret>, { clock, noteUse: note }: LegacyTokenOptions): Promise<void> {
  const day = new Date(clock.now()).toISOString().slice(0, 10);
  if (secret.metadata.labels?.[LAST_USED_LABEL] === day) return;
  await note(secret, day).catch(() => undefined);
}
