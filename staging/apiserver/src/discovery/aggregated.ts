import { createHash } from 'node:crypto';

import type { Scheme } from '@kubescript/apimachinery';

import { servedKind } from '../endpoints/served-kind.ts';
import type { ApiGroupVersion } from '../registry/rest.ts';
import type { GroupVersions } from './legacy.ts';
import { type DiscoveredResource, discoverResources } from './resources.ts';

/** A discovery document with the tag by which clients ask whether it changed. */
export interface TaggedDocument {
  readonly document: unknown;
  readonly etag: string;
}

/**
 * All of discovery in one answer: `apidiscovery.k8s.io/v2` APIGroupDiscoveryList.
 *
 * @go k8s.io/apiserver/pkg/endpoints/discovery/aggregated#ResourceManager
 */
export function aggregatedDiscovery(groups: readonly GroupVersions[], version: string, scheme: Scheme): TaggedDocument {
  const items = groups.map(({ group, versions }) => ({
    metadata: group === '' ? {} : { name: group },
    versions: versions.map((entry) => versionEntry(entry, scheme)),
  }));
  const document = { kind: 'APIGroupDiscoveryList', apiVersion: `apidiscovery.k8s.io/${version}`, metadata: {}, items };
  const etag = createHash('sha512').update(JSON.stringify(items)).digest('hex').toUpperCase();
  return { document, etag: `"${etag}"` };
}

function versionEntry(group: ApiGroupVersion, scheme: Scheme): unknown {
  const all = discoverResources(group);
  const own = all.filter(({ subresource }) => subresource === '');
  const orphans = all.filter(
    (found) => found.subresource !== '' && !own.some(({ resource }) => resource === found.resource),
  );
  const entries = own.map((found) => resourceEntry(found, { group, all, scheme }));
  return {
    version: group.version,
    resources: [...entries, ...orphans.map((found) => resourceEntry(found, { group, all, scheme }))],
    freshness: 'Current',
  };
}

interface Context {
  readonly group: ApiGroupVersion;
  readonly all: readonly DiscoveredResource[];
  readonly scheme: Scheme;
}

function resourceEntry(found: DiscoveredResource, { group, all, scheme }: Context): unknown {
  const { resource, verbs } = found;
  const subresources = all
    .filter((other) => other.subresource !== '' && other.resource === resource)
    .map((other) => ({
      subresource: other.subresource,
      responseKind: responseKind(other, group, scheme),
      verbs: other.verbs,
    }));
  return {
    resource: resource.resource,
    responseKind: responseKind(found, group, scheme),
    scope: resource.namespaced ? 'Namespaced' : 'Cluster',
    singularResource: resource.singular,
    verbs,
    ...(resource.shortNames.length > 0 ? { shortNames: resource.shortNames } : {}),
    ...(resource.categories.length > 0 ? { categories: resource.categories } : {}),
    ...(subresources.length > 0 ? { subresources } : {}),
  };
}

/** The group and version of a kind are left empty where they are those of the list. */
function responseKind({ rest }: DiscoveredResource, group: ApiGroupVersion, scheme: Scheme): unknown {
  const kind = servedKind(rest.kind, group, scheme);
  if (kind.group === group.group && kind.version === group.version) return { group: '', version: '', kind: kind.kind };
  return kind;
}
