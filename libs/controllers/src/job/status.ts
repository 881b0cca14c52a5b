import type { Job, JobCondition, JobStatus } from '@kubescript/api/batch/v1';
import { deepCopy, type Clock, type DeepReadonly, formatTime, namespaceOf } from '@kubescript/apimachinery';
import { batchv1, type Client, type EventRecorder } from '@kubescript/client';

import { findCondition, isConditionTrue, withoutCondition } from '../shared/conditions.ts';
import { sameStatus } from '../shared/equal.ts';
import type { Account } from './accounting.ts';
import type { Ending, JobPlan } from './plan.ts';

/** Writes what is known of a Job, and tells its user of turns in its life. */
export class JobStatusWriter {
  readonly #client: Client;
  readonly #recorder: EventRecorder;
  readonly #clock: Clock;

  constructor(client: Client, recorder: EventRecorder, clock: Clock) {
    this.#client = client;
    this.#recorder = recorder;
    this.#clock = clock;
  }

  /** Writes the status if it differs from the stored one. */
  async write(job: DeepReadonly<Job>, account: Account, plan: JobPlan): Promise<void> {
    const status = nextStatus(job, account, plan, this.#clock.now());
    if (sameStatus(status, job.status)) return;
    await this.#client.resource(batchv1.jobs, namespaceOf(job)).updateStatus({ ...job, status });
    this.#tell(job, status);
  }

  #tell(job: DeepReadonly<Job>, status: JobStatus): void {
    const became = (type: string): JobCondition | undefined =>
      isConditionTrue(job.status.conditions, type)
        ? undefined
        : status.conditions?.find((c) => c.type === type && c.status === 'True');
    if (became('Complete') !== undefined) this.#recorder.event(job, 'Normal', 'Completed', 'Job completed');
    const failed = became('Failed');
    if (failed !== undefined) this.#recorder.event(job, 'Warning', failed.reason ?? '', failed.message ?? '');
    if (became('Suspended') !== undefined) this.#recorder.event(job, 'Normal', 'Suspended', 'Job suspended');
    const resumed =
      isConditionTrue(job.status.conditions, 'Suspended') && !isConditionTrue(status.conditions, 'Suspended');
    if (resumed) this.#recorder.event(job, 'Normal', 'Resumed', 'Job resumed');
  }
}

/** The status that follows from the count and the plan. */
export function nextStatus(job: DeepReadonly<Job>, account: Account, plan: JobPlan, now: number): JobStatus {
  const time = formatTime(now);
  const { uncountedTerminatedPods: _, startTime, ...old } = deepCopy(job.status) as JobStatus;
  const status: JobStatus = {
    ...old,
    ...account.counted,
    active: account.active.length,
    ready: account.ready,
    terminating: account.terminating,
    ...(job.spec.suspend === true ? {} : { startTime: startTime ?? time }),
  };
  setSuspended(job, status, time);
  if (plan.ending !== undefined) setEnding(status, plan.ending, account, time);
  return status;
}

/** The decision is noted at once; the end itself only when nothing of the Job runs and everything is counted. */
function setEnding(status: JobStatus, ending: Ending, account: Account, time: string): void {
  const { type, reason, message } = ending;
  const decision = type === 'Failed' ? 'FailureTarget' : 'SuccessCriteriaMet';
  setCondition(status, {
    type: decision,
    status: 'True',
    reason,
    message,
    lastProbeTime: time,
    lastTransitionTime: time,
  });
  if (account.active.length > 0 || account.terminating > 0) return;
  const { succeeded = [], failed = [] } = status.uncountedTerminatedPods ?? {};
  if (succeeded.length + failed.length > 0) return;
  delete status.uncountedTerminatedPods;
  setCondition(status, { type, status: 'True', reason, message, lastProbeTime: time, lastTransitionTime: time });
  if (type === 'Complete') status.completionTime = time;
}

function setSuspended(job: DeepReadonly<Job>, status: JobStatus, time: string): void {
  const suspended = job.spec.suspend === true;
  const known = findCondition(status.conditions, 'Suspended');
  if (known === undefined && !suspended) return;
  if (known?.status === (suspended ? 'True' : 'False')) return;
  const [reason, message] = suspended ? ['JobSuspended', 'Job suspended'] : ['JobResumed', 'Job resumed'];
  const next = { type: 'Suspended', status: suspended ? 'True' : 'False', reason, message };
  setCondition(status, { ...next, lastProbeTime: time, lastTransitionTime: time });
  if (!suspended) status.startTime = time;
}

function setCondition(status: JobStatus, next: JobCondition): void {
  const old = findCondition<JobCondition>(status.conditions, next.type);
  if (old?.status === next.status) return;
  status.conditions = [...withoutCondition(status.conditions, next.type), next];
}
