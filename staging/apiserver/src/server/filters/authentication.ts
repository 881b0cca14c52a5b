import { type Clock, newUnauthorized, realClock } from '@kubescript/apimachinery';

import { type AnonymousAuthConfig, allowsAnonymous, anonymousUser } from '../../authentication/anonymous.ts';
import type { AuthenticationResult, RequestAuthenticator, UserInfo } from '../../authentication/authenticator.ts';
import type { AuthenticationMetrics, AuthenticationOutcome } from '../../authentication/metrics.ts';
import {
  type RequestHeaderNames,
  requestHeaderMatcher,
  standardRequestHeaders,
} from '../../authentication/request-header.ts';
import { clearHeaders } from '../header-values.ts';
import { traced } from '../../tracing/span.ts';
import type { Filter, ServerRequest } from '../http.ts';

const authenticatedGroup = 'system:authenticated';

/** How requests are authenticated. */
export interface AuthenticationFilterOptions {
  readonly authenticator: RequestAuthenticator;
  /** Whether requests without credentials become system:anonymous. */
  readonly anonymous: boolean | AnonymousAuthConfig;
  /** Further headers of front proxies than the standard ones. */
  readonly requestHeaders?: RequestHeaderNames;
  readonly metrics?: AuthenticationMetrics;
  readonly clock?: Clock;
}

/**
 * Finds out who asks and drops the credentials from what further handlers see; bad credentials, and none where
 * anonymous requests are off, are answered 401.
 *
 * @go k8s.io/apiserver/pkg/endpoints/filters#WithAuthentication
 */
export const withAuthentication =
  (options: AuthenticationFilterOptions): Filter =>
  (next) => {
    const { requestHeaders } = options;
    const isOfProxy = requestHeaderMatcher(standardRequestHeaders, ...(requestHeaders ? [requestHeaders] : []));
    const isCredential = (name: string): boolean => name === 'authorization' || isOfProxy(name);
    return async function authenticateRequest(request) {
      const { user, warnings = [], auditAnnotations } = await identify(options, request);
      request.user = withAuthenticatedGroup(user);
      if (warnings.length > 0) request.warnings.push(...warnings);
      for (const [key, value] of Object.entries(auditAnnotations ?? {})) request.audit?.annotate(key, value);
      clearHeaders(request, isCredential);
      return next(request);
    };
  };

async function identify(
  { authenticator, anonymous, metrics, clock = realClock }: AuthenticationFilterOptions,
  request: ServerRequest,
): Promise<AuthenticationResult> {
  const start = clock.now();
  const record = (outcome: AuthenticationOutcome, name?: string): void => {
    metrics?.onAuthentication(outcome, clock.now() - start, name);
  };
  let result: AuthenticationResult | undefined;
  try {
    result = await traced('authentication', () => authenticator.authenticateRequest(request));
  } catch {
    record('error');
    // Whoever tries credentials does not learn what is wrong with them.
    throw newUnauthorized('Unauthorized');
  }
  if (result === undefined && allowsAnonymous(anonymous, request.path)) result = { user: anonymousUser };
  record(result === undefined ? 'failure' : 'success', result?.user.name);
  if (result === undefined) throw newUnauthorized('Unauthorized');
  return result;
}

/** Everybody who showed valid credentials is in system:authenticated. @go authentication/group#AuthenticatedGroupAdder */
export function withAuthenticatedGroup(user: UserInfo): UserInfo {
  if (user.name === anonymousUser.name || user.groups.includes(authenticatedGroup)) return user;
  if (user.groups.includes('system:unauthenticated')) return user;
  return { ...user, groups: [...user.groups, authenticatedGroup] };
}
