import type { DeepReadonly, KubeObject } from '@kubescript/apimachinery';

import type { EndpointDeps, ResourceScope } from './scope.ts';

/** Clients do not write who manages what. */
export function trackCreate(object: KubeObject, _scope: ResourceScope, _deps: EndpointDeps, _manager: string): void {
  delete object.metadata.managedFields;
}

/** What was known of the managers is kept. */
export function trackUpdate(
  current: DeepReadonly<KubeObject>,
  next: KubeObject,
  _scope: ResourceScope,
  _deps: EndpointDeps,
  _manager: string,
): void {
  const kept = current.metadata.managedFields;
  if (kept === undefined) delete next.metadata.managedFields;
  else next.metadata.managedFields = structuredClone(kept) as NonNullable<typeof next.metadata.managedFields>;
}
