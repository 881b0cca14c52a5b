import type { ApiGroupVersion, InstalledResource } from '@kubescript/apiserver';

import { isConditionTrue } from '../apis/helpers.ts';
import { type ServingInfo, discoveredResource } from './serving-info.ts';

/**
 * The group versions that definitions serve, in the order of groups, versions and resources by name.
 *
 * @go k8s.io/apiextensions-apiserver/pkg/apiserver#DiscoveryController
 */
export function servedGroupVersions(infos: readonly ServingInfo[]): ApiGroupVersion[] {
  const byVersion = new Map<string, { group: string; version: string; resources: InstalledResource[] }>();
  for (const info of infos) {
    const { crd } = info;
    if (!isConditionTrue(crd, 'Established')) continue;
    const { group } = crd.spec;
    for (const { name, served } of crd.spec.versions) {
      const resource = served ? discoveredResource(info, name) : undefined;
      if (!resource) continue;
      const key = `${group}/${name}`;
      const entry = byVersion.get(key) ?? { group, version: name, resources: [] };
      entry.resources.push(resource);
      byVersion.set(key, entry);
    }
  }
  return [...byVersion.values()].sort((a, b) => (`${a.group}/${a.version}` < `${b.group}/${b.version}` ? -1 : 1));
}
