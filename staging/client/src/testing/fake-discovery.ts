import type { KubeObject } from '@kubescript/apimachinery';

import type { DiscoveredGroup, DiscoveredResource, Discovery } from '../discovery/discovery.ts';
import type { Resource } from '../typed/resource.ts';

const allVerbs = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'];

/** A Discovery that tells of given resources, all with all verbs. Change `resources` to let it tell of others. */
export class FakeDiscovery implements Discovery {
  resources: readonly Resource<KubeObject>[];

  constructor(resources: readonly Resource<KubeObject>[]) {
    this.resources = resources;
  }

  groups(): Promise<readonly DiscoveredGroup[]> {
    const names = [...new Set(this.resources.map((resource) => resource.group))];
    return Promise.resolve(names.map((group) => this.#group(group)));
  }

  #group(group: string): DiscoveredGroup {
    const resources = this.resources.filter((resource) => resource.group === group);
    const versions = [...new Set(resources.map((resource) => resource.version))];
    return {
      group,
      versions: versions.map((version) => ({
        group,
        version,
        fresh: true,
        resources: resources.filter((resource) => resource.version === version).map(discovered),
      })),
    };
  }
}

function discovered(resource: Resource<KubeObject>): DiscoveredResource {
  const { group, version, resource: name, kind, namespaced } = resource;
  const about = { singular: kind.toLowerCase(), verbs: allVerbs, shortNames: [], categories: [], subresources: [] };
  return { group, version, resource: name, kind, namespaced, ...about };
}
