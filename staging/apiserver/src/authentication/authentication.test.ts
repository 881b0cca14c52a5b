import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { issueCertificate, newCertificateAuthority } from '@kubescript/component-base';
import { describe, expect, test } from 'vitest';

import type { ServerRequest } from '../server/http.ts';
import { AudienceAgnosticAuthenticator } from './audiences.ts';
import { BearerTokenAuthenticator, WebSocketProtocolAuthenticator } from './bearer-token.ts';
import { RequestHeaderAuthenticator, requestHeaderMatcher, standardRequestHeaders } from './request-header.ts';
import { TokenFileAuthenticator } from './token-file.ts';
import { RequestAuthenticatorUnion } from './union.ts';
import { ClientCertificateVerifier, parseCertificates, userOf, X509Authenticator } from './x509.ts';

type Headers = Record<string, string | readonly string[]>;

function request(headers: Headers, certificates: readonly string[] = []): ServerRequest {
  const distinct = Object.entries(headers).map(([name, value]) => [name, [value].flat()] as const);
  return {
    headers: Object.fromEntries(distinct.map(([name, values]) => [name, values.join(', ')])),
    headersDistinct: Object.fromEntries(distinct),
    warnings: [],
    peer: {
      address: '127.0.0.1',
      certificates: certificates.map((pem) => new Uint8Array(new X509Certificate(pem).raw)),
    },
  } as unknown as ServerRequest;
}

const messageOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'accepted',
    (err: unknown) => (err as Error).message,
  );

describe('client certificates', async () => {
  const authority = await newCertificateAuthority('test');
  const other = await newCertificateAuthority('test');
  const client = await issueCertificate(authority, {
    commonName: 'jane',
    organizations: ['devs', 'ops'],
    usages: ['client'],
  });
  const authenticator = new X509Authenticator(new ClientCertificateVerifier(parseCertificates(authority.cert)));

  test('name the user and the groups', async () => {
    const result = await authenticator.authenticateRequest(request({}, [client.cert]));
    expect(result?.user).toMatchObject({ name: 'jane', groups: ['devs', 'ops'] });
    expect(result?.user.extra?.['authentication.kubernetes.io/credential-id']?.[0]).toMatch(
      /^X509SHA256=[0-9a-f]{64}$/,
    );
    expect(await authenticator.authenticateRequest(request({}))).toBeUndefined();
  });

  test('may name the uid (KEP-5295)', () => {
    const pem = readFileSync(join(import.meta.dirname, 'testdata/uid.crt'), 'utf8');
    expect(userOf(new X509Certificate(pem))).toMatchObject({ name: 'jane', uid: 'uid-1', groups: ['devs', 'ops'] });
    expect(userOf(new X509Certificate(pem), false)).not.toHaveProperty('uid');
  });

  test('of another authority, for servers, or out of date are refused', async () => {
    const foreign = await issueCertificate(other, { commonName: 'jane', usages: ['client'] });
    expect(await messageOf(authenticator.authenticateRequest(request({}, [foreign.cert])))).toMatch(
      /unknown authority/,
    );
    const server = await issueCertificate(authority, { commonName: 'jane', usages: ['server'] });
    expect(await messageOf(authenticator.authenticateRequest(request({}, [server.cert])))).toMatch(
      /incompatible key usage/,
    );
    const clock = { now: () => Date.UTC(2200, 0, 1), sleep: () => Promise.resolve() };
    const late = new X509Authenticator(new ClientCertificateVerifier(parseCertificates(authority.cert), clock));
    expect(await messageOf(late.authenticateRequest(request({}, [client.cert])))).toMatch(/has expired/);
  });

  test('of somebody who is no authority vouch for nobody', async () => {
    const leaf = await issueCertificate({ ...client }, { commonName: 'root', usages: ['client'] });
    const chain = request({}, [leaf.cert, client.cert]);
    expect(await messageOf(authenticator.authenticateRequest(chain))).toMatch(/unknown authority/);
  });

  test('are checked against authorities that change, also after they were accepted', async () => {
    let authorities = parseCertificates(authority.cert);
    const dynamic = new X509Authenticator(new ClientCertificateVerifier(() => authorities));
    expect(await messageOf(dynamic.authenticateRequest(request({}, [client.cert])))).toBe('accepted');
    authorities = parseCertificates(other.cert);
    expect(await messageOf(dynamic.authenticateRequest(request({}, [client.cert])))).toMatch(/unknown authority/);
  });
});

