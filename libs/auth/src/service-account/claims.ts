/** An object that a claim names. */
export interface ClaimedObject {
  readonly name: string;
  readonly uid?: string;
}

/** The private claims of a service account token: the member `kubernetes.io`. */
export interface KubernetesClaims {
  readonly namespace: string;
  readonly serviceaccount: ClaimedObject;
  readonly pod?: ClaimedObject;
  readonly secret?: ClaimedObject;
  readonly node?: ClaimedObject;
  /** Seconds since the epoch after which the token should have been renewed. */
  readonly warnafter?: number;
}

const USER_PREFIX = 'system:serviceaccount:';

/** The user name of a service account. */
export function serviceAccountUserName(namespace: string, name: string): string {
  return `${USER_PREFIX}${namespace}:${name}`;
}

/** The groups of a service account. */
export function serviceAccountGroups(namespace: string): readonly string[] {
  return ['system:serviceaccounts', `system:serviceaccounts:${namespace}`];
}

/** The private claims of a payload; undefined if they are not what this server writes. */
export function kubernetesClaimsOf(payload: Readonly<Record<string, unknown>>): KubernetesClaims | undefined {
  const claims = payload['kubernetes.io'] as Partial<KubernetesClaims> | undefined;
  if (typeof claims?.namespace !== 'string' || typeof claims.serviceaccount?.name !== 'string') return undefined;
  return claims as KubernetesClaims;
}
