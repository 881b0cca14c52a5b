import { newInternalError } from '@kubescript/apimachinery';

import { forbiddenError } from '../../endpoints/forbidden.ts';
import type { Authorizer, AuthorizerAttributes } from '../../authorization/authorizer.ts';
import type { Filter, ServerRequest } from '../http.ts';

/** Audit annotations of what was decided and why. */
const decisionKey = 'authorization.k8s.io/decision';
const reasonKey = 'authorization.k8s.io/reason';

/**
 * Lets a request through that the authorizer allows; 403 with its reason otherwise.
 *
 * @go k8s.io/apiserver/pkg/endpoints/filters#WithAuthorization
 */
export const withAuthorization =
  (authorizer: Authorizer, alwaysAllowPaths: readonly string[]): Filter =>
  (next) =>
    async function authorizeRequest(request) {
      if (isAlwaysAllowed(alwaysAllowPaths, request)) return next(request);
      const attributes = attributesOf(request);
      const { decision, reason } = await authorizer.authorize(attributes);
      request.audit?.annotate(decisionKey, decision === 'allow' ? 'allow' : 'forbid');
      request.audit?.annotate(reasonKey, reason);
      if (decision !== 'allow') throw forbiddenError(attributes, reason);
      return next(request);
    };

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

function isAlwaysAllowed(paths: readonly string[], request: ServerRequest): boolean {
  if (request.info?.isResourceRequest) return false;
  return paths.some((allowed) =>
    allowed.endsWith('/*') ? request.path.startsWith(allowed.slice(0, -1)) : request.path === allowed,
  );
}
