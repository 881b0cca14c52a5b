import { type KubeObject, newBadRequest } from '@kubescript/apimachinery';

/**
 * The namespace of the object is that of the URL, which fills it in where the object has none.
 *
 * @go k8s.io/apiserver/pkg/registry/rest#EnsureObjectNamespaceMatchesRequestNamespace
 */
export function ensureNamespace(object: KubeObject, namespace: string): void {
  const stated = object.metadata.namespace ?? '';
  if (stated === namespace) return;
  if (namespace === '') {
    delete object.metadata.namespace;
  } else if (stated === '') {
    object.metadata.namespace = namespace;
  } else {
    throw newBadRequest('the namespace of the provided object does not match the namespace sent on the request');
  }
}

/**
 * The name of the object is that of the URL.
 *
 * @go k8s.io/apiserver/pkg/endpoints/handlers#checkName
 */
export function ensureName(object: KubeObject, name: string): void {
  const stated = object.metadata.name ?? '';
  if (stated === '') throw newBadRequest('the name of the object (based on metadata.name) was empty');
  if (stated !== name) {
    throw newBadRequest(`the name of the object (${stated}) does not match the name on the URL (${name})`);
  }
}
