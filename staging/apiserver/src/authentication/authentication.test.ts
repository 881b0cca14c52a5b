import { X509Certificate } from 'node:crypto';

import { issueCertificate, newCertificateAuthority } from '@kubescript/component-base';
import { describe, expect, test } from 'vitest';

import type { ServerRequest } from '../server/http.ts';
import { BearerTokenAuthenticator } from './bearer-token.ts';
import { TokenFileAuthenticator } from './token-file.ts';
import { RequestAuthenticatorUnion } from './union.ts';
import { ClientCertificateVerifier, parseCertificates, X509Authenticator } from './x509.ts';

const request = (headers: Record<string, string>, certificates: readonly string[] = []): ServerRequest =>
  ({
    headers,
    peer: {
      address: '127.0.0.1',
      certificates: certificates.map((pem) => new Uint8Array(new X509Certificate(pem).raw)),
    },
  }) as unknown as ServerRequest;
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

  test('of another authority, for servers, or out of date are refused', async () => {
    const foreign = await issueCertificate(other, { commonName: 'jane', usages: ['client'] });
    expect(await messageOf(authenticator.authenticateRequest(request({}, [foreign.cert])))).toMatch(
      /unknown authority/,
    );
    const server = await issueCertificate(authority, { commonName: 'jane', usages: ['server'] });
    expect(await messageOf(authenticator.authenticateRequest(request({}, [server.cert])))).toMatch(
      /not meant for client/,
    );
    const clock = { now: () => Date.UTC(2200, 0, 1), sleep: () => Promise.resolve() };
    const late = new X509Authenticator(new ClientCertificateVerifier(parseCertificates(authority.cert), clock));
    expect(await messageOf(late.authenticateRequest(request({}, [client.cert])))).toMatch(/has expired/);
  });
});

describe('tokens', () => {
  const file = new TokenFileAuthenticator('# users\nT1,admin,1,"system:masters,ops"\nT2,"a ""b""",2\n');
  const authenticator = new RequestAuthenticatorUnion([new BearerTokenAuthenticator(file)]);

  test.each([
    { header: 'Bearer T1', user: { name: 'admin', uid: '1', groups: ['system:masters', 'ops'] } },
    { header: 'bearer  T2', user: { name: 'a "b"', uid: '2', groups: [] } },
  ])('$header', async ({ header, user }) => {
    expect(await authenticator.authenticateRequest(request({ authorization: header }))).toEqual({ user });
  });

  test('in a WebSocket subprotocol', async () => {
    const protocol = `v4.channel.k8s.io, base64url.bearer.authorization.k8s.io.${Buffer.from('T1').toString('base64url')}`;
    const result = await authenticator.authenticateRequest(request({ 'sec-websocket-protocol': protocol }));
    expect(result?.user.name).toBe('admin');
  });

  test('that nobody knows are refused, requests without any are not', async () => {
    const unknown = authenticator.authenticateRequest(request({ authorization: 'Bearer X' }));
    expect(await messageOf(unknown)).toBe('invalid bearer token');
    expect(await authenticator.authenticateRequest(request({ authorization: 'Basic X' }))).toBeUndefined();
  });

  test('a bad file is refused with its line', () => {
    expect(() => new TokenFileAuthenticator('T1,admin\n', 'tokens.csv')).toThrow(/^tokens.csv:1: /);
  });
});
