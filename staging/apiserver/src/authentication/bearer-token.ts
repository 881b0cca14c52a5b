import { headerValue, headerValues, setHeader } from '../server/header-values.ts';
import type { ServerRequest } from '../server/http.ts';
import type { AuthenticationResult, RequestAuthenticator, TokenAuthenticator } from './authenticator.ts';

const WEBSOCKET_PREFIX = 'base64url.bearer.authorization.k8s.io.';
const PROTOCOL_HEADER = 'sec-websocket-protocol';
const EXTRA_SPACE = 'the provided Authorization header contains extra space before the bearer token, and is ignored';

/**
 * Knows clients by the bearer token of their Authorization header.
 *
 * @go k8s.io/apiserver/pkg/authentication/request/bearertoken#Authenticator
 */
export class BearerTokenAuthenticator implements RequestAuthenticator {
  private readonly tokens: TokenAuthenticator;

  constructor(tokens: TokenAuthenticator) {
    this.tokens = tokens;
  }

  async authenticateRequest(request: ServerRequest): Promise<AuthenticationResult | undefined> {
    const [scheme = '', token = '', rest = ''] = headerValue(request, 'authorization').trim().split(' ');
    if (scheme.toLowerCase() !== 'bearer') return undefined;
    if (token === '') {
      if (rest.trim() !== '') request.warnings.push(EXTRA_SPACE);
      return undefined;
    }
    return known(await this.tokens.authenticateToken(token));
  }
}

/**
 * Knows browsers, which cannot set headers, by a token in a subprotocol of their WebSocket. The request must offer
 * another subprotocol too, so that the token is never the one that is echoed.
 *
 * @go k8s.io/apiserver/pkg/authentication/request/websocket#ProtocolAuthenticator
 */
export class WebSocketProtocolAuthenticator implements RequestAuthenticator {
  private readonly tokens: TokenAuthenticator;

  constructor(tokens: TokenAuthenticator) {
    this.tokens = tokens;
  }

  async authenticateRequest(request: ServerRequest): Promise<AuthenticationResult | undefined> {
    if (headerValue(request, 'upgrade').toLowerCase() !== 'websocket') return undefined;
    const offered = headerValues(request, PROTOCOL_HEADER).flatMap((value) =>
      value.split(',').map((name) => name.trim()),
    );
    const carriers = offered.filter((name) => name.startsWith(WEBSOCKET_PREFIX));
    if (carriers.length === 0) return undefined;
    const others = offered.filter((name) => name !== '' && !name.startsWith(WEBSOCKET_PREFIX));
    const result = known(await this.tokens.authenticateToken(tokenOf(carriers, others)));
    // Neither the answer nor a backend that the connection is passed on to may learn the token.
    setHeader(request, PROTOCOL_HEADER, others.join(', '));
    return result;
  }
}

function tokenOf(carriers: readonly string[], others: readonly string[]): string {
  if (carriers.length > 1) throw new Error('multiple base64.bearer.authorization tokens specified');
  const encoded = carriers[0]?.slice(WEBSOCKET_PREFIX.length) ?? '';
  if (!/^[A-Za-z0-9_-]+$/.test(encoded)) throw new Error('invalid base64.bearer.authorization token encoding');
  if (others.length === 0) throw new Error('missing additional subprotocol');
  return Buffer.from(encoded, 'base64url').toString();
}

function known(result: AuthenticationResult | undefined): AuthenticationResult {
  if (result === undefined) throw new Error('invalid bearer token');
  return result;
}
