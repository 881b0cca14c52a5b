import type { DiscoveredGroup, DiscoveredResource } from './discovery.ts';

/** The part of apidiscovery.k8s.io/v2 APIGroupDiscoveryList that is used. */
export interface AggregatedList {
  readonly items: readonly {
    readonly metadata?: { readonly name?: string };
    readonly versions: readonly {
      readonly version: string;
      readonly freshness?: string;
      readonly resources?: readonly AggregatedResource[];
    }[];
  }[];
}

interface AggregatedResource {
  readonly resource: string;
  readonly responseKind?: { readonly kind?: string };
  readonly scope: string;
  readonly singularResource?: string;
  readonly verbs: readonly string[];
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly subresources?: readonly {
    readonly subresource: string;
    readonly responseKind?: { readonly kind?: string };
    readonly verbs: readonly string[];
  }[];
}

/** The groups of an answer of aggregated discovery. */
export function groupsOfAggregated(list: AggregatedList): readonly DiscoveredGroup[] {
  return list.items.map((item) => {
    const group = item.metadata?.name ?? '';
    return {
      group,
      versions: item.versions.map(({ version, freshness, resources = [] }) => ({
        group,
        version,
        fresh: freshness !== 'Stale',
        resources: resources.map((resource) => discovered(group, version, resource)),
      })),
    };
  });
}

function discovered(group: string, version: string, resource: AggregatedResource): DiscoveredResource {
  return {
    group,
    version,
    resource: resource.resource,
    kind: resource.responseKind?.kind ?? '',
    namespaced: resource.scope === 'Namespaced',
    singular: resource.singularResource ?? '',
    verbs: resource.verbs,
    shortNames: resource.shortNames ?? [],
    categories: resource.categories ?? [],
    subresources: (resource.subresources ?? []).map((sub) => ({
      name: sub.subresource,
      kind: sub.responseKind?.kind ?? '',
      verbs: sub.verbs,
    })),
  };
}
