import { aggregateMessages } from '@kubescript/apimachinery';

import type { ServerRequest } from '../server/http.ts';
import type { AuthenticationResult, RequestAuthenticator, TokenAuthenticator } from './authenticator.ts';

/** Some authenticators knew the credentials and found them bad, and none found them good. */
function rejection(errors: readonly Error[]): Error {
  const [first] = errors;
  if (errors.length === 1 && first !== undefined) return first;
  return new AggregateError(errors, aggregateMessages(errors.map((error) => error.message)));
}

async function firstResult(
  attempts: Iterable<() => Promise<AuthenticationResult | undefined>>,
): Promise<AuthenticationResult | undefined> {
  const errors: Error[] = [];
  for (const attempt of attempts) {
    try {
      const result = await attempt();
      if (result !== undefined) return result;
    } catch (err) {
      errors.push(err as Error);
    }
  }
  if (errors.length > 0) throw rejection(errors);
  return undefined;
}

/**
 * Asks one authenticator after the other; the first that knows the sender decides. What one of them refuses another may
 * still accept.
 *
 * @go k8s.io/apiserver/pkg/authentication/request/union#unionAuthRequestHandler
 */
export class RequestAuthenticatorUnion implements RequestAuthenticator {
  private readonly authenticators: readonly RequestAuthenticator[];

  constructor(authenticators: readonly RequestAuthenticator[]) {
    this.authenticators = authenticators;
  }

  authenticateRequest(request: ServerRequest): Promise<AuthenticationResult | undefined> {
    return firstResult(this.authenticators.map((authenticator) => () => authenticator.authenticateRequest(request)));
  }
}

/**
 * The same for tokens.
 *
 * @go k8s.io/apiserver/pkg/authentication/token/union#unionAuthTokenHandler
 */
export class TokenAuthenticatorUnion implements TokenAuthenticator {
  private readonly authenticators: readonly TokenAuthenticator[];

  constructor(authenticators: readonly TokenAuthenticator[]) {
    this.authenticators = authenticators;
  }

  authenticateToken(token: string, audiences?: readonly string[]): Promise<AuthenticationResult | undefined> {
    return firstResult(
      this.authenticators.map((authenticator) => () => authenticator.authenticateToken(token, audiences)),
    );
  }
}
