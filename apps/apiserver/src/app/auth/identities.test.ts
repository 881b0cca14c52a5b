import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { issueCertificate, type KeyPair, newCertificateAuthority } from '@kubescript/component-base';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { startTestServer, type TestServer } from '../../testing/index.ts';
import { send, whoAmI } from './testing/send.ts';

let directory: string;
let server: TestServer;
let clients: KeyPair;
let proxies: KeyPair;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'kubescript-identities-'));
  clients = await newCertificateAuthority('clients');
  proxies = await newCertificateAuthority('proxies');
  await writeFile(join(directory, 'clients.crt'), clients.cert);
  await writeFile(join(directory, 'proxies.crt'), proxies.cert);
  server = await startTestServer({
    authentication: { clientCaFile: join(directory, 'clients.crt') },
    serviceAccount: {
      serviceAccountIssuer: ['https://issuer.example.com', 'https://kubernetes.default.svc'],
      serviceAccountJwksUri: 'https://keys.example.com/jwks',
      serviceAccountMaxTokenExpiration: 2 * 3600 * 1000,
    },
    requestHeader: {
      requestheaderClientCaFile: join(directory, 'proxies.crt'),
      requestheaderAllowedNames: ['front'],
      requestheaderUsernameHeaders: ['X-Remote-User'],
      requestheaderUidHeaders: ['X-Remote-Uid'],
      requestheaderGroupHeaders: ['X-Remote-Group'],
      requestheaderExtraHeadersPrefix: ['X-Remote-Extra-'],
    },
  });
}, 30_000);
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await rm(directory, { recursive: true });
});

const clientOf = (authority: KeyPair, commonName: string, ...organizations: string[]): Promise<KeyPair> =>
  issueCertificate(authority, { commonName, organizations, usages: ['client'] });

describe('front proxies', () => {
  const headers = {
    'X-Remote-User': 'jane',
    'X-Remote-Uid': 'u1',
    'X-Remote-Group': ['a, b', 'c'],
    'X-Remote-Extra-acme.com%2Fscope': 'x',
  };

  test('are believed', async () => {
    const certificate = await clientOf(proxies, 'front');
    expect(await whoAmI(server.url, { certificate, headers })).toEqual({
      username: 'jane',
      uid: 'u1',
      groups: ['a, b', 'c', 'system:authenticated'],
      extra: { 'acme.com/scope': ['x'] },
    });
  });

  test('whoever is none and tells identities stays who they are', async () => {
    const attack = { ...headers, 'X-Remote-User': 'root', 'X-Remote-Group': 'system:masters' };
    expect(await whoAmI(server.url, { headers: attack })).toBe(403);
    expect(await whoAmI(server.url, { headers: attack, token: server.token })).toMatchObject({ username: 'admin' });
    const certificate = await clientOf(clients, 'front', 'devs');
    expect(await whoAmI(server.url, { headers: attack, certificate })).toMatchObject({
      username: 'front',
      groups: ['devs', 'system:authenticated'],
    });
    const other = await clientOf(proxies, 'other');
    expect(await whoAmI(server.url, { headers: attack, certificate: other })).toBe(401);
    const forged = await clientOf(await newCertificateAuthority('proxies'), 'front');
    expect(await whoAmI(server.url, { headers: attack, certificate: forged })).toBe(401);
  });
});

test('impersonated groups may hold commas', async () => {
  const headers = { 'Impersonate-User': 'jane', 'Impersonate-Group': ['a, b', 'c'] };
  expect(await whoAmI(server.url, { token: server.token, headers })).toEqual({
    username: 'jane',
    groups: ['a, b', 'c', 'system:authenticated'],
  });
});

