import type { GroupVersion } from '@kubescript/apimachinery';

import type { DynamicObject } from '../dynamic/dynamic.ts';
import type { Resource } from '../typed/resource.ts';

/** A resource as a server describes it. */
export interface DiscoveredResource extends Resource<DynamicObject> {
  readonly singular: string;
  readonly verbs: readonly string[];
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly subresources: readonly DiscoveredSubresource[];
}

/** Part of a resource with an endpoint of its own: `status`, `scale`, `log`. */
export interface DiscoveredSubresource {
  readonly name: string;
  readonly kind: string;
  readonly verbs: readonly string[];
}

/** A version of a group, and its resources. */
export interface DiscoveredVersion extends GroupVersion {
  readonly resources: readonly DiscoveredResource[];
  /** False if the server that stands behind could not be asked; then resources may be missing. */
  readonly fresh: boolean;
}

/** A group with its versions, the preferred one first. */
export interface DiscoveredGroup {
  readonly group: string;
  readonly versions: readonly DiscoveredVersion[];
}

/** What a server serves. */
export interface Discovery {
  /** All groups in the server's order of preference, the core group first. */
  groups(options?: { readonly signal?: AbortSignal }): Promise<readonly DiscoveredGroup[]>;
}

/** Each resource in the version that the server prefers. */
export function preferredResources(groups: readonly DiscoveredGroup[]): readonly DiscoveredResource[] {
  return groups.flatMap(({ versions }) => {
    const byName = new Map<string, DiscoveredResource>();
    for (const version of versions) {
      for (const resource of version.resources) {
        if (!byName.has(resource.resource)) byName.set(resource.resource, resource);
      }
    }
    return [...byName.values()];
  });
}

/** True if a resource has all these verbs. */
export function supportsVerbs(resource: DiscoveredResource, ...verbs: readonly string[]): boolean {
  return verbs.every((verb) => resource.verbs.includes(verb));
}
