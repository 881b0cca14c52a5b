import type { GroupKind, GroupVersionKind, GroupVersionResource } from '@kubescript/apimachinery';

import { type DiscoveredGroup, type DiscoveredResource, preferredResources } from './discovery.ts';

/**
 * Finds resources by kind, or by what a user types (`pods`, `po`, `pod`, `deployments.apps`, `deployments.v1.apps`).
 *
 * @go k8s.io/client-go/restmapper#NewDiscoveryRESTMapper
 */
export class RestMapper {
  readonly #groups: readonly DiscoveredGroup[];
  readonly #preferred: readonly DiscoveredResource[];

  constructor(groups: readonly DiscoveredGroup[]) {
    this.#groups = groups;
    this.#preferred = preferredResources(groups);
  }

  /** The resource of a kind, in that version if one is given; undefined if it is not served. */
  resourceOfKind(kind: GroupKind | GroupVersionKind): DiscoveredResource | undefined {
    const matches = (resource: DiscoveredResource): boolean =>
      resource.kind === kind.kind && resource.group === kind.group && !isAlias(resource);
    if (!('version' in kind)) return this.#preferred.find(matches);
    return this.#versionOf(kind.group, kind.version).find(matches);
  }

  /** The resource of that exact group, version and name. */
  resource(gvr: GroupVersionResource): DiscoveredResource | undefined {
    return this.#versionOf(gvr.group, gvr.version).find((resource) => resource.resource === gvr.resource);
  }

  /** What a user means by a word: plural, singular, short name or kind, with or without group and version. */
  find(word: string): DiscoveredResource | undefined {
    const lower = word.toLowerCase();
    const dot = lower.indexOf('.');
    if (dot < 0) return this.#named(this.#preferred, lower);
    const [name, rest] = [lower.slice(0, dot), lower.slice(dot + 1)];
    const [version, group] = splitOnce(rest);
    const inVersion = this.#named(this.#versionOf(group, version), name);
    if (inVersion !== undefined) return inVersion;
    const inGroup = this.#preferred.filter((resource) => resource.group === rest);
    const loosely = this.#preferred.filter((resource) => rest !== '' && resource.group.startsWith(rest));
    return this.#named(inGroup, name) ?? this.#named(loosely, name);
  }

  /** The resources of a category such as `all`. */
  category(name: string): readonly DiscoveredResource[] {
    return this.#preferred.filter((resource) => resource.categories.includes(name));
  }

  /** All resources, each in its preferred version. */
  all(): readonly DiscoveredResource[] {
    return this.#preferred;
  }

  #named(resources: readonly DiscoveredResource[], word: string): DiscoveredResource | undefined {
    return (
      resources.find((resource) => resource.resource === word || resource.singular === word) ??
      resources.find((resource) => resource.shortNames.includes(word)) ??
      resources.find((resource) => resource.kind.toLowerCase() === word)
    );
  }

  #versionOf(group: string, version: string): readonly DiscoveredResource[] {
    const found = this.#groups.find((candidate) => candidate.group === group);
    return found?.versions.find((candidate) => candidate.version === version)?.resources ?? [];
  }
}

function splitOnce(text: string): [string, string] {
  const dot = text.indexOf('.');
  return dot < 0 ? [text, ''] : [text.slice(0, dot), text.slice(dot + 1)];
}

/** Resources that answer with a kind of another resource, such as reviews made through a subresource. */
function isAlias(resource: DiscoveredResource): boolean {
  return resource.resource.includes('/');
}