describe('service account tokens', () => {
  const account = '/api/v1/namespaces/default/serviceaccounts';
  const request = async (spec: object): Promise<{ token: string; headers: unknown; spec: unknown }> => {
    const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec };
    const answer = await send(`${server.url}${account}/x/token`, { method: 'POST', token: server.token, body });
    const made = answer.json as { readonly status: { readonly token: string }; readonly spec: unknown };
    return { token: made.status.token, headers: answer.headers['warning'], spec: made.spec };
  };
  const claimsOf = (token: string): Readonly<Record<string, unknown>> =>
    JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;

  beforeAll(async () => {
    await send(server.url + account, { method: 'POST', token: server.token, body: { metadata: { name: 'x' } } });
  });

  test('are for the first issuer by default, and live no longer than they may', async () => {
    const { token, headers, spec } = await request({ expirationSeconds: 86_400 });
    expect(headers).toBe('299 - "requested expiration of 86400 seconds shortened to 7200 seconds"');
    expect(spec).toMatchObject({ expirationSeconds: 7200, audiences: ['https://issuer.example.com'] });
    expect(claimsOf(token)).toMatchObject({ iss: 'https://issuer.example.com', aud: ['https://issuer.example.com'] });
    expect(await whoAmI(server.url, { token })).toMatchObject({ username: 'system:serviceaccount:default:x' });
  });

  test('end with the secret that they are bound to', async () => {
    const secrets = `${server.url}/api/v1/namespaces/default/secrets`;
    await send(secrets, { method: 'POST', token: server.token, body: { metadata: { name: 's' } } });
    const { token } = await request({ boundObjectRef: { apiVersion: 'v1', kind: 'Secret', name: 's' } });
    expect(await whoAmI(server.url, { token })).toMatchObject({ username: 'system:serviceaccount:default:x' });
    await send(`${secrets}/s`, { method: 'DELETE', token: server.token });
    expect(await whoAmI(server.url, { token })).toBe(401);
    const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenReview', spec: { token } };
    const reviews = `${server.url}/apis/authentication.k8s.io/v1/tokenreviews`;
    const review = await send(reviews, { method: 'POST', token: server.token, body });
    expect(review.json).toMatchObject({
      status: { error: '[invalid bearer token, service account token has been invalidated]', user: {} },
    });
  });

  test('can be verified by others', async () => {
    const discovery = await send(`${server.url}/.well-known/openid-configuration`, { token: server.token });
    expect(discovery.headers).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'public, max-age=3600',
    });
    expect(discovery.json).toMatchObject({
      issuer: 'https://issuer.example.com',
      jwks_uri: 'https://keys.example.com/jwks',
    });
    const keys = await send(`${server.url}/openid/v1/jwks`, { token: server.token });
    expect(keys.headers['content-type']).toBe('application/jwk-set+json');
    expect(Object.keys((keys.json as { keys: object[] }).keys[0] ?? {})).toEqual([
      ...['use', 'kty', 'kid', 'crv', 'alg', 'x', 'y'],
    ]);
    expect((await send(`${server.url}/openid/v1/jwks`)).status).toBe(403);
  });
});

describe('paths', () => {
  test.each([
    '//api/v1/secrets',
    '/%61pi/v1/secrets',
    '/api/v1/namespaces/kube-system%2fsecrets',
    '/api/v1/namespaces/default/configmaps/..%2f..%2fkube-system%2fsecrets',
    '/api/v1/namespaces/default/../kube-system/secrets',
    '/healthz/../api/v1/secrets',
    '/healthz%2f..%2fapi/v1/secrets',
    '/livez/%2e%2e/metrics',
    '/api/v1/namespaces/default/configmaps/%00',
  ])('%s leads nobody past the authorizer', async (path) => {
    const headers = { 'Impersonate-User': 'jane' };
    expect((await send(server.url + path, { token: server.token, headers })).status).toBe(403);
    const status = (await send(server.url + path)).status;
    expect(status).toBe(403);
  });
});

test('other authorities hold as soon as the file names them, and former ones no more', async () => {
  const certificate = await clientOf(clients, 'jane');
  expect(await whoAmI(server.url, { certificate })).toMatchObject({ username: 'jane' });
  const next = await newCertificateAuthority('next clients');
  await writeFile(join(directory, 'clients.crt'), next.cert);
  const renewed = await clientOf(next, 'jane');
  await expect
    .poll(() => whoAmI(server.url, { certificate: renewed }), { timeout: 5000, interval: 200 })
    .toMatchObject({ username: 'jane' });
  expect(await whoAmI(server.url, { certificate })).toBe(401);
  await writeFile(join(directory, 'clients.crt'), 'no certificate');
  await new Promise((resolve) => setTimeout(resolve, 1300));
  expect(await whoAmI(server.url, { certificate: renewed })).toMatchObject({ username: 'jane' });
}, 20_000);
