import { newBadRequest } from '@kubescript/apimachinery';
import type { Rest, TokenAuthenticator, UserInfo } from '@kubescript/apiserver';
import type { TokenReview, TokenReviewStatus, UserInfo as ApiUserInfo } from '@kubescript/api/authentication/v1';

import { createOnly } from '../../generic/create-only.ts';

/**
 * TokenReviews: whose is this token?
 *
 * @go k8s.io/kubernetes/pkg/registry/authentication/tokenreview#REST
 */
export function tokenReviewRest(authenticator: TokenAuthenticator | undefined, apiAudiences: readonly string[]): Rest {
  return createOnly<TokenReview>(
    { group: 'authentication.k8s.io', version: 'v1', kind: 'TokenReview' },
    async (review) => {
      if (review.spec.token === '') {
        throw newBadRequest('token is required for TokenReview in authentication');
      }
      return { ...review, status: await reviewToken(review, authenticator, apiAudiences) };
    },
  );
}

async function reviewToken(
  { spec }: TokenReview,
  authenticator: TokenAuthenticator | undefined,
  apiAudiences: readonly string[],
): Promise<TokenReviewStatus> {
  if (!authenticator) return { user: {} };
  const audiences = spec.audiences?.length ? spec.audiences : apiAudiences;
  try {
    const result = await authenticator.authenticateToken(spec.token, audiences);
    if (!result) return { user: {}, error: 'invalid bearer token' };
    const shared = (result.audiences ?? audiences).filter((audience) => audiences.includes(audience));
    return {
      authenticated: true,
      user: apiUserInfo(result.user),
      ...(spec.audiences?.length && { audiences: shared }),
    };
  } catch (err) {
    return { user: {}, error: err instanceof Error ? err.message : String(err) };
  }
}

/** A user as the API shows it. */
export function apiUserInfo(user: UserInfo): ApiUserInfo {
  const extra = Object.entries(user.extra ?? {});
  return {
    ...(user.name !== '' && { username: user.name }),
    ...(user.uid !== undefined && user.uid !== '' && { uid: user.uid }),
    ...(user.groups.length > 0 && { groups: [...user.groups] }),
    ...(extra.length > 0 && { extra: Object.fromEntries(extra.map(([key, values]) => [key, [...values]])) }),
  };
}
