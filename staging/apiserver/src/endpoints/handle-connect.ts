import { newMethodNotSupported } from '@kubescript/apimachinery';

import type { ServerResponse } from '../server/http.ts';
import { admissionAttributes } from './admission-attributes.ts';
import { connectOptions } from './connect-options.ts';
import { type EndpointDeps, type EndpointRequest, type ResourceScope, contextOf } from './scope.ts';

/**
 * Hands a request to a subresource that answers by itself (log, exec, attach, port-forward, proxy), after admission.
 *
 * @go k8s.io/apiserver/pkg/endpoints/handlers#ConnectResource
 */
export async function connectResource(
  to: EndpointRequest,
  scope: ResourceScope,
  deps: EndpointDeps,
): Promise<ServerResponse> {
  const { request, info } = to;
  if (!scope.rest.connect) throw newMethodNotSupported(scope.resource, 'connect');
  const options = connectOptions(scope.kind, request.query);
  if (options && deps.admission.handles('CONNECT')) {
    const attributes = admissionAttributes(
      { to, scope, deps },
      {
        operation: 'CONNECT',
        name: info.name,
        object: options,
        oldObject: undefined,
        options: undefined,
        dryRun: false,
      },
    );
    await deps.admission.admit(attributes);
    await deps.admission.validate(attributes);
  }
  return scope.rest.connect(info.name, connectPath(to), request, contextOf(to, scope));
}

/** What follows `…/proxy` in the path, not decoded; '' where nothing does, '/' for a slash alone. */
function connectPath({ request, info }: EndpointRequest): string {
  const marker = `/${info.name}/${info.subresource}`;
  const at = request.path.indexOf(marker);
  return at < 0 ? '' : request.path.slice(at + marker.length);
}
