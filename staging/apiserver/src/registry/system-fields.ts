import { type KubeObject, newBadRequest, randomSuffix } from '@kubescript/apimachinery';

const MAX_GENERATED_BASE = 58;
const OTHER_MEMBERS = ['metadata', 'status', 'kind', 'apiVersion'];

/**
 * Puts the object where the request wants it: fills in an absent namespace, clears that of a cluster-scoped object;
 * throws 400 if the object names another namespace.
 *
 * @go k8s.io/apiserver/pkg/registry/rest#EnsureObjectNamespaceMatchesRequestNamespace
 */
export function ensureNamespace(object: KubeObject, namespaced: boolean, namespace: string): void {
  const own = object.metadata.namespace ?? '';
  const wanted = namespaced ? namespace : '';
  if (own === wanted) return;
  if (wanted === '') {
    delete object.metadata.namespace;
    return;
  }
  if (own !== '') {
    throw newBadRequest('the namespace of the provided object does not match the namespace sent on the request');
  }
  object.metadata.namespace = wanted;
}

/** Gives an object that has only a `generateName` a name. */
export function ensureName({ metadata }: KubeObject): void {
  const base = metadata.generateName ?? '';
  if ((metadata.name ?? '') === '' && base !== '') metadata.name = generateName(base);
}

/** A name for an object that has only a `generateName`. */
function generateName(base: string): string {
  return base.slice(0, MAX_GENERATED_BASE) + randomSuffix(5);
}

/** The members of an object besides metadata and status: changes in them make a new generation. */
export function desiredState(object: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !OTHER_MEMBERS.includes(name)));
}
