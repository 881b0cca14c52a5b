import type { Job } from '@kubescript/api/batch/v1';
import type { Pod } from '@kubescript/api/core/v1';
import { type DeepReadonly } from '@kubescript/apimachinery';

import { millisOf } from '../shared/time.ts';
import { findCondition, isConditionTrue } from '../shared/conditions.ts';
import type { Account } from './accounting.ts';
import { parseIndexes } from './indexes.ts';
import { indexOf, isIndexed, onlyReplacesFailed } from './pods.ts';

/** How a Job ends. */
export interface Ending {
  readonly type: 'Complete' | 'Failed';
  readonly reason: string;
  readonly message: string;
}

/** What to do next for a Job. */
export interface JobPlan {
  /** The Job ends so; its active pods are deleted first. */
  readonly ending?: Ending;
  /** Active pods to delete. */
  readonly delete: readonly DeepReadonly<Pod>[];
  /** How many pods to create, or of which indexes. */
  readonly create: number | readonly number[];
}

/** True if a Job has come to its end. */
export function isFinished(job: DeepReadonly<Job>): boolean {
  return isConditionTrue(job.status.conditions, 'Complete') || isConditionTrue(job.status.conditions, 'Failed');
}

/**
 * Decides whether a Job ends, and which pods it needs if it goes on.
 *
 * @go k8s.io/kubernetes/pkg/controller/job#(*Controller).syncJob
 */
export function planJob(job: DeepReadonly<Job>, account: Account, now: number): JobPlan {
  const ending = endingOf(job, account, now);
  if (ending !== undefined) return { ending, delete: account.active, create: 0 };
  if (job.spec.suspend === true) return { delete: account.active, create: 0 };
  const wanted = wantedActive(job, account);
  if (!isIndexed(job)) return planCount(job, account, wanted);
  return planIndexes(job, account, wanted);
}

/** The end that was decided on earlier, or that is due now. */
export function endingOf(job: DeepReadonly<Job>, account: Account, now: number): Ending | undefined {
  const decided = job.status.conditions?.find(
    ({ type, status }) => status === 'True' && (type === 'FailureTarget' || type === 'SuccessCriteriaMet'),
  );
  if (decided !== undefined) {
    const { type, reason = '', message = '' } = decided;
    return { type: type === 'FailureTarget' ? 'Failed' : 'Complete', reason, message };
  }
  return failureOf(job, account, now) ?? successOf(job, account);
}

function failureOf(job: DeepReadonly<Job>, account: Account, now: number): Ending | undefined {
  const failed = (reason: string, message: string): Ending => ({ type: 'Failed', reason, message });
  const { spec, status } = job;
  if (account.failJob !== undefined) return failed('PodFailurePolicy', account.failJob);
  const backoffLimit = spec.backoffLimit ?? 6;
  if (account.failed > backoffLimit || restartsExceed(job, account.active, backoffLimit)) {
    return failed('BackoffLimitExceeded', 'Job has reached the specified backoff limit');
  }
  const started = millisOf(status.startTime);
  if (
    spec.activeDeadlineSeconds !== undefined &&
    spec.suspend !== true &&
    now - started >= spec.activeDeadlineSeconds * 1000
  ) {
    return failed('DeadlineExceeded', 'Job was active longer than specified deadline');
  }
  if (spec.maxFailedIndexes !== undefined && account.failedIndexes.size > spec.maxFailedIndexes) {
    return failed('MaxFailedIndexesExceeded', 'Job has exceeded the specified maximal number of failed indexes');
  }
  const done = account.failedIndexes.size + account.succeededIndexes.size;
  if (isIndexed(job) && account.failedIndexes.size > 0 && done >= (spec.completions ?? 0)) {
    return failed('FailedIndexes', 'Job has failed indexes');
  }
  return undefined;
}

