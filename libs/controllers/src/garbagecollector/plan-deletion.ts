import type { DeepReadonly, KubeObject, OwnerReference } from '@kubescript/apimachinery';

import { foregroundFinalizer, orphanFinalizer } from './graph-node.ts';

/** How an owner stands: it keeps its dependents, it waits for them to go first, or it does not exist. */
export type OwnerState = 'solid' | 'waitingForDependents' | 'dangling';

/** What is to be done with one object. */
export type DeletionPlan =
  | { readonly action: 'keep' }
  /** The references to these owners are to be taken away. */
  | { readonly action: 'dropOwners'; readonly uids: readonly string[] }
  /** Delete it; `unblock` says that its dependents wait for their own, so it must not hold its owners up. */
  | {
      readonly action: 'delete';
      readonly propagationPolicy: 'Orphan' | 'Background' | 'Foreground';
      readonly unblock: boolean;
    };

/** What the decision is made from. */
export interface DeletionFacts {
  /** The object as the server has it now. */
  readonly object: DeepReadonly<KubeObject>;
  readonly owners: readonly { readonly reference: DeepReadonly<OwnerReference>; readonly state: OwnerState }[];
  readonly hasDependents: boolean;
  /** One of its dependents is itself waiting for its dependents: a circle may be closed. */
  readonly hasWaitingDependents: boolean;
}

/**
 * Decides about an object that has owners: it stays while one of them is solid (and then loses its references to the
 * others); it goes in the foreground if an owner waits for it and it has dependents itself; else it goes by its own
 * finalizers, in the background by default.
 * @go k8s.io/kubernetes/pkg/controller/garbagecollector#(*GarbageCollector).attemptToDeleteItem
 */
export function planDeletion({ object, owners, hasDependents, hasWaitingDependents }: DeletionFacts): DeletionPlan {
  if (owners.length === 0) return { action: 'keep' };
  if (owners.some(({ state }) => state === 'solid')) {
    const uids = owners.filter(({ state }) => state !== 'solid').map(({ reference }) => reference.uid);
    return uids.length === 0 ? { action: 'keep' } : { action: 'dropOwners', uids };
  }
  if (owners.some(({ state }) => state === 'waitingForDependents') && hasDependents) {
    return { action: 'delete', propagationPolicy: 'Foreground', unblock: hasWaitingDependents };
  }
  return { action: 'delete', propagationPolicy: policyByFinalizers(object), unblock: false };
}

function policyByFinalizers(object: DeepReadonly<KubeObject>): 'Orphan' | 'Background' | 'Foreground' {
  const finalizers = object.metadata.finalizers ?? [];
  if (finalizers.includes(orphanFinalizer)) return 'Orphan';
  return finalizers.includes(foregroundFinalizer) ? 'Foreground' : 'Background';
}
