import type { TokenReview } from '@kubescript/api/authentication/v1';

import type { ReviewClient } from '../util/webhook/review-client.ts';
import { commonAudiences } from './audiences.ts';
import type { AuthenticationResult, TokenAuthenticator } from './authenticator.ts';

/** Which version of TokenReview is sent, and what tokens of which the service says no audience are for. */
export interface WebhookTokenOptions {
  readonly version: 'v1' | 'v1beta1';
  readonly implicitAudiences: readonly string[];
}

/**
 * Asks a service outside whose a token is. It is to be wrapped by a cache.
 *
 * @go k8s.io/apiserver/plugin/pkg/authenticator/token/webhook#WebhookTokenAuthenticator
 */
export class WebhookTokenAuthenticator implements TokenAuthenticator {
  private readonly client: Pick<ReviewClient, 'post'>;
  private readonly options: WebhookTokenOptions;

  constructor(client: Pick<ReviewClient, 'post'>, options: WebhookTokenOptions) {
    this.client = client;
    this.options = options;
  }

  async authenticateToken(
    token: string,
    wanted: readonly string[] = this.options.implicitAudiences,
  ): Promise<AuthenticationResult | undefined> {
    const { status } = await this.client.post<Partial<TokenReview>>({
      kind: 'TokenReview',
      apiVersion: `authentication.k8s.io/${this.options.version}`,
      metadata: {},
      spec: { token, ...(wanted.length > 0 && { audiences: [...wanted] }) },
      status: { user: {} },
    });
    // Without audiences the service does not know of them: the token is for this server.
    const named = status?.audiences ?? [];
    const audiences = commonAudiences(wanted, named.length > 0 ? named : this.options.implicitAudiences);
    if (audiences.length === 0 && wanted.length > 0) return undefined;
    if (status?.authenticated !== true) {
      if ((status?.error ?? '') !== '') throw new Error(status?.error);
      return undefined;
    }
    const { username = '', uid = '', groups = [], extra } = status.user ?? {};
    const user = { name: username, groups: groups ?? [], ...(uid !== '' && { uid }), ...(extra && { extra }) };
    return { user, audiences };
  }
}
