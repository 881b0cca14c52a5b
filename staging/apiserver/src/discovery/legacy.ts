import { type APIGroup, type Scheme, apiVersionOf } from '@kubescript/apimachinery';

import type { ApiGroupVersion } from '../registry/rest.ts';
import { compareGroups, compareVersions } from './group-order.ts';
import { apiResource, discoverResources } from './resources.ts';

/** The versions of one group, most preferred first. */
export interface GroupVersions {
  readonly group: string;
  readonly versions: readonly ApiGroupVersion[];
}

/** Installed groups in the order of discovery. */
export function groupVersions(installed: readonly ApiGroupVersion[]): GroupVersions[] {
  const byGroup = Map.groupBy(installed, ({ group }) => group);
  return [...byGroup]
    .map(([group, versions]) => ({
      group,
      versions: versions.toSorted((a, b) => compareVersions(a.version, b.version)),
    }))
    .sort((a, b) => compareGroups(a.group, b.group));
}

/** `/api`: the versions of the core group. */
export function apiVersions(groups: readonly GroupVersions[], serverAddress: string): unknown {
  const core = groups.find(({ group }) => group === '');
  return {
    kind: 'APIVersions',
    versions: core?.versions.map(({ version }) => version) ?? [],
    serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress }],
  };
}

/** `/apis`: all groups but the core. */
export function apiGroupList(groups: readonly GroupVersions[]): unknown {
  const named = groups.filter(({ group }) => group !== '');
  return { kind: 'APIGroupList', apiVersion: 'v1', groups: named.map(groupEntry) };
}

/** `/apis/GROUP` */
export function apiGroup(group: GroupVersions): unknown {
  return { kind: 'APIGroup', apiVersion: 'v1', ...groupEntry(group) };
}

function groupEntry({ group, versions }: GroupVersions): Omit<APIGroup, 'kind' | 'apiVersion'> {
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
