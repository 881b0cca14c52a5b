import { randomUUID } from 'node:crypto';

import { type Clock, realClock } from '@kubescript/apimachinery';
import { type JWTPayload, SignJWT } from 'jose';

import { type ClaimedObject, serviceAccountUserName } from './claims.ts';
import type { SigningKey } from './signing-keys.ts';

/** What a token is to say. */
export interface TokenContent {
  readonly namespace: string;
  readonly serviceAccount: { readonly name: string; readonly uid: string };
  readonly pod?: ClaimedObject;
  readonly secret?: ClaimedObject;
  readonly node?: ClaimedObject;
  readonly audiences: readonly string[];
  readonly expirationSeconds: number;
  /** Seconds after which the holder should have asked for a new one. */
  readonly warnAfterSeconds?: number;
}

/**
 * Signs the tokens of service accounts.
 *
 * @go k8s.io/kubernetes/pkg/serviceaccount#Claims
 */
export class ServiceAccountTokenIssuer {
  private readonly issuer: string;
  private readonly signingKey: SigningKey;
  private readonly clock: Clock;

  constructor(issuer: string, signingKey: SigningKey, clock: Clock = realClock) {
    this.issuer = issuer;
    this.signingKey = signingKey;
    this.clock = clock;
  }

  /** The token, its id, and the time it expires, in milliseconds. */
  async issueToken(
    content: TokenContent,
  ): Promise<{ readonly token: string; readonly expires: number; readonly id: string }> {
    const now = Math.floor(this.clock.now() / 1000);
    const expires = now + content.expirationSeconds;
    const id = randomUUID();
    const { namespace, serviceAccount, pod, secret, node, warnAfterSeconds } = content;
    const payload = {
      aud: [...content.audiences],
      exp: expires,
      iat: now,
      iss: this.issuer,
      jti: id,
      'kubernetes.io': {
        namespace,
        ...(node === undefined ? {} : { node }),
        ...(pod === undefined ? {} : { pod }),
        ...(secret === undefined ? {} : { secret }),
        serviceaccount: serviceAccount,
        ...(warnAfterSeconds === undefined ? {} : { warnafter: now + warnAfterSeconds }),
      },
      nbf: now,
      sub: serviceAccountUserName(namespace, serviceAccount.name),
    };
    return { token: await sign(payload, this.signingKey), expires: expires * 1000, id };
  }
}

function sign(payload: JWTPayload, { algorithm, keyId, key }: SigningKey): Promise<string> {
  return new SignJWT(payload).setProtectedHeader({ alg: algorithm, kid: keyId }).sign(key);
}
