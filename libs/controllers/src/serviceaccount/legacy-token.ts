import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';

import { SignJWT } from 'jose';

/** Whom a token in a Secret is for. */
export interface LegacyTokenSubject {
  readonly namespace: string;
  readonly secretName: string;
  readonly serviceAccountName: string;
  readonly serviceAccountUid: string;
}

/**
 * Signs tokens that lie in Secrets and never expire.
 *
 * @go k8s.io/kubernetes/pkg/serviceaccount#LegacyClaims
 */
export class LegacyTokenIssuer {
  readonly #key: KeyObject;
  readonly #header: { readonly alg: string; readonly kid: string };

  /** `pem` is a private key, RSA or EC; throws an Error for another. */
  constructor(pem: string) {
    this.#key = createPrivateKey(pem);
    const publicKey = createPublicKey(this.#key).export({ type: 'spki', format: 'der' });
    this.#header = { alg: algorithmOf(this.#key), kid: createHash('sha256').update(publicKey).digest('base64url') };
  }

  issue({ namespace, secretName, serviceAccountName, serviceAccountUid }: LegacyTokenSubject): Promise<string> {
    const prefix = 'kubernetes.io/serviceaccount';
    return new SignJWT({
      iss: 'kubernetes/serviceaccount',
      [`${prefix}/namespace`]: namespace,
      [`${prefix}/secret.name`]: secretName,
      [`${prefix}/service-account.name`]: serviceAccountName,
      [`${prefix}/service-account.uid`]: serviceAccountUid,
      sub: `system:serviceaccount:${namespace}:${serviceAccountName}`,
    })
      .setProtectedHeader(this.#header)
      .sign(this.#key);
  }
}

function algorithmOf(key: KeyObject): string {
  if (key.asymmetricKeyType === 'rsa') return 'RS256';
  switch (key.asymmetricKeyDetails?.namedCurve) {
    case 'prime256v1':
      return 'ES256';
    case 'secp384r1':
      return 'ES384';
    case 'secp521r1':
      return 'ES512';
    default:
      throw new Error('the key of service account tokens must be RSA, or EC on P-256, P-384 or P-521');
  }
}
