import { aggregateMessages, newBadRequest, newInternalError } from '@kubescript/apimachinery';
import {
  type AuthenticationResult,
  commonAudiences,
  type Rest,
  type TokenAuthenticator,
  type UserInfo,
  withAuthenticatedGroup,
} from '@kubescript/apiserver';
import type { TokenReview, TokenReviewStatus, UserInfo as ApiUserInfo } from '@kubescript/api/authentication/v1';

import { createOnly } from '../../generic/create-only.ts';

const UNKNOWN_TOKEN = 'invalid bearer token';

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
  const result = await knownOrProblem(authenticator, spec.token, audiences);
  if (typeof result === 'string') return { user: {}, error: result };
  if (audiences.length > 0 && commonAudiences(audiences, result.audiences ?? []).length === 0) {
    throw newInternalError(new Error('internal error validating audience'));
  }
  return {
    authenticated: true,
    user: apiUserInfo(withAuthenticatedGroup(result.user)),
    ...(result.audiences?.length && { audiences: [...result.audiences] }),
  };
}

/** Whose the token is, or what is wrong with it: the server's own loopback token it is not, either. */
async function knownOrProblem(
  authenticator: TokenAuthenticator,
  token: string,
  audiences: readonly string[],
): Promise<AuthenticationResult | string> {
  try {
    return (await authenticator.authenticateToken(token, audiences)) ?? UNKNOWN_TOKEN;
  } catch (err) {
    return aggregateMessages([UNKNOWN_TOKEN, err instanceof Error ? err.message : String(err)]);
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
