import { type APIGroup, type Scheme, apiVersionOf } from '@kubescript/apimachinery';

import type { ApiGroupVersion } from '../registry/rest.ts';
import { apiResource, discoverResources } from './resources.ts';
import type { DiscoveryGroup } from './view.ts';

/** `/api`: the versions of the core group. */
export function apiVersions(groups: readonly DiscoveryGroup[], serverAddress: string): unknown {
  const core = groups.find(({ group }) => group === '');
  return {
    kind: 'APIVersions',
    versions: core?.versions.map(({ version }) => version) ?? [],
    serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress }],
  };
}

/** `/apis`: all groups but the core. */
export function apiGroupList(groups: readonly DiscoveryGroup[]): unknown {
  const named = groups.filter(({ group }) => group !== '');
  return { kind: 'APIGroupList', apiVersion: 'v1', groups: named.map(groupEntry) };
}

/** `/apis/GROUP` */
export function apiGroup(group: DiscoveryGroup): unknown {
  return { kind: 'APIGroup', apiVersion: 'v1', ...groupEntry(group) };
}

function groupEntry({ group, versions }: DiscoveryGroup): Omit<APIGroup, 'kind' | 'apiVersion'> {
  const entries = versions.map(({ version }) => ({ groupVersion: apiVersionOf({ group, version }), version }));
  const [preferredVersion] = entries;
  return { name: group, versions: entries, ...(preferredVersion ? { preferredVersion } : {}) };
}

/** `/api/v1`, `/apis/GROUP/VERSION` */
export function apiResourceList(group: ApiGroupVersion, scheme: Scheme): unknown {
  return {
    kind: 'APIResourceList',
    ...(group.group === '' ? {} : { apiVersion: 'v1' }),
    groupVersion: apiVersionOf(group),
    resources: discoverResources(group).map((resource) => apiResource(resource, group, scheme)),
  };
}
