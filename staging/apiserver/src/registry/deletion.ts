import {
  type DeepReadonly,
  formatTime,
  type GroupVersionKind,
  type KubeObject,
  nameOf,
  newConflict,
  parseTime,
} from '@kubescript/apimachinery';

import type { DeleteCall } from './rest.ts';
import type { Strategy } from './strategy.ts';

/** The garbage collector removes it when all dependents have lost their owner reference. */
export const ORPHAN_FINALIZER = 'orphan';
/** The garbage collector removes it when all blocking dependents are gone. */
export const FOREGROUND_FINALIZER = 'foregroundDeletion';

/** What a DELETE comes to, given the current state of the object. */
export type DeletionPlan<T extends KubeObject> =
  /** Nothing waits for anything: the object goes. */
  | { readonly kind: 'remove' }
  /** The object is marked; `thenRemove`: and goes at once, as the grace period is 0 and nobody holds it. */
  | { readonly kind: 'mark'; readonly object: T; readonly thenRemove: boolean }
  /** A deletion as good as this one is under way. */
  | { readonly kind: 'pending' };

/**
 * Throws 409 if the object is not the one that the request is about.
 *
 * @go k8s.io/apiserver/pkg/registry/rest#BeforeDelete
 */
export function checkPreconditions(
  object: DeepReadonly<KubeObject>,
  preconditions: DeleteCall['preconditions'],
  { group, kind }: Pick<GroupVersionKind, 'group' | 'kind'>,
): void {
  const { uid = '', resourceVersion = '' } = object.metadata;
  const refuse = (message: string): Error => newConflict({ group, resource: kind }, nameOf(object), message);
  if (preconditions?.uid !== undefined && preconditions.uid !== uid) {
    throw refuse(
      `the UID in the precondition (${preconditions.uid}) does not match the UID in record (${uid}). The object might have been deleted and then recreated`,
    );
  }
  if (preconditions?.resourceVersion !== undefined && preconditions.resourceVersion !== resourceVersion) {
    throw refuse(
      `the ResourceVersion in the precondition (${preconditions.resourceVersion}) does not match the ResourceVersion in record (${resourceVersion}). The object might have been modified`,
    );
  }
}

/**
 * Decides what a DELETE does to an object: graceful deletion, finalizers, and the policy for dependents.
 *
 * @go k8s.io/apiserver/pkg/registry/generic/registry#(*Store).updateForGracefulDeletionAndFinalizers
 */
export function planDeletion<T extends KubeObject>(
  current: DeepReadonly<T>,
  strategy: Strategy<T>,
  call: Pick<DeleteCall, 'gracePeriodSeconds' | 'propagationPolicy'>,
  now: number,
): DeletionPlan<T> {
  // A deletion changes metadata only, so everything else is shared.
  const object = { ...current, metadata: { ...current.metadata } } as T;
  const grace = markGraceful(object, strategy, call, now);
  if (grace === 'pending') return { kind: 'pending' };
  const finalizers = finalizersFor(object, strategy, call.propagationPolicy);
  if (finalizers.length > 0) object.metadata.finalizers = [...finalizers];
  else delete object.metadata.finalizers;
  const isHeld = finalizers.length > 0;
  if (grace !== 'none') return { kind: 'mark', object, thenRemove: !isHeld && grace === 0 };
  if (!isHeld) return { kind: 'remove' };
  markHeld(object, now);
  return { kind: 'mark', object, thenRemove: false };
}

/** Sets the time at which the object may be gone; gives the grace period in seconds. */
function markGraceful<T extends KubeObject>(
  object: T,
  strategy: Strategy<T>,
  call: Pick<DeleteCall, 'gracePeriodSeconds'>,
  now: number,
): number | 'none' | 'pending' {
  if (strategy.gracePeriodFor === undefined) return 'none';
  const asked = call.gracePeriodSeconds;
  const requested = asked !== undefined && asked < 0 ? 1 : asked;
  const { metadata } = object;
  if (metadata.deletionTimestamp !== undefined) return shortenGrace(object, requested);
  const seconds = strategy.gracePeriodFor(object as DeepReadonly<T>, requested);
  if (seconds === undefined) return 'none';
  metadata.deletionTimestamp = formatTime(now + seconds * 1000);
  metadata.deletionGracePeriodSeconds = seconds;
  bumpGeneration(object);
  return seconds;
}

/** A deletion under way can only be made shorter. */
function shortenGrace(object: KubeObject, requested: number | undefined): number | 'none' | 'pending' {
  const { metadata } = object;
  const before = metadata.deletionGracePeriodSeconds;
  if (before === undefined || metadata.deletionTimestamp === undefined) return 'none';
  if (requested === undefined || requested >= before) return 'pending';
  metadata.deletionTimestamp = formatTime(parseTime(metadata.deletionTimestamp) + (requested - before) * 1000);
  metadata.deletionGracePeriodSeconds = requested;
  return requested;
}

/** Marks an object that has finalizers and no grace period. */
function markHeld(object: KubeObject, now: number): void {
  const { metadata } = object;
  if (metadata.deletionTimestamp === undefined) bumpGeneration(object);
  if (metadata.deletionTimestamp === undefined || parseTime(metadata.deletionTimestamp) > now) {
    metadata.deletionTimestamp = formatTime(now);
  }
  metadata.deletionGracePeriodSeconds = 0;
}

function bumpGeneration(object: KubeObject): void {
  const { generation = 0 } = object.metadata;
  if (generation > 0) object.metadata.generation = generation + 1;
}

/**
 * The finalizers that the object has during its deletion: the policy for dependents is told by one of them.
 *
 * @go k8s.io/apiserver/pkg/registry/generic/registry#deletionFinalizersForGarbageCollection
 */
function finalizersFor<T extends KubeObject>(
  object: T,
  strategy: Strategy<T>,
  policy: DeleteCall['propagationPolicy'],
): readonly string[] {
  const old = object.metadata.finalizers ?? [];
  const kept = old.filter((name) => name !== ORPHAN_FINALIZER && name !== FOREGROUND_FINALIZER);
  switch (policy ?? impliedPolicy(old) ?? strategy.defaultPropagation ?? 'Background') {
    case 'Orphan':
      return [...kept, ORPHAN_FINALIZER];
    case 'Foreground':
      return [...kept, FOREGROUND_FINALIZER];
    case 'Background':
      return kept;
  }
}

/** The policy that the object already carries. */
function impliedPolicy(finalizers: readonly string[]): DeleteCall['propagationPolicy'] {
  if (finalizers.includes(ORPHAN_FINALIZER)) return 'Orphan';
  return finalizers.includes(FOREGROUND_FINALIZER) ? 'Foreground' : undefined;
}

/**
 * An update that leaves an object in this state ends its deletion.
 *
 * @go k8s.io/apiserver/pkg/registry/generic/registry#ShouldDeleteDuringUpdate
 */
export function isLastFinalizerGone(object: DeepReadonly<KubeObject>, old: DeepReadonly<KubeObject>): boolean {
  return (object.metadata.finalizers ?? []).length === 0 && old.metadata.deletionGracePeriodSeconds === 0;
}
