import type { GroupVersionKind, GroupVersionResource, Scheme } from '@kubescript/apimachinery';

import { servedKind } from '../endpoints/served-kind.ts';
import type { ApiGroupVersion } from '../registry/rest.ts';

/**
 * Knows by which groups and versions one and the same object is served.
 *
 * @go k8s.io/apimachinery/pkg/runtime#EquivalentResourceMapper
 */
export interface EquivalentResourceMapper {
  /** All resources through which the objects are served, the given one included; empty if it is not known. */
  equivalentResourcesFor(resource: GroupVersionResource, subresource: string): readonly GroupVersionResource[];
  /** The kind that is read and written there. */
  kindFor(resource: GroupVersionResource, subresource: string): GroupVersionKind | undefined;
}

interface Registration {
  readonly resource: GroupVersionResource;
  readonly kind: GroupVersionKind;
}

interface Registrations {
  readonly byStorage: ReadonlyMap<string, readonly Registration[]>;
  readonly storageOf: ReadonlyMap<string, string>;
}

/**
 * The mapper of what is installed: resources are equivalent if they are kept in the same place. The tables are made
 * when first asked for.
 *
 * @go k8s.io/apimachinery/pkg/runtime#NewEquivalentResourceRegistryWithIdentity
 */
export function newEquivalentResourceMapper(
  groups: readonly ApiGroupVersion[],
  scheme: Scheme,
): EquivalentResourceMapper {
  let made: Registrations | undefined;
  const find = (resource: GroupVersionResource, subresource: string): readonly Registration[] => {
    made ??= register(groups, scheme);
    const storage = made.storageOf.get(keyOf(resource, subresource));
    return storage === undefined ? [] : (made.byStorage.get(storage) ?? []);
  };
  return {
    equivalentResourcesFor: (resource, subresource) => find(resource, subresource).map((found) => found.resource),
    kindFor: (wanted, subresource) =>
      find(wanted, subresource).find(({ resource }) => keyOf(resource, '') === keyOf(wanted, ''))?.kind,
  };
}

function register(groups: readonly ApiGroupVersion[], scheme: Scheme): Registrations {
  const byStorage = new Map<string, Registration[]>();
  const storageOf = new Map<string, string>();
  for (const { group, version, resources } of groups) {
    for (const { resource: name, rest, subresources } of resources) {
      const resource = { group, version, resource: name };
      for (const [subresource, { kind }] of [['', rest] as const, ...Object.entries(subresources)]) {
        const storage = `${rest.kind.group}/${rest.kind.kind}/${subresource}`;
        storageOf.set(keyOf(resource, subresource), storage);
        const registered = byStorage.get(storage) ?? [];
        registered.push({ resource, kind: servedKind(kind, { group, version }, scheme) });
        byStorage.set(storage, registered);
      }
    }
  }
  return { byStorage, storageOf };
}

function keyOf({ group, version, resource }: GroupVersionResource, subresource: string): string {
  return `${group}/${version}/${resource}/${subresource}`;
}
