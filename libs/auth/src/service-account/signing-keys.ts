import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';

import { exportJWK, type JWK } from 'jose';

/** A key that signs tokens. */
export interface SigningKey {
  readonly key: KeyObject;
  readonly algorithm: string;
  readonly keyId: string;
}

/** A key that tokens are verified with. */
export type VerificationKey = SigningKey;

/** A new private key for tokens (RSA, 2048 bits), as PEM. */
export function generateServiceAccountKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();
}

/** Reads a private key (`--service-account-signing-key-file`); throws an Error if it is none that can sign tokens. */
export function parseSigningKey(pem: string): SigningKey {
  const key = createPrivateKey(pem);
  return { key, algorithm: algorithmOf(key), keyId: keyIdOf(createPublicKey(key)) };
}

/** Reads the keys of a PEM file (`--service-account-key-file`), private ones or public ones. */
export function parseVerificationKeys(pem: string): readonly VerificationKey[] {
  const blocks = pem.match(/-----BEGIN [A-Z ]+-----[\s\S]+?-----END [A-Z ]+-----/g) ?? [];
  const keys = blocks
    .filter((block) => !block.startsWith('-----BEGIN EC PARAMETERS'))
    .map((block) => createPublicKey(block))
    .map((key) => ({ key, algorithm: algorithmOf(key), keyId: keyIdOf(key) }));
  if (keys.length === 0) throw new Error('no key found in the PEM data');
  return keys;
}

/** The JSON Web Key Set that `/openid/v1/jwks` serves. */
export async function jsonWebKeySet(keys: readonly VerificationKey[]): Promise<{ readonly keys: readonly JWK[] }> {
  const jwks = keys.map(async ({ key, algorithm: alg, keyId: kid }): Promise<JWK> => {
    const { kty, crv, x, y, n, e } = await exportJWK(key);
    // In the order in which the reference writes them.
    const members = Object.entries({ use: 'sig', kty, kid, crv, alg, x, y, n, e });
    return Object.fromEntries(members.filter(([, value]) => value !== undefined));
  });
  return { keys: await Promise.all(jwks) };
}

/** What `/.well-known/openid-configuration` serves. */
export function openIdConfiguration(
  issuer: string,
  jwksUri: string,
  keys: readonly VerificationKey[],
): Readonly<Record<string, unknown>> {
  return {
    issuer,
    jwks_uri: jwksUri,
    response_types_supported: ['id_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [...new Set(keys.map(({ algorithm }) => algorithm))].sort(),
  };
}

/** The id of a public key: the hash of its DER form. @go k8s.io/kubernetes/pkg/serviceaccount#keyIDFromPublicKey */
function keyIdOf(key: KeyObject): string {
  return createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('base64url');
}

function algorithmOf(key: KeyObject): string {
  if (key.asymmetricKeyType === 'rsa') return 'RS256';
  if (key.asymmetricKeyType === 'ec') {
    switch (key.asymmetricKeyDetails?.namedCurve) {
      case 'prime256v1':
        return 'ES256';
      case 'secp384r1':
        return 'ES384';
      case 'secp521r1':
        return 'ES512';
      default:
    }
  }
  throw new Error('service account keys must be RSA, or EC on P-256, P-384 or P-521');
}
