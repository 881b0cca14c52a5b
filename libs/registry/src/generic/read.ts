import { isNotFound, type DeepReadonly, type KubeObject } from '@kubescript/apimachinery';
import type { ListQuery, RequestContext, ResourceStore, UserInfo } from '@kubescript/apiserver';

/** What a whole-collection read asks for. */
export const everything: ListQuery = {
  resourceVersion: '0',
  resourceVersionMatch: '',
  limit: 0,
  continue: '',
  labelSelector: '',
  fieldSelector: '',
};

const system: UserInfo = { name: 'system:apiserver', groups: ['system:masters'] };

/** A context for what the server does on its own account. */
export function systemContext(namespace: string, signal: AbortSignal = new AbortController().signal): RequestContext {
  return { namespace, user: system, dryRun: false, signal };
}

/** The current object; throws NotFound. `resourceVersion` '0' is content with the cache. */
export async function getObject<T extends KubeObject>(
  store: ResourceStore<T>,
  name: string,
  context: RequestContext,
  resourceVersion = '',
): Promise<DeepReadonly<T>> {
  const { object } = await store.get(name, { ...context, resourceVersion });
  return object as DeepReadonly<T>;
}

/** As `getObject`, with undefined for an object that does not exist. */
export async function findObject<T extends KubeObject>(
  store: ResourceStore<T>,
  name: string,
  context: RequestContext,
  resourceVersion = '',
): Promise<DeepReadonly<T> | undefined> {
  try {
    return await getObject(store, name, context, resourceVersion);
  } catch (err) {
    if (isNotFound(err)) return undefined;
    throw err;
  }
}

/** All objects of the context's namespace ('': of all namespaces), as the cache has them. */
export async function listObjects<T extends KubeObject>(
  store: ResourceStore<T>,
  context: RequestContext,
): Promise<readonly DeepReadonly<T>[]> {
  const { items } = await store.list(everything, context);
  return items.map(({ object }) => object as DeepReadonly<T>);
}
