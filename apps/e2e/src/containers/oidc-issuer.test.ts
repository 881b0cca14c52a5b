import { request as httpsRequest } from 'node:https';
import { json } from 'node:stream/consumers';

import type { SelfSubjectReview } from '@kubescript/api/authentication/v1';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { waitFor } from '../framework/wait.ts';
import { ApiServerContainer } from './framework/api-server.ts';
import { newClusterPki } from './framework/cluster-pki.ts';
import { newNetwork } from './framework/network.ts';
import { describeContainers } from './framework/session.ts';
import { WebServerContainer } from './framework/web-server.ts';

const host = 'issuer';
const audience = 'kubernetes';

/** Who a token says somebody is. */
interface Claims {
  readonly sub?: string;
  readonly aud?: string;
  readonly iss?: string;
  readonly groups?: readonly string[];
  readonly department?: string;
}

describeContainers('an OpenID Connect issuer in a container, by structured authentication', () => {
  const stack = new AsyncDisposableStack();
  let issuer: WebServerContainer;
  let server: ApiServerContainer;

  beforeAll(async () => {
    const network = await newNetwork();
    const environment = { ISSUER_URL: `https://${host}` };
    issuer = stack.use(await WebServerContainer.start({ image: 'oidc-issuer', network, host, environment }));
    server = stack.use(
      await ApiServerContainer.start({
        network,
        pki: await newClusterPki(),
        flags: ['--authentication-config', '/etc/kubernetes/authentication.json'],
        files: { '/etc/kubernetes/authentication.json': JSON.stringify(authenticationConfiguration(issuer)) },
      }),
    );
    await accepted(await token({ sub: 'first' }));
  });

  afterAll(() => stack.disposeAsync());

  /** Asks the issuer, as a login does. */
  async function ask(method: string, path: string, body: object = {}): Promise<object> {
    const payload = JSON.stringify(body);
    const headers = { 'content-length': Buffer.byteLength(payload) };
    return new Promise((resolve, reject) => {
      const options = {
        host: '127.0.0.1',
        port: issuer.localPort,
        servername: host,
        ca: issuer.ca,
        method,
        path,
        headers,
      };
      const outgoing = httpsRequest(options, (response) => {
        json(response).then((answer) => resolve(answer as object), reject);
      });
      outgoing.on('error', reject);
      outgoing.end(payload);
    });
  }

  async function token(claims: Claims, lifetime = 600): Promise<string> {
    const answer = await ask('POST', '/token', { claims: { aud: audience, department: 'cloud', ...claims }, lifetime });
    return (answer as { id_token: string }).id_token;
  }

  /** Who the API server takes the bearer for, or the status of its refusal. */
  async function whoAmI(bearer: string): Promise<object | number> {
    using client = await server.client(bearer);
    const { status, body } = await client.request('POST', '/apis/authentication.k8s.io/v1/selfsubjectreviews', {
      body: { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' },
    });
    return status === 201 ? ((body as SelfSubjectReview).status.userInfo ?? {}) : status;
  }

  test('a token names a user, groups and extra by expressions', async () => {
    expect(await whoAmI(await token({ sub: 'jane', groups: ['devs', 'ops'] }))).toMatchObject({
      username: 'oidc:jane',
      groups: ['oidc:devs', 'oidc:ops', 'system:authenticated'],
      extra: { 'example.com/department': ['cloud'] },
    });
  });

  test.each([
    { name: 'that has expired', claims: { sub: 'jane' }, lifetime: -60 },
    { name: 'for another audience', claims: { sub: 'jane', aud: 'another' } },
    { name: 'of another issuer', claims: { sub: 'jane', iss: 'https://elsewhere' } },
    { name: 'that breaks a rule about claims', claims: { sub: 'jane', department: 'moon' } },
    { name: 'of a user that is not allowed', claims: { sub: 'system:admin' } },
  ])('a token $name is refused', async ({ claims, lifetime }) => {
    expect(await whoAmI(await token(claims, lifetime))).toBe(401);
  });

  test('a signature that was tampered with is refused', async () => {
    const [header = '', , signature = ''] = (await token({ sub: 'jane' })).split('.');
    const other = (await token({ sub: 'eve' })).split('.')[1] ?? '';
    expect(await whoAmI(`${header}.${other}.${signature}`)).toBe(401);
  });

  /** A key that was never seen makes the API server look for new ones, but not more often than every few seconds. */
  async function accepted(bearer: string): Promise<object> {
    return waitFor('the token to be accepted', async () => {
      const user = await whoAmI(bearer);
      return typeof user === 'object' ? user : undefined;
    });
  }

  test('a rotation of keys is followed: old tokens hold until their key is withdrawn', async () => {
    const [before, unused] = [await token({ sub: 'before' }), await token({ sub: 'unused' })];
    await ask('POST', '/keys');
    expect(await accepted(await token({ sub: 'after' }))).toMatchObject({ username: 'oidc:after' });
    expect(await whoAmI(before)).toMatchObject({ username: 'oidc:before' });
    await ask('DELETE', '/keys');
    await ask('POST', '/keys');
    expect(await accepted(await token({ sub: 'later' }))).toMatchObject({ username: 'oidc:later' });
    expect(await whoAmI(unused)).toBe(401); // what was accepted is remembered for ten seconds
  });

  test('while the issuer is away, keys that are known go on to hold', async () => {
    const known = await token({ sub: 'known' });
    expect(await accepted(known)).toMatchObject({ username: 'oidc:known' });
    await issuer.kill();
    expect(await whoAmI(known)).toMatchObject({ username: 'oidc:known' });
    await issuer.startAgain();
    // It has other keys now.
    expect(await accepted(await token({ sub: 'back' }))).toMatchObject({ username: 'oidc:back' });
  });
});

function authenticationConfiguration({ url, ca }: WebServerContainer): object {
  return {
    apiVersion: 'apiserver.config.k8s.io/v1',
    kind: 'AuthenticationConfiguration',
    jwt: [
      {
        issuer: { url, certificateAuthority: ca, audiences: [audience] },
        claimValidationRules: [{ expression: 'claims.department != "moon"', message: 'not from there' }],
        claimMappings: {
          username: { expression: '"oidc:" + claims.sub' },
          groups: { claim: 'groups', prefix: 'oidc:' },
          extra: [{ key: 'example.com/department', valueExpression: 'claims.department' }],
        },
        userValidationRules: [
          { expression: '!user.username.startsWith("oidc:system:")', message: 'reserved names are not allowed' },
        ],
      },
    ],
  };
}
