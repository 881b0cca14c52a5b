import { generateKeyPairSync } from 'node:crypto';

import fc from 'fast-check';
import { expect, test } from 'vitest';

import { parseSigningKey, parseVerificationKeys } from './signing-keys.ts';
import { ServiceAccountTokenAuthenticator } from './token-authenticator.ts';
import { ServiceAccountTokenIssuer } from './token-issuer.ts';

const issuer = 'https://kubernetes.default.svc';
const pem = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString();
const newAuthenticator = (): ServiceAccountTokenAuthenticator =>
  new ServiceAccountTokenAuthenticator({
    issuers: [issuer],
    keys: parseVerificationKeys(pem),
    audiences: [issuer],
    validate: () => Promise.resolve({ user: { name: 'accepted', groups: [] } }),
  });
const { token } = await new ServiceAccountTokenIssuer(issuer, parseSigningKey(pem)).issueToken({
  namespace: 'ns',
  serviceAccount: { name: 'x', uid: 'u' },
  audiences: [issuer],
  expirationSeconds: 3600,
});

/** Refused, or left to others: never taken for good, and never anything but an Error. */
async function isRefused(forged: string): Promise<boolean> {
  try {
    return (await newAuthenticator().authenticateToken(forged)) === undefined;
  } catch (err) {
    return err instanceof Error;
  }
}

/** The bytes of the parts: base64url has several spellings of the same. */
const bytesOf = (text: string): string =>
  text
    .split('.')
    .map((part) => Buffer.from(part, 'base64url').toString('hex'))
    .join('.');

test('the token itself is good', async () => {
  expect((await newAuthenticator().authenticateToken(token))?.user.name).toBe('accepted');
});

test('a token with any character changed, left out or added is refused', async () => {
  const alphabet = ['A', 'B', 'z', '0', '9', '-', '_', '.', '=', '+', ' ', '{', '}'];
  const change = fc.record({
    at: fc.nat(token.length),
    drop: fc.nat(3),
    put: fc.string({ unit: fc.constantFrom(...alphabet), maxLength: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(change, async ({ at, drop, put }) => {
      const forged = token.slice(0, at) + put + token.slice(at + drop);
      fc.pre(bytesOf(forged) !== bytesOf(token));
      expect(await isRefused(forged)).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test('anything else is refused', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string(), fc.jsonValue(), fc.string(), async (head, payload, signature) => {
      const body = Buffer.from(JSON.stringify(payload)).toString('base64url');
      expect(await isRefused(head)).toBe(true);
      expect(await isRefused(`${head}.${body}.${signature}`)).toBe(true);
      const claims = Buffer.from(JSON.stringify({ iss: issuer, sub: payload })).toString('base64url');
      expect(await isRefused(`${Buffer.from(head).toString('base64url')}.${claims}.${signature}`)).toBe(true);
    }),
    { numRuns: 100 },
  );
});
