import type { CronJob, CronJobStatus, Job } from '@kubescript/api/batch/v1';
import {
  deepCopy,
  type DeepReadonly,
  formatTime,
  isAlreadyExists,
  isNotFound,
  keyOf,
  nameOf,
  namespaceOf,
  uidOf,
} from '@kubescript/apimachinery';
import {
  batchv1,
  type EventRecorder,
  newWorkQueue,
  referenceTo,
  type SharedInformer,
  type WorkQueue,
} from '@kubescript/client';
import { controllerOf, isControlledBy } from '@kubescript/component-helpers';

import { isFinished } from '../job/plan.ts';
import { isConditionTrue } from '../shared/conditions.ts';
import { type Controller, type ControllerContext, runWorkers } from '../shared/controller.ts';
import { semanticEqual } from '../shared/equal.ts';
import { isTerminatingNamespace } from '../shared/pod-control.ts';
import { dueTime, jobFor, outdatedJobs } from './plan.ts';
import { parseSchedule, type Schedule } from './schedule.ts';

const ownerIndex = 'cronJobUid';

/**
 * Makes Jobs at the times that CronJobs name.
 *
 * @go k8s.io/kubernetes/pkg/controller/cronjob#ControllerV2
 */
export class CronJobController implements Controller {
  readonly name = 'cronjob-controller';
  readonly #context: ControllerContext;
  readonly #workers: number;
  readonly #queue: WorkQueue;
  readonly #recorder: EventRecorder;
  readonly #cronJobs: SharedInformer<CronJob>;
  readonly #jobs: SharedInformer<Job>;

