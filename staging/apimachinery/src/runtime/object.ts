import type { ListMeta, ObjectMeta } from '../apis/meta/v1/types.ts';

/** Any API object: what every kind has in common. */
export interface KubeObject {
  kind?: string;
  apiVersion?: string;
  metadata: ObjectMeta;
}

/** Any list of API objects. */
export interface KubeList<T extends KubeObject = KubeObject> {
  kind?: string;
  apiVersion?: string;
  metadata: ListMeta;
  items: T[];
}

/**
 * T with every member read-only, all the way down: the type of whatever comes out of a cache. Change a
 * `deepCopy` of it instead.
 */
export type DeepReadonly<T> = T extends (infer E)[]
  ? readonly DeepReadonly<E>[]
  : T extends readonly (infer E)[]
    ? readonly DeepReadonly<E>[]
    : T extends object
      ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
      : T;

/** Name of an object, or '' where it has none yet. */
export function nameOf(object: DeepReadonly<KubeObject>): string {
  return object.metadata.name ?? '';
}

/** Namespace of an object, or '' for a cluster-scoped one. */
export function namespaceOf(object: DeepReadonly<KubeObject>): string {
  return object.metadata.namespace ?? '';
}

/** UID of an object, or '' where it was never stored. */
export function uidOf(object: DeepReadonly<KubeObject>): string {
  return object.metadata.uid ?? '';
}

/** The key that caches and work queues use: `namespace/name`, or `name` for a cluster-scoped object. */
export function keyOf(object: DeepReadonly<KubeObject>): string {
  const namespace = namespaceOf(object);
  return namespace === '' ? nameOf(object) : `${namespace}/${nameOf(object)}`;
}
