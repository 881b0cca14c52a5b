import type { DeepReadonly, KubeObject, OwnerReference } from '@kubescript/apimachinery';
import { nameOf, uidOf } from '@kubescript/apimachinery';

/**
 * The reference to the controller of an object, or undefined where it has none.
 * @go apimachinery/pkg/apis/meta/v1#GetControllerOf
 */
export function controllerOf(object: DeepReadonly<KubeObject>): DeepReadonly<OwnerReference> | undefined {
  return object.metadata.ownerReferences?.find((reference) => reference.controller === true);
}

/** Whether `owner` is the controller of `object`, told by UID. */
export function isControlledBy(object: DeepReadonly<KubeObject>, owner: DeepReadonly<KubeObject>): boolean {
  return controllerOf(object)?.uid === uidOf(owner);
}

/**
 * A reference that makes `owner` the controller of whatever carries it, and blocks foreground deletion of `owner`.
 * @go apimachinery/pkg/apis/meta/v1#NewControllerRef
 */
export function newControllerRef(
  owner: DeepReadonly<KubeObject>,
  type: { readonly apiVersion: string; readonly kind: string },
): OwnerReference {
  return {
    apiVersion: type.apiVersion,
    kind: type.kind,
    name: nameOf(owner),
    uid: uidOf(owner),
    controller: true,
    blockOwnerDeletion: true,
  };
}
