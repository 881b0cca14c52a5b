import type { GroupVersionKind, Scheme } from '@kubescript/apimachinery';

import { servedKind } from '../endpoints/served-kind.ts';
import type { ApiGroupVersion, InstalledResource, Rest } from '../registry/rest.ts';

/** One operation of the API, as documents describe it. */
export interface ApiOperation {
  readonly path: string;
  readonly method: 'get' | 'put' | 'post' | 'delete' | 'patch';
  readonly action: string;
  readonly id: string;
  readonly kind: GroupVersionKind;
  /** Names of the parameters in the path. */
  readonly pathParameters: readonly string[];
  readonly queryParameters: readonly string[];
  /** Kind of the request's body, if it has one. */
  readonly body?: 'object' | 'patch' | 'deleteOptions';
  /** What comes back: an object, a list of them, a Status, or text. */
  readonly answer: 'object' | 'list' | 'status' | 'text';
}

const listParameters = [
  'allowWatchBookmarks',
  'continue',
  'fieldSelector',
  'labelSelector',
  'limit',
  'resourceVersion',
  'resourceVersionMatch',
  'sendInitialEvents',
  'timeoutSeconds',
  'watch',
];
const writeParameters = ['dryRun', 'fieldManager', 'fieldValidation'];
const deleteParameters = ['dryRun', 'gracePeriodSeconds', 'orphanDependents', 'propagationPolicy'];

/** The operations on everything that a group and version installs. */
export function operationsOf(group: ApiGroupVersion, scheme: Scheme): ApiOperation[] {
  return group.resources.flatMap((resource) => [
    ...resourceOperations(resource, group, scheme),
    ...Object.entries(resource.subresources).flatMap(([name, rest]) =>
      subresourceOperations(resource, name, rest, group, scheme),
    ),
  ]);
}

/** `/api/v1`, `/apis/apps/v1` */
export function basePath({ group, version }: ApiGroupVersion): string {
  return group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
}

interface Place {
  readonly path: string;
  readonly pathParameters: readonly string[];
  readonly kind: GroupVersionKind;
  readonly idPart: string;
}

function resourceOperations(resource: InstalledResource, group: ApiGroupVersion, scheme: Scheme): ApiOperation[] {
  const { rest, namespaced } = resource;
  const kind = servedKind(rest.kind, group, scheme);
  const base = basePath(group);
  const scope = namespaced ? '/namespaces/{namespace}' : '';
  const parameters = namespaced ? ['namespace'] : [];
  const idPart = `${idOfGroup(group)}${namespaced ? 'Namespaced' : ''}${kind.kind}`;
  const collection: Place = { path: `${base}${scope}/${resource.resource}`, pathParameters: parameters, kind, idPart };
  const item: Place = { ...collection, path: `${collection.path}/{name}`, pathParameters: ['name', ...parameters] };
  const everywhere: Place = {
    path: `${base}/${resource.resource}`,
    pathParameters: [],
    kind,
    idPart: `${idOfGroup(group)}${kind.kind}ForAllNamespaces`,
  };
  return [
    ...(rest.list ? [list(collection)] : []),
    ...(rest.create ? [write('post', 'post', 'create', collection)] : []),
    ...(rest.deleteCollection ? [deleteCollection(collection)] : []),
    ...itemOperations(item, rest),
    ...(rest.list && namespaced ? [list(everywhere)] : []),
  ];
}

function subresourceOperations(
  resource: InstalledResource,
  name: string,
  rest: Rest,
  group: ApiGroupVersion,
  scheme: Scheme,
): ApiOperation[] {
  const kind = servedKind(rest.kind, group, scheme);
  const scope = resource.namespaced ? '/namespaces/{namespace}' : '';
  const owner = servedKind(resource.rest.kind, group, scheme).kind;
  const idPart = `${idOfGroup(group)}${resource.namespaced ? 'Namespaced' : ''}${owner}${capital(name)}`;
  const place: Place = {
    path: `${basePath(group)}${scope}/${resource.resource}/{name}/${name}`,
    pathParameters: ['name', ...(resource.namespaced ? ['namespace'] : [])],
    kind,
    idPart,
  };
  if (rest.connect) return (rest.connectMethods ?? ['GET']).map((method) => connect(method, place));
  return [...(rest.create ? [write('post', 'post', 'create', place)] : []), ...itemOperations(place, rest)];
}

function itemOperations(place: Place, rest: Rest): ApiOperation[] {
  return [
    ...(rest.get ? [read(place)] : []),
    ...(rest.update ? [write('put', 'put', 'replace', place)] : []),
    ...(rest.get && rest.update ? [patch(place)] : []),
    ...(rest.delete ? [remove(place)] : []),
  ];
}

function list(place: Place): ApiOperation {
  return operation(place, {
    method: 'get',
    action: 'list',
    verb: 'list',
    queryParameters: listParameters,
    answer: 'list',
  });
}

function read(place: Place): ApiOperation {
  return operation(place, { method: 'get', action: 'get', verb: 'read', queryParameters: [], answer: 'object' });
}

function write(method: 'post' | 'put', action: string, verb: string, place: Place): ApiOperation {
  return operation(place, { method, action, verb, queryParameters: writeParameters, answer: 'object', body: 'object' });
}

function patch(place: Place): ApiOperation {
  const queryParameters = [...writeParameters, 'force'];
  return operation(place, {
    method: 'patch',
    action: 'patch',
    verb: 'patch',
    queryParameters,
    answer: 'object',
    body: 'patch',
  });
}

function remove(place: Place): ApiOperation {
  return operation(place, {
    method: 'delete',
    action: 'delete',
    verb: 'delete',
    queryParameters: deleteParameters,
    answer: 'status',
    body: 'deleteOptions',
  });
}

function deleteCollection(place: Place): ApiOperation {
  return operation(place, {
    method: 'delete',
    action: 'deletecollection',
    verb: 'deleteCollection',
    queryParameters: [...new Set([...listParameters.filter((name) => name !== 'watch'), ...deleteParameters])],
    answer: 'status',
    body: 'deleteOptions',
  });
}

function connect(method: string, place: Place): ApiOperation {
  const lower = method.toLowerCase() as ApiOperation['method'];
  return operation(place, {
    method: lower,
    action: 'connect',
    verb: `connect${capital(lower)}`,
    queryParameters: [],
    answer: 'text',
  });
}

function operation(
  { path, pathParameters, kind, idPart }: Place,
  what: Omit<ApiOperation, 'path' | 'pathParameters' | 'kind' | 'id'> & { readonly verb: string },
): ApiOperation {
  const { verb, ...rest } = what;
  return { ...rest, path, pathParameters, kind, id: `${verb}${idPart}` };
}

/** `CoreV1`, `RbacAuthorizationV1` */
function idOfGroup({ group, version }: ApiGroupVersion): string {
  const name = group === '' ? 'core' : group.replace(/\.k8s\.io$/, '');
  return `${name.split('.').map(capital).join('')}${capital(version)}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
