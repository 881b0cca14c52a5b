import { type DeepReadonly, isNotFound, type KubeObject } from '@kubescript/apimachinery';
import type { Rest } from '@kubescript/apiserver';

/** Finds the objects that tokens are bound to. */
export interface ObjectLookup {
  serviceAccount(namespace: string, name: string): Promise<DeepReadonly<KubeObject> | undefined>;
  pod(namespace: string, name: string): Promise<DeepReadonly<KubeObject> | undefined>;
  secret(namespace: string, name: string): Promise<DeepReadonly<KubeObject> | undefined>;
  node(name: string): Promise<DeepReadonly<KubeObject> | undefined>;
}

type Getter = Required<Pick<Rest, 'get'>>;

/** Looks into the stores of this process. */
export function lookupInStores(stores: {
  readonly serviceAccounts: Getter;
  readonly pods: Getter;
  readonly secrets: Getter;
  readonly nodes: Getter;
}): ObjectLookup {
  return {
    serviceAccount: (namespace, name) => find(stores.serviceAccounts, namespace, name),
    pod: (namespace, name) => find(stores.pods, namespace, name),
    secret: (namespace, name) => find(stores.secrets, namespace, name),
    node: (name) => find(stores.nodes, '', name),
  };
}

async function find(store: Getter, namespace: string, name: string): Promise<DeepReadonly<KubeObject> | undefined> {
  const user = { name: 'system:apiserver', groups: ['system:masters'] };
  const signal = AbortSignal.timeout(10_000);
  try {
    return (await store.get(name, { namespace, user, dryRun: false, signal, resourceVersion: '' })).object;
  } catch (err) {
    if (isNotFound(err)) return undefined;
    throw err;
  }
}
