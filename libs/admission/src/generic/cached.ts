import type { DeepReadonly, KubeObject } from '@kubescript/apimachinery';
import type { ResourceStore } from '@kubescript/apiserver';
import { findObject, listObjects, systemContext } from '@kubescript/lib-registry';

const fromCache = '0';

/** An object as the cache has it, or, where the cache has none, as the store has it; undefined if there is none. */
export async function lookUp<T extends KubeObject>(
  store: ResourceStore<T>,
  namespace: string,
  name: string,
): Promise<DeepReadonly<T> | undefined> {
  const context = systemContext(namespace);
  return (await findObject(store, name, context, fromCache)) ?? findObject(store, name, context);
}

/** The objects of a namespace ('': of all) as the cache has them. */
export function listCached<T extends KubeObject>(
  store: ResourceStore<T>,
  namespace: string,
): Promise<readonly DeepReadonly<T>[]> {
  return listObjects(store, systemContext(namespace));
}
