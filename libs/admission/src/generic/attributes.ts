export { forbid, objectName } from '@kubescript/apiserver';
import type { DeepReadonly, KubeObject } from '@kubescript/apimachinery';
import type { AdmissionAttributes } from '@kubescript/apiserver';

/** Whether the request is about this resource or subresource. */
export function isFor(
  { resource, subresource }: AdmissionAttributes,
  group: string,
  name: string,
  wantedSubresource = '',
): boolean {
  return resource.group === group && resource.resource === name && subresource === wantedSubresource;
}

/** The new object as what the caller knows it to be. */
export function objectOf<T extends KubeObject>({ object }: AdmissionAttributes): T {
  return object as T;
}

/** The old object as what the caller knows it to be. */
export function oldObjectOf<T extends KubeObject>({ oldObject }: AdmissionAttributes): DeepReadonly<T> {
  return oldObject as DeepReadonly<T>;
}
