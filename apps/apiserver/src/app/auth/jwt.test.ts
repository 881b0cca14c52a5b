import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { startTestServer, type TestServer } from '../../testing/index.ts';
import { type HttpsService, startHttpsService } from './testing/https-service.ts';
import { send, whoAmI } from './testing/send.ts';

const temporaryDirectory = tmpdir();

/** A real OpenID Connect issuer, as far as a resource server needs one. */
class Issuer {
  readonly keys: { readonly id: string; readonly privateKey: KeyObject; readonly publicKey: KeyObject }[] = [];
  service!: HttpsService;

  get url(): string {
    return this.service.url;
  }

  addKey(id: string): void {
    this.keys.push({ id, ...generateKeyPairSync('ec', { namedCurve: 'P-256' }) });
  }

  async start(): Promise<void> {
    this.addKey('k1');
    const jwks = new Map<string, unknown>();
    const document = (): unknown => ({
      keys: this.keys.map(({ id, publicKey }) => ({
        ...publicKey.export({ format: 'jwk' }),
        ...{ kid: id, alg: 'ES256', use: 'sig' },
      })),
    });
    this.refresh = () => void jwks.set('/jwks', document());
    this.refresh();
    this.service = await startHttpsService((path) => {
      if (path === '/.well-known/openid-configuration' || path === '/elsewhere') {
        return { issuer: this.url, jwks_uri: `${this.url}/jwks` };
      }
      return jwks.get(path) ?? 404;
    });
  }

  refresh: () => void = () => undefined;

  token(claims: Readonly<Record<string, unknown>>, key = this.keys.at(-1)): string {
    if (key === undefined) throw new Error('the issuer has no key');
    const exp = Math.floor(Date.now() / 1000) + 600;
    const signed = jwtParts({ alg: 'ES256', kid: key.id }, { iss: this.url, aud: 'kubernetes', exp, ...claims });
    const signature = sign('sha256', Buffer.from(signed), { key: key.privateKey, dsaEncoding: 'ieee-p1363' });
    return `${signed}.${signature.toString('base64url')}`;
  }
}

