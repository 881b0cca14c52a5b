import { deepCopy } from '@kubescript/apimachinery';
import type { StatefulSet, StatefulSetStatus } from '@kubescript/api/apps/v1';
import type { Pod } from '@kubescript/api/core/v1';
import type { DeepReadonly } from '@kubescript/apimachinery';
import { isPodAvailable, isPodReady } from '@kubescript/component-helpers';

import { revisionHashLabel } from '../history/controller-history.ts';
import { resolveIntOrPercent } from '../shared/int-or-percent.ts';
import { ordinalOf } from './identity.ts';

type P = DeepReadonly<Pod>;

/** What a plan for a StatefulSet starts from. */
export interface StatefulSetInput {
  readonly set: DeepReadonly<StatefulSet>;
  readonly pods: readonly P[];
  /** Names of the revisions that pods are made from. */
  readonly currentRevision: string;
  readonly updateRevision: string;
  readonly now: number;
}

/** Which pods to make and to delete now. */
export interface StatefulSetPlan {
  readonly create: readonly { readonly ordinal: number; readonly revision: 'current' | 'update' }[];
  readonly delete: readonly P[];
}

/**
 * The next steps for the pods of a StatefulSet. With the policy OrderedReady it is one step at a time: each pod waits
 * for those before it.
 *
 * @go k8s.io/kubernetes/pkg/controller/statefulset#(*defaultStatefulSetControl).updateStatefulSet
 */
export function planStatefulSet(input: StatefulSetInput): StatefulSetPlan {
  const { set } = input;
  const inOrder = set.spec.podManagementPolicy !== 'Parallel';
  const { first, end } = rangeOf(set);
  const byOrdinal = new Map(input.pods.map((pod) => [ordinalOf(set, pod) ?? -1, pod]));
  const create: { ordinal: number; revision: 'current' | 'update' }[] = [];
  const doomed: P[] = [];
  const result = (): StatefulSetPlan => ({ create, delete: doomed });
  for (let ordinal = first; ordinal < end; ordinal++) {
    const pod = byOrdinal.get(ordinal);
    if (pod === undefined) create.push({ ordinal, revision: revisionFor(input, ordinal) });
    else if (hasEnded(pod)) {
      if (!isTerminating(pod)) doomed.push(pod);
    } else if (isHealthy(input, pod)) continue;
    if (inOrder) return result();
  }
  const condemned = condemnedPods(set, input.pods);
  for (const pod of condemned) {
    if (isTerminating(pod)) {
      if (inOrder) return result();
      continue;
    }
    doomed.push(pod);
    if (inOrder) return result();
  }
  doomed.push(...outdatedPods(input, byOrdinal));
  return result();
}

/** Pods beyond the wanted range, highest ordinal first. */
function condemnedPods(set: DeepReadonly<StatefulSet>, pods: readonly P[]): readonly P[] {
  const { first, end } = rangeOf(set);
  const ordinal = (pod: P): number => ordinalOf(set, pod) ?? -1;
  return pods
    .filter((pod) => ordinal(pod) >= 0 && (ordinal(pod) < first || ordinal(pod) >= end))
    .sort((a, b) => ordinal(b) - ordinal(a));
}

/** The pods to replace next in a rolling update: from the highest ordinal down, not more at a time than may be missing. */
function outdatedPods(input: StatefulSetInput, byOrdinal: ReadonlyMap<number, P>): readonly P[] {
  const { set, updateRevision } = input;
  if (set.spec.updateStrategy?.type === 'OnDelete') return [];
  const { first, end } = rangeOf(set);
  const { partition = 0, maxUnavailable } = set.spec.updateStrategy?.rollingUpdate ?? {};
  const allowed = Math.max(1, resolveIntOrPercent(maxUnavailable ?? 1, end - first, true));
  const lowest = first + partition;
  const targets: P[] = [];
  let missing = 0;
  for (let ordinal = end - 1; ordinal >= lowest; ordinal--) {
    const pod = byOrdinal.get(ordinal);
    if (pod === undefined || !isHealthy(input, pod)) missing += 1;
  }
  for (let ordinal = end - 1; ordinal >= lowest; ordinal--) {
    const pod = byOrdinal.get(ordinal);
    if (pod === undefined || isTerminating(pod)) continue;
    const outdated = pod.metadata.labels?.[revisionHashLabel] !== updateRevision;
    const healthy = isHealthy(input, pod);
    if (!outdated) {
      if (!healthy && allowed === 1) break;
      continue;
    }
    if (healthy && missing + targets.length >= allowed) break;
    targets.push(pod);
    if (!healthy && allowed === 1) break;
  }
  return targets;
}

/** Pods below the partition, or that a rolling update has not reached, are made from the revision they had. */
function revisionFor(input: StatefulSetInput, ordinal: number): 'current' | 'update' {
  const { set, pods, currentRevision, updateRevision } = input;
  if (currentRevision === updateRevision || set.spec.updateStrategy?.type === 'OnDelete') return 'update';
  const { first } = rangeOf(set);
  const { partition = 0 } = set.spec.updateStrategy?.rollingUpdate ?? {};
  if (partition > 0) return ordinal < first + partition ? 'current' : 'update';
  const current = pods.filter((pod) => pod.metadata.labels?.[revisionHashLabel] === currentRevision).length;
  return ordinal < first + current ? 'current' : 'update';
}

function rangeOf(set: DeepReadonly<StatefulSet>): { readonly first: number; readonly end: number } {
  const first = set.spec.ordinals?.start ?? 0;
  return { first, end: first + (set.spec.replicas ?? 1) };
}

function hasEnded(pod: P): boolean {
  return pod.status.phase === 'Failed' || pod.status.phase === 'Succeeded';
}

function isTerminating(pod: P): boolean {
  return pod.metadata.deletionTimestamp !== undefined;
}

function isHealthy({ set, now }: StatefulSetInput, pod: P): boolean {
  return (
    pod.status.phase === 'Running' && !isTerminating(pod) && isPodAvailable(pod, set.spec.minReadySeconds ?? 0, now)
  );
}

/** The status that follows from the pods. */
export function statefulSetStatus(input: StatefulSetInput): StatefulSetStatus {
  const { set, pods, currentRevision, updateRevision, now } = input;
  const of =
    (revision: string) =>
    (pod: P): boolean =>
      !isTerminating(pod) && pod.metadata.labels?.[revisionHashLabel] === revision;
  const count = (test: (pod: P) => boolean): number => pods.filter(test).length;
  const ready = (pod: P): boolean => pod.status.phase === 'Running' && isPodReady(pod);
  const { collisionCount, conditions } = set.status;
  const status: StatefulSetStatus = {
    observedGeneration: set.metadata.generation ?? 0,
    replicas: pods.length,
    readyReplicas: count(ready),
    availableReplicas: count((pod) => ready(pod) && isPodAvailable(pod, set.spec.minReadySeconds ?? 0, now)),
    currentReplicas: count(of(currentRevision)),
    updatedReplicas: count(of(updateRevision)),
    currentRevision,
    updateRevision,
    collisionCount: collisionCount ?? 0,
    ...(conditions === undefined ? {} : { conditions: deepCopy(conditions) as never }),
  };
  const isRolling = set.spec.updateStrategy?.type !== 'OnDelete';
  if (isRolling && status.updatedReplicas === pods.length && status.readyReplicas === pods.length) {
    status.currentRevision = updateRevision;
    status.currentReplicas = status.updatedReplicas;
  }
  return status;
}
