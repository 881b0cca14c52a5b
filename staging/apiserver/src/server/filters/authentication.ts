import { StatusError, newUnauthorized } from '@kubescript/apimachinery';

import type { RequestAuthenticator, UserInfo } from '../../authentication/authenticator.ts';
import type { Filter } from '../http.ts';

/** Who a request without credentials comes from. */
export const anonymousUser: UserInfo = { name: 'system:anonymous', groups: ['system:unauthenticated'] };
const authenticatedGroup = 'system:authenticated';

/**
 * Finds out who asks and drops the credentials from what further handlers see; bad credentials, and none where
 * anonymous requests are off, are answered 401.
 *
 * @go k8s.io/apiserver/pkg/endpoints/filters#WithAuthentication
 */
export const withAuthentication =
  (authenticator: RequestAuthenticator, anonymous: boolean): Filter =>
  (next) =>
    async function authenticateRequest(request) {
      const user = await identify(authenticator, request);
      if (user !== undefined) request.user = user;
      else if (anonymous && request.headers['authorization'] === undefined) request.user = anonymousUser;
      else throw newUnauthorized('Unauthorized');
      return next(request);
    };

async function identify(
  authenticator: RequestAuthenticator,
  request: Parameters<RequestAuthenticator['authenticateRequest']>[0],
): Promise<UserInfo | undefined> {
  try {
    const result = await authenticator.authenticateRequest(request);
    return result && withAuthenticatedGroup(result.user);
  } catch (error) {
    if (error instanceof StatusError) throw error;
    throw newUnauthorized('Unauthorized');
  }
}

/** Everybody who showed valid credentials is in system:authenticated. @go authentication/group#AuthenticatedGroupAdder */
export function withAuthenticatedGroup(user: UserInfo): UserInfo {
  if (user.name === anonymousUser.name || user.groups.includes(authenticatedGroup)) return user;
  if (user.groups.includes('system:unauthenticated')) return user;
  return { ...user, groups: [...user.groups, authenticatedGroup] };
}
