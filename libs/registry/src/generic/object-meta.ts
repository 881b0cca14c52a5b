import { deepCopy } from '@kubescript/apimachinery';
import type { DeepReadonly, KubeObject, ObjectMeta } from '@kubescript/apimachinery';

const specMetadata = [
  'deletionTimestamp',
  'generation',
  'selfLink',
  'labels',
  'annotations',
  'finalizers',
  'ownerReferences',
] as const satisfies readonly (keyof ObjectMeta)[];

/**
 * Undoes whatever a status update changed in the metadata.
 *
 * @go k8s.io/apimachinery/pkg/apis/meta/v1#ResetObjectMetaForStatus
 */
export function resetObjectMetaForStatus(object: KubeObject, old: DeepReadonly<KubeObject>): void {
  for (const member of specMetadata) copyMember(object.metadata, old.metadata, member);
}

/** Gives `to` the member that `from` has: a copy of its value, or its absence. */
export function copyMember<T extends object>(to: T, from: DeepReadonly<T>, member: keyof T): void {
  const source = from as Readonly<T>;
  if (source[member] === undefined) Reflect.deleteProperty(to, member);
  else to[member] = deepCopy(source[member]);
}
