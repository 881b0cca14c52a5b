import { type StatusError, newForbidden } from '@kubescript/apimachinery';

import type { AuthorizerAttributes } from '../authorization/authorizer.ts';

/**
 * The 403 of a request that no authorizer allowed, in the reference's words, with the authorizer's reason.
 *
 * @go k8s.io/apiserver/pkg/endpoints/handlers/responsewriters#ForbiddenStatusError
 */
export function forbiddenError(attributes: AuthorizerAttributes, reason: string): StatusError {
  const message = reason === '' ? sentence(attributes) : `${sentence(attributes)}: ${reason}`;
  return newForbidden({ group: attributes.apiGroup, resource: attributes.resource }, attributes.name, message);
}

function sentence(attributes: AuthorizerAttributes): string {
  const user = JSON.stringify(attributes.user.name);
  if (!attributes.isResourceRequest)
    return `User ${user} cannot ${attributes.verb} path ${JSON.stringify(attributes.path)}`;
  const resource =
    attributes.subresource === '' ? attributes.resource : `${attributes.resource}/${attributes.subresource}`;
  const where =
    attributes.namespace === '' ? 'at the cluster scope' : `in the namespace ${JSON.stringify(attributes.namespace)}`;
  return `User ${user} cannot ${attributes.verb} resource "${resource}" in API group "${attributes.apiGroup}" ${where}`;
}
