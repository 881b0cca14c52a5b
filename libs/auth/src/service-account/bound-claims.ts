import { type Clock, type DeepReadonly, type KubeObject, parseTime } from '@kubescript/apimachinery';
import type { AuthenticationResult, UserInfo } from '@kubescript/apiserver';
import type { JWTPayload } from 'jose';

import {
  type ClaimedObject,
  type KubernetesClaims,
  kubernetesClaimsOf,
  serviceAccountGroups,
  serviceAccountUserName,
} from './claims.ts';
import type { ObjectLookup } from './object-lookup.ts';
import type { ServiceAccountTokenMetrics } from './token-metrics.ts';

/** Clocks may differ by so much; and so long is the token of a deleted object still good. */
const LEEWAY_SECONDS = 60;
const EXTRA_PREFIX = 'authentication.kubernetes.io/';
const INVALIDATED = 'service account token has been invalidated';

/** What tokens are checked with. */
export interface BoundClaimsOptions {
  readonly lookup: ObjectLookup;
  readonly clock: Clock;
  readonly metrics?: ServiceAccountTokenMetrics | undefined;
}

/**
 * Whose a token with these claims is. It is good as long as everything that it is bound to exists and is still the same
 * object; throws an Error that says what is wrong otherwise.
 *
 * @go k8s.io/kubernetes/pkg/serviceaccount#(*validator).Validate
 */
export async function userOfBoundClaims(
  payload: JWTPayload,
  { lookup, clock, metrics }: BoundClaimsOptions,
): Promise<AuthenticationResult> {
  checkDates(payload, clock.now() / 1000);
  const claims = kubernetesClaimsOf(payload);
  if (claims === undefined)
    throw new Error('service account token claims could not be validated due to unexpected private claim');
  if (payload.sub !== serviceAccountUserName(claims.namespace, claims.serviceaccount.name)) {
    throw new Error('sub claim is invalid');
  }
  const deletedBefore = clock.now() - LEEWAY_SECONDS * 1000;
  await checkAccount(claims, lookup, deletedBefore);
  const { namespace, pod, secret, node } = claims;
  if (secret !== undefined) {
    checkBound('secret', secret, await lookup.secret(namespace, secret.name), deletedBefore);
  }
  if (pod !== undefined) checkBound('pod', pod, await lookup.pod(namespace, pod.name), deletedBefore);
  // The node of a pod is only told; a token that is bound to a node alone lives as long as that.
  if (node !== undefined && pod === undefined) {
    checkBound('node', node, await lookup.node(node.name), deletedBefore);
  }
  return { user: userOf(claims, payload.jti ?? ''), ...staleness(payload, claims, { clock, metrics }) };
}

/** Notes the use of a token that lives longer than it should. */
function staleness(
  { sub = '' }: JWTPayload,
  { warnafter = 0 }: KubernetesClaims,
  { clock, metrics }: Pick<BoundClaimsOptions, 'clock' | 'metrics'>,
): Pick<AuthenticationResult, 'auditAnnotations'> {
  if (warnafter === 0) return {};
  const late = Math.floor(clock.now() / 1000) - warnafter;
  metrics?.onExtended(late > 0);
  if (late <= 0) return {};
  const text = `subject: ${sub}, seconds after warning threshold: ${String(late)}`;
  return { auditAnnotations: { 'authentication.k8s.io/stale-token': text } };
}

function checkDates({ exp, nbf = 0, iat = 0 }: JWTPayload, now: number): void {
  if (exp !== undefined && now > exp + LEEWAY_SECONDS) throw new Error('service account token has expired');
  if (now < Math.max(nbf, iat) - LEEWAY_SECONDS) throw new Error('service account token is not valid yet');
}

async function checkAccount(
  { namespace, serviceaccount }: KubernetesClaims,
  lookup: ObjectLookup,
  deletedBefore: number,
): Promise<void> {
  const { name, uid = '' } = serviceaccount;
  const account = await lookup.serviceAccount(namespace, name);
  if (account === undefined) throw new Error(`serviceaccounts ${JSON.stringify(name)} not found`);
  if (isDeleted(account, deletedBefore)) throw new Error(`service account ${namespace}/${name} has been deleted`);
  const { uid: current = '' } = account.metadata;
  if (current !== uid) throw new Error(`service account UID (${current}) does not match claim (${uid})`);
}

function checkBound(
  kind: 'secret' | 'pod' | 'node',
  claimed: ClaimedObject,
  object: DeepReadonly<KubeObject> | undefined,
  deletedBefore: number,
): void {
  if (object === undefined || isDeleted(object, deletedBefore)) throw new Error(INVALIDATED);
  const { uid = '' } = object.metadata;
  const claim = claimed.uid ?? '';
  if (uid === claim) return;
  throw new Error(`${kind} UID (${uid}) does not match service account ${kind} ref claim (${claim})`);
}

function isDeleted({ metadata }: DeepReadonly<KubeObject>, before: number): boolean {
  return metadata.deletionTimestamp !== undefined && parseTime(metadata.deletionTimestamp) < before;
}

/** @go k8s.io/apiserver/pkg/authentication/serviceaccount#ServiceAccountInfo.UserInfo */
function userOf({ namespace, serviceaccount, pod, node }: KubernetesClaims, tokenId: string): UserInfo {
  const extra: Record<string, readonly string[]> = {};
  const add = (name: string, value = ''): void => {
    if (value !== '') extra[EXTRA_PREFIX + name] = [value];
  };
  add('credential-id', tokenId === '' ? '' : `JTI=${tokenId}`);
  add('node-name', node?.name);
  add('node-uid', node?.uid);
  add('pod-name', pod?.name);
  add('pod-uid', pod?.uid);
  return {
    name: serviceAccountUserName(namespace, serviceaccount.name),
    uid: serviceaccount.uid ?? '',
    groups: serviceAccountGroups(namespace),
    extra,
  };
}
