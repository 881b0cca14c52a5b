import type { AuthenticationResult, TokenAuthenticator } from './authenticator.ts';

/**
 * The audiences that are in both lists, in the order of the first.
 *
 * @go k8s.io/apiserver/pkg/authentication/authenticator#Audiences.Intersect
 */
export function commonAudiences(one: readonly string[], other: readonly string[]): readonly string[] {
  return one.filter((audience) => other.includes(audience));
}

/**
 * Lets tokens that name no audience count as tokens for this server: they are refused to whoever asks for another.
 *
 * @go k8s.io/apiserver/pkg/authentication/authenticator#WrapAudienceAgnosticToken
 */
export class AudienceAgnosticAuthenticator implements TokenAuthenticator {
  private readonly inner: TokenAuthenticator;
  private readonly implicit: readonly string[];

  constructor(inner: TokenAuthenticator, implicitAudiences: readonly string[]) {
    this.inner = inner;
    this.implicit = implicitAudiences;
  }

  async authenticateToken(token: string, wanted = this.implicit): Promise<AuthenticationResult | undefined> {
    const audiences = commonAudiences(this.implicit, wanted);
    if (audiences.length === 0 && wanted.length > 0) return undefined;
    const result = await this.inner.authenticateToken(token);
    return result && { ...result, audiences };
  }
}
