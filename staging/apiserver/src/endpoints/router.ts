import { newGenericServerResponse } from '@kubescript/apimachinery';

import { type EquivalentResourceMapper, newEquivalentResourceMapper } from '../admission/equivalent-resources.ts';
import type { ApiGroupVersion, InstalledResource, Rest } from '../registry/rest.ts';
import type { ServerRequest, ServerResponse } from '../server/http.ts';
import { noteDeprecation } from './deprecation.ts';
import { connectResource } from './handle-connect.ts';
import { createObject } from './handle-create.ts';
import { deleteCollection, deleteObject } from './handle-delete.ts';
import { patchObject } from './handle-patch.ts';
import { getObject, listObjects, watchObjects } from './handle-read.ts';
import { updateObject } from './handle-update.ts';
import { servedKind } from './served-kind.ts';
import type { EndpointDeps, EndpointRequest, ResourceScope } from './scope.ts';

type ResourceHandler = (to: EndpointRequest, scope: ResourceScope, deps: EndpointDeps) => Promise<ServerResponse>;

/** Finds the handler of a resource request; undefined if no such group and version is installed. */
export interface ResourceRouter {
  handle(request: ServerRequest): Promise<ServerResponse> | undefined;
}

/**
 * Routes resource requests to the handlers of what is installed: 404 for resources that are not, 405 for verbs that
 * a resource does not have.
 *
 * @go k8s.io/apiserver/pkg/endpoints#(*APIInstaller).registerResourceHandlers
 */
export function newResourceRouter(groups: readonly ApiGroupVersion[], deps: EndpointDeps): ResourceRouter {
  const installed = new Map<string, Map<string, InstalledResource>>();
  for (const group of groups) {
    const resources = new Map(group.resources.map((resource) => [resource.resource, resource]));
    installed.set(`${group.group}/${group.version}`, resources);
  }
  const equivalentResources = newEquivalentResourceMapper(groups, deps.scheme);
  return {
    handle(request) {
      const { info, user } = request;
      if (!info?.isResourceRequest || !user) return undefined;
      const resources = installed.get(`${info.apiGroup}/${info.apiVersion}`);
      if (!resources || (info.apiGroup === '') !== (info.apiPrefix === 'api')) return undefined;
      return dispatch({ request, info, user }, { resources, equivalentResources }, deps);
    },
  };
}

interface InstalledVersion {
  readonly resources: ReadonlyMap<string, InstalledResource>;
  readonly equivalentResources: EquivalentResourceMapper;
}

/** The storage of a resource or of one of its subresources; undefined if it has no such one. */
function restOf({ rest, subresources }: InstalledResource, subresource: string): InstalledResource['rest'] | undefined {
  if (subresource === '') return rest;
  return Object.hasOwn(subresources, subresource) ? subresources[subresource] : undefined;
}

async function dispatch(
  to: EndpointRequest,
  { resources, equivalentResources }: InstalledVersion,
  deps: EndpointDeps,
): Promise<ServerResponse> {
  const { info, request } = to;
  const resource = resources.get(info.resource);
  const rest = resource && restOf(resource, info.subresource);
  if (!resource || !rest || !isWellFormed(to, resource, rest)) throw newGenericServerResponse({ code: 404, verb: '' });
  const scope: ResourceScope = {
    resource: { group: info.apiGroup, version: info.apiVersion, resource: info.resource },
    subresource: info.subresource,
    namespaced: resource.namespaced,
    kind: servedKind(rest.kind, { group: info.apiGroup, version: info.apiVersion }, deps.scheme),
    rest,
    equivalentResources,
  };
  const handler = handlerFor(to, resource, rest);
  if (!handler) throw newGenericServerResponse({ code: 405, verb: '' });
  if (resource.deprecation !== undefined) noteDeprecation(resource.deprecation, request, deps);
  request.query.delete('_');
  return handler(to, scope, deps);
}

/** A path that names a namespace for a cluster-scoped resource, or goes on where nothing follows, leads nowhere. */
function isWellFormed({ info }: EndpointRequest, resource: InstalledResource, rest: Rest): boolean {
  if (!resource.namespaced && info.namespace !== '' && info.resource !== 'namespaces') return false;
  if (resource.namespaced && info.namespace === '' && info.parts.length > 1) return false;
  return info.parts.length <= 3 || (info.subresource === 'proxy' && rest.connect !== undefined);
}

function handlerFor(
  { info, request }: EndpointRequest,
  resource: InstalledResource,
  rest: Rest,
): ResourceHandler | undefined {
  if (rest.connect) {
    const methods = rest.connectMethods ?? ['GET'];
    return methods.includes(request.method === 'HEAD' ? 'GET' : request.method) ? connectResource : undefined;
  }
  const named = info.parts.length > 1;
  switch (info.verb) {
    case 'get':
      return named && rest.get ? getObject : undefined;
    case 'list':
      return rest.list ? listObjects : undefined;
    case 'watch':
      return rest.watch ? watchObjects : undefined;
    case 'create':
      return rest.create && named === (info.subresource !== '') && hasNamespace(info.namespace, resource)
        ? createObject
        : undefined;
    case 'update':
      return named && rest.update ? updateObject : undefined;
    case 'patch':
      return named && rest.get && rest.update ? patchObject : undefined;
    case 'delete':
      return named && rest.delete ? deleteObject : undefined;
    case 'deletecollection':
      return rest.deleteCollection && hasNamespace(info.namespace, resource) ? deleteCollection : undefined;
    default:
      return undefined;
  }
}

const hasNamespace = (namespace: string, resource: InstalledResource): boolean =>
  !resource.namespaced || namespace !== '';
