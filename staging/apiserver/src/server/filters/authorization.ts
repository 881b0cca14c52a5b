import { type Clock, newInternalError, realClock } from '@kubescript/apimachinery';

import type { Authorizer, AuthorizerAttributes, AuthorizerDecision } from '../../authorization/authorizer.ts';
import type { AuthorizationMetrics } from '../../authorization/metrics.ts';
import { forbiddenError } from '../../endpoints/forbidden.ts';
import type { Filter, ServerRequest, ServerResponse } from '../http.ts';
import { textResponse } from '../plain-response.ts';

/** How requests are authorized. */
export interface AuthorizationFilterOptions {
  readonly authorizer: Authorizer;
  /** Paths that need no authorization; a star at the end covers whatever begins so. */
  readonly alwaysAllowPaths: readonly string[];
  readonly metrics?: AuthorizationMetrics;
  readonly clock?: Clock;
}

/** Audit annotations of what was decided and why. */
const decisionKey = 'authorization.k8s.io/decision';
const reasonKey = 'authorization.k8s.io/reason';

/**
 * Lets a request through that the authorizer allows; 403 with its reason otherwise, or 500 if it could not tell.
 *
 * @go k8s.io/apiserver/pkg/endpoints/filters#WithAuthorization
 */
export const withAuthorization =
  (options: AuthorizationFilterOptions): Filter =>
  (next) =>
    async function authorizeRequest(request) {
      if (isAlwaysAllowed(options.alwaysAllowPaths, request)) return next(request);
      const attributes = attributesOf(request);
      const { decision, reason, error = '' } = await decide(options, attributes);
      request.audit?.annotate(decisionKey, decision === 'allow' ? 'allow' : 'forbid');
      request.audit?.annotate(reasonKey, decision === 'allow' || error === '' ? reason : error);
      if (decision === 'allow') return next(request);
      if (error !== '') return internalError(request, error);
      throw forbiddenError(attributes, reason);
    };

async function decide(
  { authorizer, metrics, clock = realClock }: AuthorizationFilterOptions,
  attributes: AuthorizerAttributes,
): Promise<AuthorizerDecision> {
  const start = clock.now();
  const decision = await authorizer.authorize(attributes);
  metrics?.onAuthorization(decision, clock.now() - start);
  return decision;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** @go k8s.io/apiserver/pkg/endpoints/handlers/responsewriters#InternalError */
function internalError(request: ServerRequest, error: string): ServerResponse {
  const text = `Internal Server Error: ${JSON.stringify(request.url)}: ${error}`;
  return textResponse(500, `${text.replace(/[&<>]/g, (sign) => entities[sign] ?? sign)}\n`);
}

/** What the authorizer is asked about a request. @go k8s.io/apiserver/pkg/endpoints/filters#GetAuthorizerAttributes */
export function attributesOf(request: ServerRequest, user = request.user): AuthorizerAttributes {
  const { info } = request;
  if (!info || !user) throw newInternalError(new Error('no user or request info was found for the request'));
  return {
    user,
    verb: info.verb,
    isResourceRequest: info.isResourceRequest,
    namespace: info.namespace,
    resource: info.resource,
    subresource: info.subresource,
    name: info.name,
    apiGroup: info.apiGroup,
    apiVersion: info.apiVersion,
    path: request.path,
    labelSelector: info.labelSelector,
    fieldSelector: info.fieldSelector,
  };
}

/** @go k8s.io/apiserver/pkg/authorization/path#NewAuthorizer */
function isAlwaysAllowed(paths: readonly string[], request: ServerRequest): boolean {
  if (request.info?.isResourceRequest !== false) return false;
  const path = request.path.replace(/^\/+/, '');
  return paths.some((pattern) => {
    const allowed = pattern.replace(/^\/+/, '');
    return allowed.endsWith('*') ? path.startsWith(allowed.slice(0, -1)) : path === allowed;
  });
}
