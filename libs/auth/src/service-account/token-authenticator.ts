import { type Clock, type DeepReadonly, type KubeObject, parseTime, realClock } from '@kubescript/apimachinery';
import type { AuthenticationResult, TokenAuthenticator, UserInfo } from '@kubescript/apiserver';
import { compactVerify, decodeJwt, decodeProtectedHeader, type JWTPayload } from 'jose';

import {
  type ClaimedObject,
  type KubernetesClaims,
  kubernetesClaimsOf,
  serviceAccountGroups,
  serviceAccountUserName,
} from './claims.ts';
import type { ObjectLookup } from './object-lookup.ts';
import type { VerificationKey } from './signing-keys.ts';

/** Clocks may differ by so much; and so long is the token of a deleted pod still good. */
const LEEWAY_SECONDS = 60;
const MAX_REMEMBERED = 10_000;

/** What tokens are checked against. */
export interface ServiceAccountTokenOptions {
  /** `--service-account-issuer`: the first one issues, all are accepted. */
  readonly issuers: readonly string[];
  readonly keys: readonly VerificationKey[];
  /** The audiences of this server (`--api-audiences`), for whoever asks without naming any. */
  readonly audiences: readonly string[];
  readonly lookup: ObjectLookup;
  readonly clock?: Clock;
}

/**
 * Knows service accounts by their tokens. A token is good as long as what it is bound to exists, so that is looked up
 * every time; a signature is checked once.
 *
 * @go k8s.io/kubernetes/pkg/serviceaccount#JWTTokenAuthenticator
 */
export class ServiceAccountTokenAuthenticator implements TokenAuthenticator {
  private readonly options: ServiceAccountTokenOptions;
  private readonly clock: Clock;
  private readonly verified = new Map<string, JWTPayload>();

  constructor(options: ServiceAccountTokenOptions) {
    this.options = options;
    this.clock = options.clock ?? realClock;
  }

  async authenticateToken(token: string, wanted?: readonly string[]): Promise<AuthenticationResult | undefined> {
    const payload = payloadOf(token);
    if (payload === undefined || !this.options.issuers.includes(payload.iss ?? '')) return undefined;
    await this.verifySignature(token, payload);
    this.checkDates(payload);
    const audiences = this.sharedAudiences(payload, wanted ?? this.options.audiences);
    const claims = kubernetesClaimsOf(payload);
    if (claims === undefined) throw new Error('the token lacks the claims of a service account');
    if (payload.sub !== serviceAccountUserName(claims.namespace, claims.serviceaccount.name)) {
      throw new Error("the token's subject does not match its claims");
    }
    const account = await this.checkObjects(claims);
    return { user: userOf(claims, account, payload.jti ?? ''), audiences };
  }

  private async verifySignature(token: string, payload: JWTPayload): Promise<void> {
    if (this.verified.has(token)) return;
    const { kid, alg } = decodeProtectedHeader(token);
    const named = this.options.keys.filter(({ keyId }) => keyId === kid);
    const candidates = (named.length > 0 ? named : this.options.keys).filter(({ algorithm }) => algorithm === alg);
    const checks = candidates.map(({ key, algorithm }) => compactVerify(token, key, { algorithms: [algorithm] }));
    const results = await Promise.allSettled(checks);
    if (!results.some(({ status }) => status === 'fulfilled')) throw new Error('the token has an invalid signature');
    const [oldest] = this.verified.keys();
    if (this.verified.size >= MAX_REMEMBERED && oldest !== undefined) this.verified.delete(oldest);
    this.verified.set(token, payload);
  }

  private checkDates({ exp, nbf = 0, iat = 0 }: JWTPayload): void {
    const now = this.clock.now() / 1000;
    if (exp === undefined || now > exp + LEEWAY_SECONDS) throw new Error('service account token has expired');
    if (now < Math.max(nbf, iat) - LEEWAY_SECONDS) throw new Error('service account token is not valid yet');
  }

  private sharedAudiences({ aud = [] }: JWTPayload, wanted: readonly string[]): readonly string[] {
    const own = [aud].flat();
    const shared = wanted.filter((audience) => own.includes(audience));
    if (shared.length === 0) {
      throw new Error(
        `token audiences ${JSON.stringify(own)} is invalid for the target audiences ${JSON.stringify(wanted)}`,
      );
    }
    return shared;
  }

  /** Checks that what the token is bound to is still there, and gives the service account. */
  private async checkObjects(claims: KubernetesClaims): Promise<DeepReadonly<KubeObject>> {
    const { lookup } = this.options;
    const { namespace, serviceaccount, pod, secret, node } = claims;
    const account = await lookup.serviceAccount(namespace, serviceaccount.name);
    const found = this.checkObject('service account', serviceaccount, account);
    if (secret !== undefined) this.checkObject('secret', secret, await lookup.secret(namespace, secret.name));
    if (pod !== undefined) this.checkObject('pod', pod, await lookup.pod(namespace, pod.name));
    // The node of a pod is only told; a token that is bound to a node alone lives as long as that.
    if (node !== undefined && pod === undefined) this.checkObject('node', node, await lookup.node(node.name));
    return found;
  }

  private checkObject(
    kind: string,
    claimed: ClaimedObject,
    object: DeepReadonly<KubeObject> | undefined,
  ): DeepReadonly<KubeObject> {
    if (object === undefined) throw new Error(`service account token has been invalidated: the ${kind} is gone`);
    const { uid = '', deletionTimestamp } = object.metadata;
    if (claimed.uid !== undefined && claimed.uid !== uid) {
      throw new Error(`the ${kind} UID (${uid}) does not match the claim (${claimed.uid})`);
    }
    const isDeleted =
      deletionTimestamp !== undefined && parseTime(deletionTimestamp) < this.clock.now() - LEEWAY_SECONDS * 1000;
    if (isDeleted) throw new Error(`service account token has been invalidated: the ${kind} has been deleted`);
    return object;
  }
}

function payloadOf(token: string): JWTPayload | undefined {
  try {
    return decodeJwt(token);
  } catch {
    return undefined;
  }
}

function userOf(claims: KubernetesClaims, account: DeepReadonly<KubeObject>, tokenId: string): UserInfo {
  const { namespace, serviceaccount, pod, node } = claims;
  const extra: Record<string, readonly string[]> = {};
  const add = (name: string, value: string | undefined): void => {
    if (value !== undefined && value !== '') extra[`authentication.kubernetes.io/${name}`] = [value];
  };
  add('credential-id', tokenId === '' ? undefined : `JTI=${tokenId}`);
  add('node-name', node?.name);
  add('node-uid', node?.uid);
  add('pod-name', pod?.name);
  add('pod-uid', pod?.uid);
  return {
    name: serviceAccountUserName(namespace, serviceaccount.name),
    uid: account.metadata.uid ?? '',
    groups: serviceAccountGroups(namespace),
    extra,
  };
}
