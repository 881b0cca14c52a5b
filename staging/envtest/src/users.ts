import { randomBytes } from 'node:crypto';

import type { AuthenticationResult, TokenAuthenticator, UserInfo } from '@kubescript/apiserver';

/** The users that a test made, by their tokens. */
export class Users implements TokenAuthenticator {
  readonly #byToken = new Map<string, UserInfo>();

  /** Makes a token for a user. */
  add(user: UserInfo): string {
    const token = randomBytes(24).toString('base64url');
    this.#byToken.set(token, user);
    return token;
  }

  authenticateToken(token: string): Promise<AuthenticationResult | undefined> {
    const user = this.#byToken.get(token);
    return Promise.resolve(user === undefined ? undefined : { user });
  }
}
