import type { Job, JobStatus } from '@kubescript/api/batch/v1';
import type { Pod } from '@kubescript/api/core/v1';
import { type DeepReadonly, uidOf } from '@kubescript/apimachinery';
import { isPodActive, isPodReady } from '@kubescript/component-helpers';

import { verdictOn } from './failure-policy.ts';
import { formatIndexes, parseIndexes } from './indexes.ts';
import { hasFailed, indexFailures, indexOf, isIndexed, isTracked } from './pods.ts';

/** Where a Job stands, counted from its status and its pods. */
export interface Account {
  readonly active: readonly DeepReadonly<Pod>[];
  readonly ready: number;
  /** Pods that are being deleted and have not come to their end. */
  readonly terminating: number;
  /** Including those that are not in the status's totals yet. */
  readonly succeeded: number;
  readonly failed: number;
  readonly succeededIndexes: ReadonlySet<number>;
  readonly failedIndexes: ReadonlySet<number>;
  /** Failures that a new pod of an index starts from. */
  readonly failuresOfIndex: ReadonlyMap<number, number>;
  /** Why a pod's failure fails the Job at once. */
  readonly failJob: string | undefined;
  /** The counting fields of the new status. */
  readonly counted: Pick<
    JobStatus,
    'succeeded' | 'failed' | 'completedIndexes' | 'failedIndexes' | 'uncountedTerminatedPods'
  >;
  /** Pods that are in the new status and may lose their finalizer once it is written. */
  readonly release: readonly DeepReadonly<Pod>[];
  /** Failed pods that are counted for the first time. */
  readonly newFailures: readonly DeepReadonly<Pod>[];
  readonly hasNewSuccess: boolean;
}

/**
 * Counts the pods of a Job so that none is missed or counted twice, whatever fails in between: the UIDs of pods that
 * ended are first written to the status, then the pods lose their finalizer, and only then the UIDs become numbers.
 *
 * @go k8s.io/kubernetes/pkg/controller/job#(*Controller).trackJobStatusAndRemoveFinalizers
 */
export function accountOf(job: DeepReadonly<Job>, pods: readonly DeepReadonly<Pod>[]): Account {
  const tracked = new Set(pods.filter(isTracked).map(uidOf));
  const waiting = job.status.uncountedTerminatedPods ?? {};
  const still = (uids: readonly string[] | undefined): string[] => (uids ?? []).filter((uid) => tracked.has(uid));
  const [succeededUids, failedUids] = [new Set(still(waiting.succeeded)), new Set(still(waiting.failed))];
  const gone = (uids: readonly string[] | undefined): number => (uids ?? []).length - still(uids).length;
  const totals = {
    succeeded: (job.status.succeeded ?? 0) + gone(waiting.succeeded),
    failed: (job.status.failed ?? 0) + gone(waiting.failed),
  };
  const limit = job.spec.completions ?? Number.POSITIVE_INFINITY;
  const succeededIndexes = parseIndexes(job.status.completedIndexes, limit);
  const failedIndexes = parseIndexes(job.status.failedIndexes, limit);
  const newFailures: DeepReadonly<Pod>[] = [];
  const ignored: DeepReadonly<Pod>[] = [];
  let failJob: string | undefined;
  let hasNewSuccess = false;
  for (const pod of pods) {
    if (!isTracked(pod)) continue;
    const index = isIndexed(job) ? indexOf(pod) : undefined;
    if (isIndexed(job) && (index === undefined || index >= limit)) continue;
    if (pod.status.phase === 'Succeeded') {
      if (index !== undefined) {
        succeededIndexes.add(index);
        failedIndexes.delete(index);
      }
      if (!succeededUids.has(uidOf(pod))) hasNewSuccess = true;
      succeededUids.add(uidOf(pod));
    } else if (hasFailed(pod, job)) {
      const verdict = verdictOn(job, pod);
      failJob ??= verdict.message;
      if (verdict.action === 'Ignore') {
        ignored.push(pod);
        continue;
      }
      if (index !== undefined && isLastFailureOfIndex(job, pod, verdict.action)) failedIndexes.add(index);
      if (!failedUids.has(uidOf(pod))) newFailures.push(pod);
      failedUids.add(uidOf(pod));
    }
  }
  const active = pods.filter((pod) => isPodActive(pod) && !failedUids.has(uidOf(pod)));
  const isPerIndex = isIndexed(job);
  const succeeded = isPerIndex ? succeededIndexes.size : totals.succeeded + succeededUids.size;
  return {
    active,
    ready: active.filter(isPodReady).length,
    terminating: pods.filter((pod) => pod.metadata.deletionTimestamp !== undefined && !hasEnded(pod)).length,
    succeeded,
    failed: totals.failed + failedUids.size,
    succeededIndexes,
    failedIndexes,
    failuresOfIndex: failuresByIndex(job, pods),
    failJob,
    counted: {
      succeeded: isPerIndex ? succeededIndexes.size : totals.succeeded,
      failed: totals.failed,
      ...(isPerIndex ? { completedIndexes: formatIndexes(succeededIndexes) } : {}),
      ...(job.spec.backoffLimitPerIndex === undefined ? {} : { failedIndexes: formatIndexes(failedIndexes) }),
      uncountedTerminatedPods: {
        ...(isPerIndex || succeededUids.size === 0 ? {} : { succeeded: [...succeededUids].sort() }),
        ...(failedUids.size === 0 ? {} : { failed: [...failedUids].sort() }),
      },
    },
    release: [
      ...pods.filter((pod) => isTracked(pod) && (succeededUids.has(uidOf(pod)) || failedUids.has(uidOf(pod)))),
      ...ignored,
    ],
    newFailures,
    hasNewSuccess,
  };
}

function hasEnded(pod: DeepReadonly<Pod>): boolean {
  return pod.status.phase === 'Succeeded' || pod.status.phase === 'Failed';
}

function isLastFailureOfIndex(job: DeepReadonly<Job>, pod: DeepReadonly<Pod>, action: string): boolean {
  const limit = job.spec.backoffLimitPerIndex;
  if (limit === undefined) return false;
  if (action === 'FailIndex' || job.spec.template.spec?.restartPolicy === 'OnFailure') return true;
  return failuresBefore(pod) >= limit;
}

function failuresBefore(pod: DeepReadonly<Pod>): number {
  return Number(pod.metadata.annotations?.[indexFailures] ?? '0') || 0;
}

function failuresByIndex(job: DeepReadonly<Job>, pods: readonly DeepReadonly<Pod>[]): ReadonlyMap<number, number> {
  const failures = new Map<number, number>();
  if (job.spec.backoffLimitPerIndex === undefined) return failures;
  for (const pod of pods) {
    const index = indexOf(pod);
    if (index === undefined || !hasFailed(pod, job) || verdictOn(job, pod).action === 'Ignore') continue;
    failures.set(index, Math.max(failures.get(index) ?? 0, failuresBefore(pod) + 1));
  }
  return failures;
}