function restartsExceed(job: DeepReadonly<Job>, active: readonly DeepReadonly<Pod>[], limit: number): boolean {
  if (job.spec.template.spec?.restartPolicy !== 'OnFailure') return false;
  const restarts = active
    .flatMap((pod) => [...(pod.status.initContainerStatuses ?? []), ...(pod.status.containerStatuses ?? [])])
    .reduce((sum, status) => sum + status.restartCount, 0);
  return limit === 0 ? restarts > 0 : restarts >= limit;
}

function successOf(job: DeepReadonly<Job>, account: Account): Ending | undefined {
  const { completions, successPolicy, suspend } = job.spec;
  if (successPolicy !== undefined) {
    const limit = completions ?? 0;
    const met = successPolicy.rules.findIndex((rule) => {
      const counted = rule.succeededIndexes === undefined ? undefined : parseIndexes(rule.succeededIndexes, limit);
      const succeeded = [...account.succeededIndexes].filter((index) => counted?.has(index) ?? true).length;
      return succeeded >= (rule.succeededCount ?? counted?.size ?? limit);
    });
    if (met >= 0)
      return { type: 'Complete', reason: 'SuccessPolicy', message: `Matched rules at index ${String(met)}` };
  }
  const reached = {
    type: 'Complete',
    reason: 'CompletionsReached',
    message: 'Reached expected number of succeeded pods',
  } as const;
  if (completions !== undefined) return account.succeeded >= completions ? reached : undefined;
  const idle = account.active.length === 0 && suspend !== true;
  return account.succeeded > 0 && idle ? reached : undefined;
}

function wantedActive(job: DeepReadonly<Job>, account: Account): number {
  const parallelism = job.spec.parallelism ?? 1;
  const { completions } = job.spec;
  if (completions === undefined) return account.succeeded > 0 ? account.active.length : parallelism;
  return Math.max(0, Math.min(parallelism, completions - account.succeeded - account.failedIndexes.size));
}

function planCount(job: DeepReadonly<Job>, account: Account, wanted: number): JobPlan {
  const excess = account.active.length - wanted;
  if (excess > 0) return { delete: leastUseful(account.active).slice(0, excess), create: 0 };
  const occupied = account.active.length + (onlyReplacesFailed(job) ? account.terminating : 0);
  return { delete: [], create: Math.max(0, wanted - occupied) };
}

function planIndexes(job: DeepReadonly<Job>, account: Account, wanted: number): JobPlan {
  const completions = job.spec.completions ?? 0;
  const taken = new Set<number>();
  const surplus: DeepReadonly<Pod>[] = [];
  for (const pod of account.active) {
    const index = indexOf(pod);
    if (index === undefined || index >= completions || taken.has(index) || account.succeededIndexes.has(index))
      surplus.push(pod);
    else taken.add(index);
  }
  const kept = account.active.filter((pod) => !surplus.includes(pod));
  const excess = kept.length - wanted;
  if (excess > 0) {
    const highest = [...kept].sort((a, b) => (indexOf(b) ?? 0) - (indexOf(a) ?? 0));
    return { delete: [...surplus, ...highest.slice(0, excess)], create: 0 };
  }
  const create: number[] = [];
  for (let index = 0; index < completions && kept.length + create.length < wanted; index++) {
    if (!taken.has(index) && !account.succeededIndexes.has(index) && !account.failedIndexes.has(index))
      create.push(index);
  }
  return { delete: surplus, create };
}

/** Pods that have come least far first. */
function leastUseful(pods: readonly DeepReadonly<Pod>[]): readonly DeepReadonly<Pod>[] {
  const progress = (pod: DeepReadonly<Pod>): number => {
    if ((pod.spec.nodeName ?? '') === '') return 0;
    if (pod.status.phase !== 'Running') return 1;
    return findCondition(pod.status.conditions, 'Ready')?.status === 'True' ? 3 : 2;
  };
  return [...pods].sort((a, b) => progress(a) - progress(b));
}