describe('front proxies', async () => {
  const authority = await newCertificateAuthority('proxies');
  const clients = await newCertificateAuthority('clients');
  const proxy = await issueCertificate(authority, { commonName: 'front-proxy', usages: ['client'] });
  const names = { ...standardRequestHeaders, allowedNames: ['front-proxy'] };
  const verifier = new ClientCertificateVerifier(parseCertificates(authority.cert));
  const authenticator = new RequestHeaderAuthenticator(verifier, names);
  const told = {
    'x-remote-user': 'jane',
    'x-remote-uid': 'u1',
    'x-remote-group': ['a, b', 'c', ''],
    'x-remote-extra-acme.com%2fscope': ['x', 'y'],
  };

  test('are believed, with values that hold commas', async () => {
    expect(await authenticator.authenticateRequest(request(told, [proxy.cert]))).toEqual({
      user: { name: 'jane', uid: 'u1', groups: ['a, b', 'c'], extra: { 'acme.com/scope': ['x', 'y'] } },
    });
    expect(await authenticator.authenticateRequest(request({}, [proxy.cert]))).toBeUndefined();
  });

  test('without a certificate, with that of a client, or under another name are not', async () => {
    expect(await authenticator.authenticateRequest(request(told))).toBeUndefined();
    const client = await issueCertificate(clients, { commonName: 'front-proxy', usages: ['client'] });
    expect(await messageOf(authenticator.authenticateRequest(request(told, [client.cert])))).toMatch(/unknown/);
    const other = await issueCertificate(authority, { commonName: 'other', usages: ['client'] });
    expect(await messageOf(authenticator.authenticateRequest(request(told, [other.cert])))).toBe(
      'x509: subject with cn=other is not in the allowed list',
    );
  });

  test('the headers that are theirs are known in any spelling', () => {
    const isOfProxy = requestHeaderMatcher(standardRequestHeaders);
    expect(Object.keys(told).every(isOfProxy)).toBe(true);
    expect(isOfProxy('x-remote')).toBe(false);
  });
});

describe('tokens', () => {
  const file = new TokenFileAuthenticator('# users\nT1,admin,1,"system:masters,ops"\nT2,"a ""b""",2\n');
  const authenticator = new RequestAuthenticatorUnion([
    new BearerTokenAuthenticator(file),
    new WebSocketProtocolAuthenticator(file),
  ]);
  const carrier = `base64url.bearer.authorization.k8s.io.${Buffer.from('T1').toString('base64url')}`;
  const upgrade = (protocols: string): ServerRequest =>
    request({ upgrade: 'websocket', 'sec-websocket-protocol': protocols });

  test.each([
    { header: 'Bearer T1', user: { name: 'admin', uid: '1', groups: ['system:masters', 'ops'] } },
    { header: 'bearer T2', user: { name: 'a "b"', uid: '2', groups: [] } },
  ])('$header', async ({ header, user }) => {
    expect(await authenticator.authenticateRequest(request({ authorization: header }))).toEqual({ user });
  });

  test.each(['Basic X', 'Bearer', 'Bearer ', 'T1'])('%j is no bearer token', async (header) => {
    expect(await authenticator.authenticateRequest(request({ authorization: header }))).toBeUndefined();
  });

  test('an extra space is warned of', async () => {
    const sent = request({ authorization: 'Bearer  T1' });
    expect(await authenticator.authenticateRequest(sent)).toBeUndefined();
    expect(sent.warnings[0]).toMatch(/extra space/);
  });

  test('in a WebSocket subprotocol are taken off the request', async () => {
    const sent = upgrade(`v4.channel.k8s.io, ${carrier}`);
    expect((await authenticator.authenticateRequest(sent))?.user.name).toBe('admin');
    expect(sent.headers['sec-websocket-protocol']).toBe('v4.channel.k8s.io');
  });

  test.each([
    [carrier, 'missing additional subprotocol'],
    [`a, ${carrier}, ${carrier}x`, /^multiple/],
    ['a, base64url.bearer.authorization.k8s.io.+', /encoding$/],
  ])('in a WebSocket that offers %j: %s', async (protocols, message) => {
    expect(await messageOf(authenticator.authenticateRequest(upgrade(protocols)))).toMatch(message);
  });

  test('that nobody knows are refused', async () => {
    const unknown = authenticator.authenticateRequest(request({ authorization: 'Bearer X' }));
    expect(await messageOf(unknown)).toBe('invalid bearer token');
  });

  test('a bad file is refused with its line', () => {
    expect(() => new TokenFileAuthenticator('T1,admin\n', 'tokens.csv')).toThrow(/^tokens.csv:1: /);
  });

  test('without audiences are for this server only', async () => {
    const agnostic = new AudienceAgnosticAuthenticator(file, ['api', 'other']);
    expect((await agnostic.authenticateToken('T1'))?.audiences).toEqual(['api', 'other']);
    expect((await agnostic.authenticateToken('T1', ['api', 'x']))?.audiences).toEqual(['api']);
    expect(await agnostic.authenticateToken('T1', ['x'])).toBeUndefined();
  });
});
