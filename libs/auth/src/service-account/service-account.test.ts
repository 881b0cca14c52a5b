import { generateKeyPairSync, randomUUID } from 'node:crypto';

import type { DeepReadonly, KubeObject } from '@kubescript/apimachinery';
import { MetricsRegistry } from '@kubescript/component-base';
import { SignJWT, UnsecuredJWT } from 'jose';
import { beforeEach, describe, expect, test } from 'vitest';

import { userOfBoundClaims } from './bound-claims.ts';
import { LEGACY_ISSUER } from './claims.ts';
import { INVALID_SINCE_LABEL, LAST_USED_LABEL, userOfLegacyToken } from './legacy-tokens.ts';
import type { ObjectLookup } from './object-lookup.ts';
import { generateServiceAccountKey, jsonWebKeySet, parseSigningKey, parseVerificationKeys } from './signing-keys.ts';
import { ServiceAccountTokenAuthenticator } from './token-authenticator.ts';
import { ServiceAccountTokenIssuer, type TokenContent } from './token-issuer.ts';
import { newServiceAccountTokenMetrics } from './token-metrics.ts';

const issuer = 'https://kubernetes.default.svc';
const registry = new MetricsRegistry();
const start = Date.UTC(2026, 0, 1);
let now = start;
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
const messageOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'accepted',
    (err: unknown) => (err as Error).message,
  );

function authenticatorOf(...pems: readonly string[]): ServiceAccountTokenAuthenticator {
  return new ServiceAccountTokenAuthenticator({
    issuers: [issuer, 'https://old.example.com'],
    keys: pems.flatMap((pem) => parseVerificationKeys(pem)),
    audiences: [issuer],
    validate: (_, payload) =>
      userOfBoundClaims(payload, { lookup, clock, metrics: newServiceAccountTokenMetrics(registry) }),
  });
}

const ecPem = (): string =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

beforeEach(() => {
  now = start;
  objects.clear();
  objects.set('sa ns/x', { metadata: { uid: 'u1' } });
});

describe.each([
  { algorithm: 'RS256', pem: generateServiceAccountKey() },
  { algorithm: 'ES256', pem: ecPem() },
])('bound tokens with $algorithm', ({ algorithm, pem }) => {
  const tokens = new ServiceAccountTokenIssuer(issuer, parseSigningKey(pem), clock);
  const authenticator = authenticatorOf(pem);

  test('name the account and what they are bound to', async () => {
    objects.set('pod ns/p', { metadata: { uid: 'u2' } });
    const bound = { ...content, pod: { name: 'p', uid: 'u2' }, node: { name: 'n', uid: 'u3' } };
    const { token, expires, id } = await tokens.issueToken(bound);
    expect(expires).toBe(now + 3_600_000);
    expect(await authenticator.authenticateToken(token)).toEqual({
      audiences: [issuer],
      user: {
        name: 'system:serviceaccount:ns:x',
        uid: 'u1',
        groups: ['system:serviceaccounts', 'system:serviceaccounts:ns'],
        extra: {
          'authentication.kubernetes.io/credential-id': [`JTI=${id}`],
          'authentication.kubernetes.io/node-name': ['n'],
          'authentication.kubernetes.io/node-uid': ['u3'],
          'authentication.kubernetes.io/pod-name': ['p'],
          'authentication.kubernetes.io/pod-uid': ['u2'],
        },
      },
    });
  });

  test('can be verified with the published keys', async () => {
    const { keys } = await jsonWebKeySet(parseVerificationKeys(pem));
    expect(keys[0]).toMatchObject({ use: 'sig', alg: algorithm, kid: parseSigningKey(pem).keyId });
  });
});

