import type { GroupVersionResource, KubeObject } from '@kubescript/apimachinery';

import type { Resource } from '../typed/resource.ts';

/** An object whose type is not known when the program is compiled. */
export interface DynamicObject extends KubeObject {
  readonly [field: string]: unknown;
}

/** A resource known by its name only, as discovery tells it. */
export function dynamicResource(
  gvr: GroupVersionResource,
  facts: { readonly kind: string; readonly namespaced: boolean },
): Resource<DynamicObject> {
  const { group, version, resource } = gvr;
  return { group, version, resource, kind: facts.kind, namespaced: facts.namespaced };
}