  constructor(context: ControllerContext, options: { readonly workers?: number } = {}) {
    this.#context = context;
    this.#workers = options.workers ?? 5;
    this.#queue = newWorkQueue({ clock: context.clock, name: this.name });
    this.#recorder = context.newRecorder(this.name);
    this.#cronJobs = context.informers.for(batchv1.cronjobs);
    this.#jobs = context.informers.for(batchv1.jobs);
    this.#jobs.addIndexer(ownerIndex, (job) => {
      const owner = controllerOf(job);
      return owner?.kind === 'CronJob' ? [owner.uid] : [];
    });
    this.#addHandlers();
  }

  run(signal: AbortSignal): Promise<void> {
    return runWorkers(
      {
        name: this.name,
        queue: this.#queue,
        workers: this.#workers,
        logger: this.#context.newLogger(this.name),
        waitFor: [this.#cronJobs, this.#jobs],
        sync: (key) => this.sync(key),
      },
      signal,
    );
  }

  /** A Job of a CronJob came, changed or went. */
  onJob(job: DeepReadonly<Job>): void {
    const owner = controllerOf(job);
    if (owner?.kind === 'CronJob') this.#queue.add(`${namespaceOf(job)}/${owner.name}`);
  }

  /** Takes stock of a CronJob's Jobs, and makes the one that is due; comes back for the next. */
  async sync(key: string): Promise<void> {
    const cronJob = this.#cronJobs.lister.getByKey(key);
    if (cronJob === undefined || cronJob.metadata.deletionTimestamp !== undefined) return;
    const jobs = this.#jobs.lister.byIndex(ownerIndex, uidOf(cronJob));
    const status = this.#takeStock(cronJob, jobs);
    await this.#cleanUp(cronJob, jobs);
    try {
      const schedule = this.#scheduleOf(cronJob);
      if (schedule !== undefined && cronJob.spec.suspend !== true) await this.#runDue(cronJob, schedule, status, jobs);
    } finally {
      await this.#writeStatus(cronJob, status);
    }
  }

  /** The status with finished Jobs taken off the list of active ones. */
  #takeStock(cronJob: DeepReadonly<CronJob>, jobs: readonly DeepReadonly<Job>[]): CronJobStatus {
    const status = deepCopy(cronJob.status) as CronJobStatus;
    const active = new Set((status.active ?? []).map(({ uid }) => uid));
    for (const job of jobs) {
      const finished = isFinished(job);
      if (!active.has(uidOf(job)) && !finished) status.active = [...(status.active ?? []), referenceTo(job)];
      if (!finished) continue;
      if (active.has(uidOf(job))) {
        status.active = (status.active ?? []).filter(({ uid }) => uid !== uidOf(job));
        const outcome = isConditionTrue(job.status.conditions, 'Complete') ? 'Complete' : 'Failed';
        this.#recorder.event(
          cronJob,
          'Normal',
          'SawCompletedJob',
          `Saw completed job: ${nameOf(job)}, condition: ${outcome}`,
        );
      }
      const { completionTime } = job.status;
      const isLater = completionTime !== undefined && completionTime > (status.lastSuccessfulTime ?? '');
      if (isLater && isConditionTrue(job.status.conditions, 'Complete')) status.lastSuccessfulTime = completionTime;
    }
    const known = new Set(jobs.map(uidOf));
    status.active = (status.active ?? []).filter(({ uid }) => known.has(uid ?? ''));
    return status;
  }

  async #cleanUp(cronJob: DeepReadonly<CronJob>, jobs: readonly DeepReadonly<Job>[]): Promise<void> {
    for (const job of outdatedJobs(cronJob, jobs)) await this.#deleteJob(cronJob, job);
  }

  #scheduleOf(cronJob: DeepReadonly<CronJob>): Schedule | undefined {
    try {
      return parseSchedule(cronJob.spec.schedule, cronJob.spec.timeZone ?? 'UTC');
    } catch (err) {
      const message = `unparseable schedule "${cronJob.spec.schedule}": ${err instanceof Error ? err.message : String(err)}`;
      this.#recorder.event(cronJob, 'Warning', 'UnparseableSchedule', message);
      return undefined;
    }
  }

  async #runDue(
    cronJob: DeepReadonly<CronJob>,
    schedule: Schedule,
    status: CronJobStatus,
    jobs: readonly DeepReadonly<Job>[],
  ): Promise<void> {
    const now = this.#context.clock.now();
    const { missed, tooMany, next } = dueTime(cronJob, schedule, now);
    if (next !== undefined) this.#queue.addAfter(keyOf(cronJob), next - now + 100);
    if (tooMany) {
      const message = 'too many missed start times. Set or decrease .spec.startingDeadlineSeconds or check clock skew';
      this.#recorder.event(cronJob, 'Warning', 'TooManyMissedTimes', message);
    }
    if (missed === undefined) return;
    const policy = cronJob.spec.concurrencyPolicy;
    if (policy === 'Forbid' && (status.active ?? []).length > 0) {
      const message = 'Not starting job because prior execution is running and concurrency policy is Forbid';
      this.#recorder.event(cronJob, 'Normal', 'JobAlreadyActive', message);
      return;
    }
    if (policy === 'Replace') {
      for (const job of jobs.filter((candidate) => !isFinished(candidate))) await this.#deleteJob(cronJob, job);
      status.active = [];
    }
    await this.#start(cronJob, missed, status);
  }

  async #start(cronJob: DeepReadonly<CronJob>, scheduled: number, status: CronJobStatus): Promise<void> {
    const api = this.#context.client.resource(batchv1.jobs, namespaceOf(cronJob));
    const wanted = jobFor(cronJob, scheduled);
    let job: DeepReadonly<Job>;
    try {
      job = await api.create(wanted);
      this.#recorder.event(cronJob, 'Normal', 'SuccessfulCreate', `Created job ${nameOf(job)}`);
    } catch (err) {
      if (isTerminatingNamespace(err)) return;
      if (!isAlreadyExists(err)) {
        const message = `Error creating job: ${err instanceof Error ? err.message : String(err)}`;
        this.#recorder.event(cronJob, 'Warning', 'FailedCreate', message);
        throw err;
      }
      job = await api.get(nameOf(wanted));
      if (!isControlledBy(job, cronJob)) throw err;
    }
    const others = (status.active ?? []).filter(({ uid }) => uid !== uidOf(job));
    status.active = isFinished(job) ? others : [...others, referenceTo(job)];
    status.lastScheduleTime = formatTime(scheduled);
  }

  async #deleteJob(cronJob: DeepReadonly<CronJob>, job: DeepReadonly<Job>): Promise<void> {
    try {
      const api = this.#context.client.resource(batchv1.jobs, namespaceOf(job));
      await api.delete(nameOf(job), { propagationPolicy: 'Background' });
      this.#recorder.event(cronJob, 'Normal', 'SuccessfulDelete', `Deleted job ${nameOf(job)}`);
    } catch (err) {
      if (!isNotFound(err)) throw err;
    }
  }

  async #writeStatus(cronJob: DeepReadonly<CronJob>, status: CronJobStatus): Promise<void> {
    if (semanticEqual(withoutVersions(cronJob.status), withoutVersions(status))) return;
    await this.#context.client.resource(batchv1.cronjobs, namespaceOf(cronJob)).updateStatus({ ...cronJob, status });
  }

  #addHandlers(): void {
    const enqueue = (cronJob: DeepReadonly<CronJob>): void => {
      this.#queue.add(keyOf(cronJob));
    };
    this.#cronJobs.addEventHandler({
      onAdd: enqueue,
      onUpdate: (_, cronJob) => {
        enqueue(cronJob);
      },
    });
    const onJob = (job: DeepReadonly<Job>): void => {
      this.onJob(job);
    };
    this.#jobs.addEventHandler({
      onAdd: onJob,
      onUpdate: (_, job) => {
        onJob(job);
      },
      onDelete: onJob,
    });
  }
}

/** References to active Jobs are compared without the version of the Job they were made from. */
function withoutVersions(status: DeepReadonly<CronJobStatus>): unknown {
  return { ...status, active: (status.active ?? []).map(({ resourceVersion: _, ...reference }) => reference) };
}
