import { deepCopy, isAlreadyExists, type DeepReadonly, type KubeObject } from '@kubescript/apimachinery';
import type { ResourceStore } from '@kubescript/apiserver';
import { findObject, systemContext } from '@kubescript/lib-registry';

/** Creates an object unless it is there; answers with what was there before. Objects come without decoding: complete. */
export async function ensureObject<T extends KubeObject>(
  store: ResourceStore<T>,
  wanted: DeepReadonly<T>,
  signal: AbortSignal,
  fieldManager = 'kube-apiserver',
): Promise<DeepReadonly<T> | undefined> {
  const { name = '', namespace = '' } = (wanted as DeepReadonly<KubeObject>).metadata;
  const context = systemContext(namespace, signal);
  const found = await findObject(store, name, context);
  if (found) return found;
  try {
    await store.create('', deepCopy(wanted) as T, {
      ...context,
      fieldManager,
      validate: () => Promise.resolve(),
    });
    return undefined;
  } catch (err) {
    if (!isAlreadyExists(err)) throw err;
    return findObject(store, name, context);
  }
}

/** Changes an object without its strategy's update rules; `change` may run again after a conflict. */
export async function changeObject<T extends KubeObject>(
  store: ResourceStore<T>,
  existing: DeepReadonly<KubeObject>,
  change: (current: T) => T,
  signal: AbortSignal,
): Promise<void> {
  const { name = '', namespace = '' } = existing.metadata;
  await store.guaranteedUpdate(name, change, systemContext(namespace, signal));
}
