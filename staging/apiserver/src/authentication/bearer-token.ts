import type { ServerRequest } from '../server/http.ts';
import type { AuthenticationResult, RequestAuthenticator, TokenAuthenticator } from './authenticator.ts';

const WEBSOCKET_PREFIX = 'base64url.bearer.authorization.k8s.io.';

/**
 * Knows clients by the bearer token of their request: in the Authorization header, or, for browsers' WebSockets, in a
 * subprotocol.
 *
 * @go k8s.io/apiserver/pkg/authentication/request/bearertoken#Authenticator
 */
export class BearerTokenAuthenticator implements RequestAuthenticator {
  private readonly tokens: TokenAuthenticator;

  constructor(tokens: TokenAuthenticator) {
    this.tokens = tokens;
  }

  async authenticateRequest(request: ServerRequest): Promise<AuthenticationResult | undefined> {
    const token = tokenOf(request);
    if (token === undefined) return undefined;
    const result = await this.tokens.authenticateToken(token);
    if (result === undefined) throw new Error('invalid bearer token');
    return result;
  }
}

function tokenOf({ headers }: ServerRequest): string | undefined {
  const [scheme = '', token = ''] = (headers['authorization'] ?? '').trim().split(/ +/, 2);
  if (scheme.toLowerCase() === 'bearer' && token !== '') return token;
  const protocols = (headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
  const carrier = protocols.find((name) => name.startsWith(WEBSOCKET_PREFIX));
  if (carrier === undefined) return undefined;
  return Buffer.from(carrier.slice(WEBSOCKET_PREFIX.length), 'base64url').toString();
}
