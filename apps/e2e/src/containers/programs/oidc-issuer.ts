// An OpenID Connect issuer, as far as an API server and its users need one, as a program without dependencies:
//   GET  /.well-known/openid-configuration, GET /jwks   what the API server reads
//   POST /token   {"claims": {…}, "lifetime": 600}      a signed ID token, as a login would give it
//   POST /keys    a new signing key; the old ones still verify
//   DELETE /keys  forgets all keys but the newest
// ISSUER_URL is the issuer's name; TLS is from /etc/tls.
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { json } from 'node:stream/consumers';

interface SigningKey {
  readonly id: string;
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

const issuer = process.env['ISSUER_URL'] ?? '';
let made = 0;
let keys: readonly SigningKey[] = [newKey()];

function newKey(): SigningKey {
  made += 1;
  return { id: `key-${made}`, ...generateKeyPairSync('rsa', { modulusLength: 2048 }) };
}

function newestKey(): SigningKey {
  return keys.at(-1) ?? newKey();
}

function discoveryDocument(): object {
  return {
    issuer,
    jwks_uri: `${issuer}/jwks`,
    token_endpoint: `${issuer}/token`,
    response_types_supported: ['id_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  };
}

function keySet(): object {
  return {
    keys: keys.map(({ id, publicKey }) => ({
      ...publicKey.export({ format: 'jwk' }),
      kid: id,
      alg: 'RS256',
      use: 'sig',
    })),
  };
}

interface TokenRequest {
  readonly claims?: Readonly<Record<string, unknown>>;
  /** Seconds. */
  readonly lifetime?: number;
}

function issueToken({ claims = {}, lifetime = 600 }: TokenRequest): object {
  const { id, privateKey } = newestKey();
  const now = Math.floor(Date.now() / 1000);
  const header = { alg: 'RS256', typ: 'JWT', kid: id };
  const payload = { iss: issuer, iat: now, exp: now + lifetime, ...claims };
  const signed = [header, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return { id_token: `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}` };
}

async function answer(request: IncomingMessage): Promise<object | undefined> {
  switch (`${request.method ?? ''} ${request.url ?? ''}`) {
    case 'GET /.well-known/openid-configuration':
      return discoveryDocument();
    case 'GET /jwks':
      return keySet();
    case 'POST /token':
      return issueToken((await json(request)) as TokenRequest);
    case 'POST /keys':
      keys = [...keys, newKey()];
      return keySet();
    case 'DELETE /keys':
      keys = [newestKey()];
      return keySet();
    default:
      return undefined;
  }
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await answer(request);
  response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body ?? { error: 'not_found' }));
}

const server = createServer({ cert: readFileSync('/etc/tls/tls.crt'), key: readFileSync('/etc/tls/tls.key') });
server.on('request', (request, response) => {
  serve(request, response).catch((error: unknown) => response.destroy(error as Error));
});
server.listen(443, () => console.log('ready'));
process.on('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
});