describe('bound tokens are refused', () => {
  const pem = ecPem();
  const tokens = new ServiceAccountTokenIssuer(issuer, parseSigningKey(pem), clock);
  const authenticator = authenticatorOf(pem);
  const gone = 'service account token has been invalidated';
  const deleted = { uid: 'u2', deletionTimestamp: '2025-12-31T00:00:00Z' };

  test.each([
    { kind: 'pod', object: undefined, want: gone },
    { kind: 'pod', object: deleted, want: gone },
    { kind: 'pod', object: { uid: 'u2', deletionTimestamp: '2025-12-31T23:59:30Z' }, want: 'accepted' },
    { kind: 'pod', object: { uid: 'z' }, want: 'pod UID (z) does not match service account pod ref claim (u2)' },
    { kind: 'secret', object: undefined, want: gone },
    {
      kind: 'secret',
      object: { uid: 'z' },
      want: 'secret UID (z) does not match service account secret ref claim (u2)',
    },
    { kind: 'node', object: undefined, want: gone },
    { kind: 'node', object: { uid: 'z' }, want: 'node UID (z) does not match service account node ref claim (u2)' },
    { kind: 'node', object: { uid: 'u2' }, want: 'accepted' },
  ])('with a $kind $object: $want', async ({ kind, object, want }) => {
    if (object !== undefined) objects.set(kind === 'node' ? 'node b' : `${kind} ns/b`, { metadata: object });
    const { token } = await tokens.issueToken({ ...content, [kind]: { name: 'b', uid: 'u2' } });
    expect(await messageOf(authenticator.authenticateToken(token))).toBe(want);
  });

  test.each([
    { account: undefined, want: 'serviceaccounts "x" not found' },
    { account: { uid: 'other' }, want: 'service account UID (other) does not match claim (u1)' },
    { account: { ...deleted, uid: 'u1' }, want: 'service account ns/x has been deleted' },
  ])('with the account $account', async ({ account, want }) => {
    const { token } = await tokens.issueToken(content);
    if (account === undefined) objects.delete('sa ns/x');
    else objects.set('sa ns/x', { metadata: account });
    expect(await messageOf(authenticator.authenticateToken(token))).toBe(want);
  });

  test.each([
    { after: 3_659_000, want: 'accepted' },
    { after: 3_700_000, want: 'service account token has expired' },
    { after: -120_000, want: 'service account token is not valid yet' },
  ])('$after ms later: $want', async ({ after, want }) => {
    const { token } = await tokens.issueToken(content);
    now += after;
    expect(await messageOf(authenticator.authenticateToken(token))).toBe(want);
  });

  test('that should have been renewed are good and noted', async () => {
    const { token } = await tokens.issueToken({ ...content, expirationSeconds: 86_400, warnAfterSeconds: 3607 });
    expect((await authenticator.authenticateToken(token))?.auditAnnotations).toBeUndefined();
    now += 3_610_000;
    expect((await authenticator.authenticateToken(token))?.auditAnnotations).toEqual({
      'authentication.k8s.io/stale-token': 'subject: system:serviceaccount:ns:x, seconds after warning threshold: 3',
    });
    expect(await registry.expose()).toMatch(/serviceaccount_stale_tokens_total 1\n/);
  });

  test('for another audience', async () => {
    const { token } = await tokens.issueToken(content);
    expect(await messageOf(authenticator.authenticateToken(token, ['other']))).toBe(
      `token audiences ["${issuer}"] is invalid for the target audiences ["other"]`,
    );
    expect(await messageOf(authenticator.authenticateToken(token))).toBe('accepted');
    expect(await messageOf(authenticator.authenticateToken(token, ['other']))).toMatch(/^token audiences/);
  });
});

