import { createHash } from 'node:crypto';

import { type APIResource, type GroupVersion, type Scheme } from '@kubescript/apimachinery';

import { servedKind } from '../endpoints/served-kind.ts';
import type { ApiGroupVersion, InstalledResource, Rest } from '../registry/rest.ts';

/** A resource or subresource with what discovery says about it. */
export interface DiscoveredResource {
  readonly name: string;
  readonly resource: InstalledResource;
  /** '' for the resource itself. */
  readonly subresource: string;
  readonly rest: Rest;
  readonly verbs: readonly string[];
}

/** The resources and subresources of a group and version, sorted by path. */
export function discoverResources(group: ApiGroupVersion): DiscoveredResource[] {
  return group.resources
    .flatMap((resource) => [
      discover(resource, '', resource.rest),
      ...Object.entries(resource.subresources).map(([name, rest]) => discover(resource, name, rest)),
    ])
    .filter(({ subresource, verbs }) => subresource === '' || verbs.length > 0)
    .filter(({ verbs }) => verbs.length > 0)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function discover(resource: InstalledResource, subresource: string, rest: Rest): DiscoveredResource {
  const name = subresource === '' ? resource.resource : `${resource.resource}/${subresource}`;
  const verbs = (subresource === '' ? resource.verbs : undefined) ?? verbsOf(rest);
  return { name, resource, subresource, rest, verbs };
}

const verbOfMethod: Readonly<Record<string, string>> = {
  POST: 'create',
  DELETE: 'delete',
  GET: 'get',
  PATCH: 'patch',
  PUT: 'update',
};

/** What clients may do with a resource, in alphabetical order. */
function verbsOf(rest: Rest): string[] {
  if (rest.connect) {
    const methods = rest.connectMethods ?? ['GET'];
    return methods.flatMap((method) => verbOfMethod[method] ?? []).sort();
  }
  const can = (method: keyof typeof rest): boolean => rest[method] !== undefined;
  const verbs: [string, boolean][] = [
    ['create', can('create')],
    ['delete', can('delete')],
    ['deletecollection', can('deleteCollection')],
    ['get', can('get')],
    ['list', can('list')],
    ['patch', can('get') && can('update')],
    ['update', can('update')],
    ['watch', can('watch')],
  ];
  return verbs.filter(([, isServed]) => isServed).map(([verb]) => verb);
}

/** An entry of an APIResourceList. */
export function apiResource(found: DiscoveredResource, gv: GroupVersion, scheme: Scheme): APIResource {
  const { resource, rest, subresource } = found;
  const kind = servedKind(rest.kind, gv, scheme);
  const foreign = kind.group !== gv.group || kind.version !== gv.version;
  const own = subresource === '';
  return {
    name: found.name,
    singularName: own ? resource.singular : '',
    namespaced: resource.namespaced,
    ...(foreign ? { group: kind.group, version: kind.version } : {}),
    kind: kind.kind,
    verbs: [...found.verbs],
    ...(own && resource.shortNames.length > 0 ? { shortNames: [...resource.shortNames] } : {}),
    ...(own && resource.categories.length > 0 ? { categories: [...resource.categories] } : {}),
    ...(own && rest.watch ? { storageVersionHash: storageVersionHash(resource, scheme) } : {}),
  };
}

/**
 * Tells clients when the version changes in which objects are stored.
 *
 * @go k8s.io/apiserver/pkg/endpoints/discovery#StorageVersionHash
 */
function storageVersionHash({ rest, storageVersion }: InstalledResource, scheme: Scheme): string {
  const hub = scheme.hubOf(rest.kind) ?? rest.kind;
  const text = `${hub.group}/${storageVersion ?? hub.version}/${hub.kind}`;
  return createHash('sha256').update(text).digest().subarray(0, 8).toString('base64');
}
