import type { Secret } from '@kubescript/api/core/v1';
import type { DeepReadonly } from '@kubescript/apimachinery';

const NAME_ANNOTATION = 'kubernetes.io/service-account.name';
/** The uid of the service account that a Secret's token is for. */
export const UID_ANNOTATION = 'kubernetes.io/service-account.uid';

/** True for Secrets that hold, or are to hold, the token of a service account. */
export function isTokenSecret(secret: DeepReadonly<Secret>): boolean {
  return secret.type === 'kubernetes.io/service-account-token' && accountNameOf(secret) !== '';
}

/** The service account that the Secret names; '' for none. */
export function accountNameOf({ metadata }: DeepReadonly<Secret>): string {
  return metadata.annotations?.[NAME_ANNOTATION] ?? '';
}

/** The uid of that service account; '' if it is not said. */
export function accountUidOf({ metadata }: DeepReadonly<Secret>): string {
  return metadata.annotations?.[UID_ANNOTATION] ?? '';
}
