import type { CronJob, Job } from '@kubescript/api/batch/v1';
import { deepCopy, type DeepReadonly, formatTime, nameOf, namespaceOf } from '@kubescript/apimachinery';
import { newControllerRef } from '@kubescript/component-helpers';

import { isConditionTrue } from '../shared/conditions.ts';
import { millisOf } from '../shared/time.ts';
import type { Schedule } from './schedule.ts';

/** When a CronJob was due, and when it will be. */
export interface Due {
  /** The latest time that was not served yet; undefined if there is none. */
  readonly missed: number | undefined;
  /** Enough were missed to tell the user. */
  readonly tooMany: boolean;
  readonly next: number | undefined;
}

const manyMissed = 100;

/**
 * The time that a CronJob has to be run for now: of several that were missed only the latest.
 *
 * @go k8s.io/kubernetes/pkg/controller/cronjob#mostRecentScheduleTime
 */
export function dueTime(cronJob: DeepReadonly<CronJob>, schedule: Schedule, now: number): Due {
  const created = millisOf(cronJob.metadata.creationTimestamp);
  const last = millisOf(cronJob.status.lastScheduleTime);
  const deadline = cronJob.spec.startingDeadlineSeconds;
  const since = Number.isFinite(last) ? last : created;
  const earliest = Math.max(since, deadline === undefined ? Number.NEGATIVE_INFINITY : now - deadline * 1000);
  let missed: number | undefined;
  let count = 0;
  let time = schedule.next(earliest);
  while (time !== undefined && time <= now) {
    missed = time;
    count += 1;
    const following: number | undefined = schedule.next(time);
    // After a long pause the times in between do not matter: jump to the latest.
    time = following !== undefined && count === manyMissed ? latestBefore(schedule, following, now) : following;
  }
  return { missed, tooMany: count >= manyMissed, next: schedule.next(now) };
}

function latestBefore(schedule: Schedule, from: number, now: number): number {
  for (let back = 60_000; now - back > from; back *= 2) {
    const time = schedule.next(now - back);
    if (time !== undefined && time <= now) return time;
  }
  return from;
}

/** The Job of one time of a CronJob. Its name is made from that time, so that no time is served twice. */
export function jobFor(cronJob: DeepReadonly<CronJob>, scheduled: number): Job {
  const { metadata, spec } = deepCopy(cronJob.spec.jobTemplate) as CronJob['spec']['jobTemplate'];
  const timestamp = { 'batch.kubernetes.io/cronjob-scheduled-timestamp': formatTime(scheduled) };
  return {
    kind: 'Job',
    apiVersion: 'batch/v1',
    metadata: {
      name: jobNameFor(cronJob, scheduled),
      namespace: namespaceOf(cronJob),
      labels: metadata?.labels ?? {},
      annotations: { ...metadata?.annotations, ...timestamp },
      ownerReferences: [newControllerRef(cronJob, { apiVersion: 'batch/v1', kind: 'CronJob' })],
    },
    spec: spec ?? { template: {} },
    status: {},
  };
}

/** The name of that Job. */
export function jobNameFor(cronJob: DeepReadonly<CronJob>, scheduled: number): string {
  return `${nameOf(cronJob)}-${String(Math.floor(scheduled / 60_000))}`;
}

/** The finished Jobs beyond the limits of the history, oldest first. */
export function outdatedJobs(
  cronJob: DeepReadonly<CronJob>,
  jobs: readonly DeepReadonly<Job>[],
): readonly DeepReadonly<Job>[] {
  const { successfulJobsHistoryLimit, failedJobsHistoryLimit } = cronJob.spec;
  const beyond = (type: 'Complete' | 'Failed', limit: number | undefined): readonly DeepReadonly<Job>[] => {
    if (limit === undefined) return [];
    const finished = jobs.filter((job) => isConditionTrue(job.status.conditions, type));
    finished.sort((a, b) => ((a.status.startTime ?? '') < (b.status.startTime ?? '') ? -1 : 1));
    return finished.slice(0, Math.max(0, finished.length - limit));
  };
  return [...beyond('Complete', successfulJobsHistoryLimit), ...beyond('Failed', failedJobsHistoryLimit)];
}
