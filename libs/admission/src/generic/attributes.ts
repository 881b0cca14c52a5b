import { newForbidden, type DeepReadonly, type KubeObject, type StatusError } from '@kubescript/apimachinery';
import type { AdmissionAttributes } from '@kubescript/apiserver';

/**
 * The refusal of a request: `pods "web" is forbidden: message`.
 *
 * @go k8s.io/apiserver/pkg/admission#NewForbidden
 */
export function forbid(attributes: AdmissionAttributes, message: string): StatusError {
  return newForbidden(attributes.resource, objectName(attributes), message);
}

/** The name that the object has or will start with. */
export function objectName({ name, object }: AdmissionAttributes): string {
  if (name !== '') return name;
  const { metadata } = object ?? { metadata: {} };
  if ((metadata.name ?? '') !== '') return metadata.name ?? '';
  return metadata.generateName ?? '';
}

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
