import type { KubeObject } from '@kubescript/apimachinery';
import type { InstalledResource, NewStore, ResourceStore, Rest } from '@kubescript/apiserver';

import { printerFor } from '../printers/printers.ts';
import type { ResourceDefinition } from './resource-definition.ts';

/** Opens the store of a resource. */
export function openStore<T extends KubeObject>(
  deps: { readonly newStore: NewStore },
  definition: ResourceDefinition<T>,
): ResourceStore<T> {
  const table = definition.table ?? printerFor(definition.kind);
  return deps.newStore<T>({
    ...definition,
    resource: { group: definition.kind.group, resource: definition.resource },
    ...(table && { table }),
  });
}

/** Installs a resource over its store, with its status subresource where it has one, and further subresources. */
export function installOnStore<T extends KubeObject>(
  store: ResourceStore<T>,
  definition: ResourceDefinition<T>,
  subresources: Readonly<Record<string, Rest>> = {},
  rest: Rest = store,
): InstalledResource {
  const status = definition.statusStrategy && store.withUpdateStrategy(definition.statusStrategy);
  return {
    ...discoveryNames(definition),
    rest,
    subresources: { ...subresources, ...(status && { status }) },
  };
}

/** A resource that is computed, not stored. */
export function installVirtual(
  names: Pick<InstalledResource, 'resource' | 'singular'> &
    Partial<Pick<InstalledResource, 'shortNames' | 'deprecation'>>,
  namespaced: boolean,
  rest: Rest,
): InstalledResource {
  return { shortNames: [], categories: [], ...names, namespaced, rest, subresources: {} };
}

function discoveryNames<T extends KubeObject>(
  definition: ResourceDefinition<T>,
): Omit<InstalledResource, 'rest' | 'subresources'> {
  return {
    resource: definition.resource,
    singular: definition.singular,
    namespaced: definition.strategy.namespaced,
    shortNames: definition.shortNames ?? [],
    categories: definition.categories ?? [],
    ...(definition.deprecation !== undefined && { deprecation: definition.deprecation }),
    ...(definition.storageVersion !== undefined && { storageVersion: definition.storageVersion }),
  };
}
