import { generateKeyPairSync } from 'node:crypto';

import type { DeepReadonly, KubeObject } from '@kubescript/apimachinery';
import { describe, expect, test } from 'vitest';

import type { ObjectLookup } from './object-lookup.ts';
import { generateServiceAccountKey, jsonWebKeySet, parseSigningKey, parseVerificationKeys } from './signing-keys.ts';
import { ServiceAccountTokenAuthenticator } from './token-authenticator.ts';
import { ServiceAccountTokenIssuer, type TokenContent } from './token-issuer.ts';

const issuer = 'https://kubernetes.default.svc';
let now = Date.UTC(2026, 0, 1);
const clock = { now: () => now, sleep: () => Promise.resolve() };
const objects = new Map<string, DeepReadonly<KubeObject>>();
const find = (key: string): Promise<DeepReadonly<KubeObject> | undefined> => Promise.resolve(objects.get(key));
const lookup: ObjectLookup = {
  serviceAccount: (namespace, name) => find(`sa ${namespace}/${name}`),
  pod: (namespace, name) => find(`pod ${namespace}/${name}`),
  secret: (namespace, name) => find(`secret ${namespace}/${name}`),
  node: (name) => find(`node ${name}`),
};
const content: TokenContent = {
  namespace: 'ns',
  serviceAccount: { name: 'x', uid: 'u1' },
  audiences: [issuer],
  expirationSeconds: 3600,
};

describe.each([
  { algorithm: 'RS256', pem: generateServiceAccountKey() },
  {
    algorithm: 'ES256',
    pem: generateKeyPairSync('ec', { namedCurve: 'P-256' })
      .privateKey.export({ type: 'pkcs8', format: 'pem' })
      .toString(),
  },
])('service account tokens with $algorithm', ({ algorithm, pem }) => {
  const tokens = new ServiceAccountTokenIssuer(issuer, parseSigningKey(pem), clock);
  const authenticator = new ServiceAccountTokenAuthenticator({
    issuers: [issuer],
    keys: parseVerificationKeys(pem),
    audiences: [issuer],
    lookup,
    clock,
  });
  const messageOf = (promise: Promise<unknown>): Promise<string> =>
    promise.then(
      () => 'accepted',
      (err: unknown) => (err as Error).message,
    );

  test('name the account and what they are bound to', async () => {
    objects.set('sa ns/x', { metadata: { uid: 'u1' } });
    objects.set('pod ns/p', { metadata: { uid: 'u2' } });
    const bound = { ...content, pod: { name: 'p', uid: 'u2' }, node: { name: 'n', uid: 'u3' } };
    const { token, expires } = await tokens.issueToken(bound);
    expect(expires).toBe(now + 3_600_000);
    const result = await authenticator.authenticateToken(token);
    expect(result?.user).toMatchObject({
      name: 'system:serviceaccount:ns:x',
      uid: 'u1',
      groups: ['system:serviceaccounts', 'system:serviceaccounts:ns'],
      extra: { 'authentication.kubernetes.io/pod-name': ['p'], 'authentication.kubernetes.io/node-uid': ['u3'] },
    });
    objects.delete('pod ns/p');
    expect(await messageOf(authenticator.authenticateToken(token))).toMatch(/the pod is gone/);
  });

  test('are refused when they should be', async () => {
    objects.set('sa ns/x', { metadata: { uid: 'u1' } });
    const { token } = await tokens.issueToken(content);
    expect(await messageOf(authenticator.authenticateToken(token, ['other']))).toMatch(/audiences/);
    const [head = '', body = '', signature = ''] = token.split('.');
    const forged = `${head}.${body}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
    expect(await messageOf(authenticator.authenticateToken(forged))).toBe('the token has an invalid signature');
    objects.set('sa ns/x', { metadata: { uid: 'another' } });
    expect(await messageOf(authenticator.authenticateToken(token))).toMatch(/UID \(another\) does not match/);
    objects.set('sa ns/x', { metadata: { uid: 'u1' } });
    now += 3_700_000;
    expect(await messageOf(authenticator.authenticateToken(token))).toBe('service account token has expired');
    expect(await authenticator.authenticateToken('not-a-token')).toBeUndefined();
  });

  test('can be verified with the published keys', async () => {
    const { keys } = await jsonWebKeySet(parseVerificationKeys(pem));
    expect(keys[0]).toMatchObject({ use: 'sig', alg: algorithm, kid: parseSigningKey(pem).keyId });
  });
});
