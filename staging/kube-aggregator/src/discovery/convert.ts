import type { APIResource, GroupVersion } from '@kubescript/apimachinery';

/**
 * The resources of a plain APIResourceList as aggregated discovery shows them: subresources within their resource.
 *
 * @go k8s.io/apiserver/pkg/endpoints#ConvertGroupVersionIntoToDiscovery
 */
export function convertResources(resources: readonly APIResource[], groupVersion: GroupVersion): unknown[] {
  const parents = new Map<string, Record<string, unknown>>();
  for (const resource of resources) {
    if (!resource.name.includes('/')) parents.set(resource.name, entryOf(resource, groupVersion));
  }
  for (const resource of resources) {
    const [name = '', subresource] = resource.name.split('/', 2);
    if (subresource === undefined) continue;
    const parent = parents.get(name) ?? { resource: name, scope: scopeOf(resource) };
    parents.set(name, parent);
    const entry = { subresource, responseKind: kindOf(resource, groupVersion), verbs: resource.verbs };
    parent['subresources'] = [...((parent['subresources'] as unknown[] | undefined) ?? []), entry];
  }
  return [...parents.values()];
}

function entryOf(resource: APIResource, groupVersion: GroupVersion): Record<string, unknown> {
  const { shortNames = [], categories = [] } = resource;
  return {
    resource: resource.name,
    responseKind: kindOf(resource, groupVersion),
    scope: scopeOf(resource),
    singularResource: resource.singularName,
    verbs: resource.verbs,
    ...(shortNames.length > 0 ? { shortNames } : {}),
    ...(categories.length > 0 ? { categories } : {}),
  };
}

function kindOf({ group, version, kind }: APIResource, groupVersion: GroupVersion): unknown {
  return { group: group ?? groupVersion.group, version: version ?? groupVersion.version, kind };
}

function scopeOf({ namespaced }: APIResource): string {
  return namespaced ? 'Namespaced' : 'Cluster';
}
