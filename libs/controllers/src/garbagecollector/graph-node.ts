import type { DeepReadonly, GroupVersionResource, KubeObject, OwnerReference } from '@kubescript/apimachinery';

/** The finalizers by which an owner asks what shall become of its dependents before it goes. */
export const orphanFinalizer = 'orphan';
export const foregroundFinalizer = 'foregroundDeletion';

/** What names an object, as an owner reference and its place tell it. */
export interface ObjectIdentity {
  readonly uid: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/** An object in the graph of owners and dependents. */
export interface GraphNode {
  readonly identity: ObjectIdentity;
  /** Undefined for a virtual node: some dependent names it as its owner, but it has not been seen itself. */
  resource: GroupVersionResource | undefined;
  owners: readonly DeepReadonly<OwnerReference>[];
  readonly dependents: Set<GraphNode>;
  /** It has a deletion timestamp. */
  beingDeleted: boolean;
  /** It is deleted in the foreground: it goes after the dependents that block it. */
  deletingDependents: boolean;
}

/** The identity of an object that was seen. */
export function identityOf(object: DeepReadonly<KubeObject>, apiVersion: string, kind: string): ObjectIdentity {
  const { uid = '', namespace = '', name = '' } = object.metadata;
  return { uid, apiVersion, kind, namespace, name };
}

/** The owner references of an object. */
export function ownersOf(object: DeepReadonly<KubeObject>): readonly DeepReadonly<OwnerReference>[] {
  return object.metadata.ownerReferences ?? [];
}

/** True if an object is being deleted and a finalizer of that name holds it. */
export function isHeldBy(object: DeepReadonly<KubeObject>, finalizer: string): boolean {
  const { deletionTimestamp, finalizers } = object.metadata;
  return deletionTimestamp !== undefined && (finalizers?.includes(finalizer) ?? false);
}