describe('keys', () => {
  const [current, former, stranger] = [ecPem(), ecPem(), ecPem()];
  const authenticator = authenticatorOf(current, former);

  test('of all files are accepted, others are not', async () => {
    const ask = async (pem: string): Promise<string> => {
      const { token } = await new ServiceAccountTokenIssuer(issuer, parseSigningKey(pem), clock).issueToken(content);
      return messageOf(authenticator.authenticateToken(token));
    };
    expect(await ask(current)).toBe('accepted');
    expect(await ask(former)).toBe('accepted');
    expect(await ask(stranger)).toBe('invalid signature, no keys found');
  });

  test('a former issuer is accepted, a foreign one is left to others', async () => {
    const ask = async (name: string): Promise<unknown> => {
      const { token } = await new ServiceAccountTokenIssuer(name, parseSigningKey(current), clock).issueToken(content);
      return authenticator.authenticateToken(token);
    };
    expect(await ask('https://old.example.com')).toBeDefined();
    expect(await ask('https://foreign.example.com')).toBeUndefined();
    expect(await authenticator.authenticateToken('not-a-token')).toBeUndefined();
  });

  test('the algorithm is that of the key, whatever a token claims', async () => {
    const { keyId } = parseSigningKey(current);
    const claims = { iss: issuer, sub: 'system:serviceaccount:ns:x', aud: issuer };
    const publicPem = parseVerificationKeys(current)[0]?.key.export({ type: 'spki', format: 'pem' }).toString() ?? '';
    const confused = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid: keyId })
      .sign(new TextEncoder().encode(publicPem));
    const unsigned = new UnsecuredJWT(claims).encode();
    const bad = 'go-jose/go-jose: error in cryptographic primitive';
    expect(await messageOf(authenticator.authenticateToken(confused))).toBe(bad);
    expect(await messageOf(authenticator.authenticateToken(unsigned))).toBe(bad);
    const { token } = await new ServiceAccountTokenIssuer(issuer, parseSigningKey(current), clock).issueToken(content);
    const [head = '', body = '', signature = ''] = token.split('.');
    const forged = `${head}.${body}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
    expect(await messageOf(authenticator.authenticateToken(forged))).toBe(bad);
  });

  test('claims that no server writes are refused', async () => {
    const key = parseSigningKey(current);
    const token = await new SignJWT({ iss: issuer, aud: issuer, jti: randomUUID(), 'kubernetes.io': { namespace: 1 } })
      .setProtectedHeader({ alg: key.algorithm, kid: key.keyId })
      .sign(key.key);
    expect(await messageOf(authenticator.authenticateToken(token))).toMatch(/unexpected private claim/);
  });
});

describe('tokens in Secrets', () => {
  const pem = ecPem();
  const key = parseSigningKey(pem);
  const claims = {
    iss: LEGACY_ISSUER,
    sub: 'system:serviceaccount:ns:x',
    'kubernetes.io/serviceaccount/namespace': 'ns',
    'kubernetes.io/serviceaccount/secret.name': 's',
    'kubernetes.io/serviceaccount/service-account.name': 'x',
    'kubernetes.io/serviceaccount/service-account.uid': 'u1',
  };
  const noted: string[] = [];
  const authenticatorOf = (checksObjects: boolean): ServiceAccountTokenAuthenticator =>
    new ServiceAccountTokenAuthenticator({
      issuers: [LEGACY_ISSUER],
      keys: parseVerificationKeys(pem),
      audiences: [issuer],
      validate: (token, payload) =>
        userOfLegacyToken(token, payload, {
          checksObjects,
          lookup,
          clock,
          noteUse: (_, day) => Promise.resolve(void noted.push(day)),
        }),
    });

  async function setUp(labels: Record<string, string> = {}, secrets: readonly object[] = []): Promise<string> {
    const token = await new SignJWT(claims).setProtectedHeader({ alg: key.algorithm, kid: key.keyId }).sign(key.key);
    const data = { token: Buffer.from(token).toString('base64') };
    objects.set('secret ns/s', { metadata: { labels }, data } as DeepReadonly<KubeObject>);
    objects.set('sa ns/x', { metadata: { uid: 'u1' }, secrets } as DeepReadonly<KubeObject>);
    noted.length = 0;
    return token;
  }

  test('are for this server, name the account, and are noted once a day', async () => {
    const token = await setUp();
    const result = await authenticatorOf(true).authenticateToken(token);
    expect(result).toMatchObject({ audiences: [issuer], user: { name: 'system:serviceaccount:ns:x', uid: 'u1' } });
    expect(noted).toEqual(['2026-01-01']);
    await authenticatorOf(true).authenticateToken(await setUp({ [LAST_USED_LABEL]: '2026-01-01' }));
    expect(noted).toEqual([]);
  });

  test('warn if they were made by themselves', async () => {
    const result = await authenticatorOf(true).authenticateToken(await setUp({}, [{ name: 's' }]));
    expect(result?.warnings?.[0]).toMatch(/^Use tokens from the TokenRequest API/);
  });

  test('end with the Secret, with its content, and when they were marked invalid', async () => {
    const token = await setUp({ [INVALID_SINCE_LABEL]: '2025-12-01' });
    expect(await messageOf(authenticatorOf(true).authenticateToken(token))).toMatch(
      /^the token in secret ns\/s for service account ns\/x has been marked invalid/,
    );
    objects.set('secret ns/s', { metadata: {}, data: { token: 'AAAA' } } as DeepReadonly<KubeObject>);
    expect(await messageOf(authenticatorOf(true).authenticateToken(token))).toBe("Token does not match server's copy");
    objects.delete('secret ns/s');
    expect(await messageOf(authenticatorOf(true).authenticateToken(token))).toBe('Token has been invalidated');
    expect(await messageOf(authenticatorOf(false).authenticateToken(token))).toBe('accepted');
  });
});
