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

/** The private claims of a token that lies in a Secret and never expires. */
export interface LegacyClaims {
  readonly namespace: string;
  readonly secretName: string;
  readonly serviceAccountName: string;
  readonly serviceAccountUid: string;
}

/** Who issued the tokens that lie in Secrets. @go k8s.io/kubernetes/pkg/serviceaccount#LegacyIssuer */
export const LEGACY_ISSUER = 'kubernetes/serviceaccount';

const USER_PREFIX = 'system:serviceaccount:';
const LEGACY_PREFIX = 'kubernetes.io/serviceaccount/';

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
  if (typeof claims?.namespace !== 'string' || !isObjectClaim(claims.serviceaccount)) return undefined;
  const bound = [claims.pod, claims.secret, claims.node];
  return bound.every((claim) => claim === undefined || isObjectClaim(claim)) ? (claims as KubernetesClaims) : undefined;
}

function isObjectClaim(claim: Partial<ClaimedObject> | undefined): boolean {
  return typeof claim?.name === 'string' && (claim.uid === undefined || typeof claim.uid === 'string');
}

/**
 * The claims by which a token in a Secret names its service account and its Secret; throws an Error that names the first claim that is missing, or a subject that does not match.
 *
 * @go k8s.io/kubernetes/pkg/serviceaccount#(*legacyValidator).Validate
 */
export function legacyClaimsOf(payload: Readonly<Record<string, unknown>>): LegacyClaims {
  const subject = payload['sub'];
  if (typeof subject !== 'string' || subject === '') throw new Error('sub claim is missing');
  const claim = (key: string, shown: string): string => {
    const value = payload[LEGACY_PREFIX + key];
    if (typeof value !== 'string' || value === '') throw new Error(`${shown} claim is missing`);
    return value;
  };
  const claims = {
    namespace: claim('namespace', 'namespace'),
    secretName: claim('secret.name', 'secretName'),
    serviceAccountName: claim('service-account.name', 'serviceAccountName'),
    serviceAccountUid: claim('service-account.uid', 'serviceAccountUID'),
  };
  if (subject !== serviceAccountUserName(claims.namespace, claims.serviceAccountName)) {
    throw new Error('sub claim is invalid');
  }
  return claims;
}