/** What is signed of a token. */
function jwtParts(header: object, payload: object): string {
  return [header, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
}

const issuer = new Issuer();
beforeAll(() => issuer.start());
afterAll(() => issuer.service[Symbol.asyncDispose]());

describe('--oidc-*', () => {
  let server: TestServer;
  beforeAll(async () => {
    const caFile = join(temporaryDirectory, `oidc-ca-${String(process.pid)}.crt`);
    await writeFile(caFile, issuer.service.authority.cert);
    server = await startTestServer({
      oidc: {
        oidcIssuerUrl: issuer.url,
        oidcClientId: 'kubernetes',
        oidcCaFile: caFile,
        oidcGroupsClaim: 'groups',
        oidcGroupsPrefix: 'oidc:',
        oidcRequiredClaim: { tenant: 'acme' },
        oidcSigningAlgs: ['ES256'],
      },
    });
  }, 30_000);
  afterAll(() => server[Symbol.asyncDispose]());

  const claims = { sub: 'jane', tenant: 'acme' };

  test('a token names the user and the groups, with prefixes', async () => {
    const token = issuer.token({ ...claims, groups: ['devs', 'ops'] });
    expect(await whoAmI(server.url, { token })).toEqual({
      username: `${issuer.url}#jane`,
      groups: ['oidc:devs', 'oidc:ops', 'system:authenticated'],
    });
    expect(await whoAmI(server.url, { token: issuer.token({ ...claims, groups: 'devs' }) })).toMatchObject({
      groups: ['oidc:devs', 'system:authenticated'],
    });
  });

  test.each([
    { name: 'for another audience', claims: { ...claims, aud: 'other' } },
    { name: 'that has expired', claims: { ...claims, exp: 1 } },
    { name: 'that is of the future', claims: { ...claims, nbf: Math.floor(Date.now() / 1000) + 900 } },
    { name: 'without a required claim', claims: { sub: 'jane' } },
    { name: 'with another value of it', claims: { ...claims, tenant: 'other' } },
    { name: 'without a name', claims: { tenant: 'acme' } },
    { name: 'of another issuer', claims: { ...claims, iss: 'https://other.example.com' } },
  ])('a token $name is refused', async ({ claims: bad }) => {
    expect(await whoAmI(server.url, { token: issuer.token(bad) })).toBe(401);
  });

  test('algorithms that need no private key are refused', async () => {
    const [key] = issuer.keys;
    const secret = key?.publicKey.export({ type: 'spki', format: 'pem' }).toString() ?? '';
    const exp = Math.floor(Date.now() / 1000) + 600;
    const payload = { iss: issuer.url, aud: 'kubernetes', exp, ...claims };
    const signed = jwtParts({ alg: 'HS256', kid: 'k1' }, payload);
    const confused = `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
    expect(await whoAmI(server.url, { token: confused })).toBe(401);
    const [, body = ''] = confused.split('.');
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`;
    expect(await whoAmI(server.url, { token: none })).toBe(401);
  });

  test('keys that the issuer begins to use are found, those of others are not', async () => {
    const stranger = { id: 'x', ...generateKeyPairSync('ec', { namedCurve: 'P-256' }) };
    expect(await whoAmI(server.url, { token: issuer.token(claims, stranger) })).toBe(401);
    issuer.addKey('k2');
    issuer.refresh();
    const ask = (): Promise<unknown> => whoAmI(server.url, { token: issuer.token(claims) });
    await expect.poll(ask, { timeout: 9000, interval: 500 }).toMatchObject({ username: `${issuer.url}#jane` });
  }, 15_000);

  test('TokenReviews know the tokens, for the audiences of this server only', async () => {
    const token = issuer.token(claims);
    const review = async (audiences?: readonly string[]): Promise<unknown> => {
      const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenReview', spec: { token, audiences } };
      const path = '/apis/authentication.k8s.io/v1/tokenreviews';
      const answer = await send(server.url + path, { token: server.token, method: 'POST', body });
      return (answer.json as { readonly status: unknown }).status;
    };
    expect(await review()).toMatchObject({ authenticated: true, user: { username: `${issuer.url}#jane` } });
    expect(await review(['kubernetes'])).toEqual({ user: {}, error: 'invalid bearer token' });
  });
});

const jwtOf = (mapping: object, rules: object = {}): object => ({
  issuer: {
    url: issuer.url,
    discoveryURL: `${issuer.url}/elsewhere`,
    certificateAuthority: issuer.service.authority.cert,
    audiences: ['kubernetes', 'other'],
    audienceMatchPolicy: 'MatchAny',
  },
  claimMappings: mapping,
  ...rules,
});
const configOf = (...jwt: readonly object[]): object => ({
  apiVersion: 'apiserver.config.k8s.io/v1',
  kind: 'AuthenticationConfiguration',
  jwt,
  anonymous: { enabled: true, conditions: [{ path: '/livez' }] },
});

describe('--authentication-config', () => {
  let server: TestServer;
  const path = join(temporaryDirectory, `authentication-${String(process.pid)}.yaml`);
  const mapping = {
    username: { expression: "'acme:' + claims.sub" },
    groups: { expression: "claims.roles.split(',')" },
    uid: { claim: 'uid' },
    extra: [{ key: 'acme.com/tenant', valueExpression: 'claims.tenant' }],
  };
  const rules = {
    claimValidationRules: [{ expression: "claims.tenant != 'blocked'", message: 'the tenant is blocked' }],
    userValidationRules: [{ expression: "!user.username.startsWith('system:')", message: 'reserved' }],
  };

  beforeAll(async () => {
    await writeFile(path, JSON.stringify(configOf(jwtOf(mapping, rules))));
    server = await startTestServer({ authentication: { authenticationConfig: path } });
  }, 30_000);
  afterAll(() => server[Symbol.asyncDispose]());

  const claims = { sub: 'jane', tenant: 't1', roles: 'devs,ops', uid: 'u1', aud: ['other'] };

  test('expressions map the claims', async () => {
    expect(await whoAmI(server.url, { token: issuer.token(claims) })).toEqual({
      username: 'acme:jane',
      uid: 'u1',
      groups: ['devs', 'ops', 'system:authenticated'],
      extra: { 'acme.com/tenant': ['t1'] },
    });
  });

  test('expressions refuse', async () => {
    expect(await whoAmI(server.url, { token: issuer.token({ ...claims, tenant: 'blocked' }) })).toBe(401);
    expect(await whoAmI(server.url, { token: issuer.token({ ...claims, tenant: undefined }) })).toBe(401);
  });

  test('requests without credentials are for the named paths only', async () => {
    expect((await send(`${server.url}/livez`)).status).toBe(200);
    expect((await send(`${server.url}/readyz`)).status).toBe(401);
  });

  test('a changed file holds soon; a wrong one does not', async () => {
    const token = issuer.token({ ...claims, jti: 'second' });
    const renamed = { ...mapping, groups: { expression: 'claims.roles' }, username: { claim: 'sub', prefix: 'new:' } };
    await writeFile(path, JSON.stringify(configOf(jwtOf({ username: {} }))));
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(await whoAmI(server.url, { token })).toMatchObject({ username: 'acme:jane' });
    await writeFile(path, JSON.stringify(configOf(jwtOf(renamed))));
    const name = async (): Promise<unknown> =>
      whoAmI(server.url, { token: issuer.token({ ...claims, jti: String(Math.random()) }) });
    await expect.poll(name, { timeout: 5000, interval: 200 }).toMatchObject({ username: 'new:jane' });
    const metrics = (await send(`${server.url}/metrics`, { token: server.token })).text;
    expect(metrics).toMatch(/authentication_config_controller_automatic_reloads_total\{[^}]*status="failure"\} 1/);
  }, 20_000);

  test('an unreadable configuration keeps the server from starting', async () => {
    const bad = join(temporaryDirectory, `bad-${String(process.pid)}.yaml`);
    await writeFile(bad, JSON.stringify(configOf(jwtOf({ username: { claim: 'sub' } }))));
    await expect(startTestServer({ authentication: { authenticationConfig: bad } })).rejects.toThrow(
      /jwt\[0\].claimMappings.username.prefix: Required value: prefix is required when claim is set/,
    );
  });
});
