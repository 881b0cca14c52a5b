import type { Job } from '@kubescript/api/batch/v1';
import type { Pod } from '@kubescript/api/core/v1';
import {
  type DeepReadonly,
  keyOf,
  labelSelectorAsSelector,
  nameOf,
  namespaceOf,
  type OwnerReference,
  uidOf,
} from '@kubescript/apimachinery';
import {
  batchv1,
  corev1,
  type EventRecorder,
  newWorkQueue,
  type SharedInformer,
  type WorkQueue,
} from '@kubescript/client';
import { controllerOf, isPodActive } from '@kubescript/component-helpers';

import { millisOf } from '../shared/time.ts';
import { claimObjects } from '../shared/controller-ref-manager.ts';
import { type Controller, type ControllerContext, runWorkers } from '../shared/controller.ts';
import { asError } from '../shared/errors.ts';
import { Expectations } from '../shared/expectations.ts';
import { isTerminatingNamespace, PodControl } from '../shared/pod-control.ts';
import { indexPodsByController, podsToClaim } from '../shared/pod-index.ts';
import { slowStartBatch } from '../shared/slow-start.ts';
import { type Account, accountOf } from './accounting.ts';
import { BackoffRecords } from './backoff-records.ts';
import { PodFinalizers } from './pod-finalizers.ts';
import { isFinished, type JobPlan, planJob } from './plan.ts';
import { indexedTemplate, isTracked, trackingFinalizer } from './pods.ts';
import { JobStatusWriter } from './status.ts';

const owner = { apiVersion: 'batch/v1', kind: 'Job' };
const maxPodsPerSync = 500;

/**
 * Runs pods of Jobs until enough have succeeded or too many have failed.
 *
 * @go k8s.io/kubernetes/pkg/controller/job#Controller
 */
export class JobController implements Controller {
  readonly name = 'job-controller';
  readonly #context: ControllerContext;
  readonly #workers: number;
  readonly #queue: WorkQueue;
  readonly #recorder: EventRecorder;
  readonly #podControl: PodControl;
  readonly #expectations: Expectations;
  readonly #backoff = new BackoffRecords();
  readonly #finalizers: PodFinalizers;
  readonly #status: JobStatusWriter;
  readonly #jobs: SharedInformer<Job>;
  readonly #pods: SharedInformer<Pod>;

  constructor(context: ControllerContext, options: { readonly workers?: number } = {}) {
    this.#context = context;
    this.#workers = options.workers ?? 5;
    this.#queue = newWorkQueue({ clock: context.clock, name: this.name });
    this.#recorder = context.newRecorder(this.name);
    this.#podControl = new PodControl(context.client, this.#recorder);
    this.#expectations = new Expectations(context.clock);
    this.#finalizers = new PodFinalizers(context.client);
    this.#status = new JobStatusWriter(context.client, this.#recorder, context.clock);
    this.#jobs = context.informers.for(batchv1.jobs);
    this.#pods = context.informers.for(corev1.pods);
    indexPodsByController(this.#pods);
    this.#addHandlers();
  }

  run(signal: AbortSignal): Promise<void> {
    return runWorkers(
      {
        name: this.name,
        queue: this.#queue,
        workers: this.#workers,
        logger: this.#context.newLogger(this.name),
        waitFor: [this.#jobs, this.#pods],
        sync: (key) => this.sync(key),
      },
      signal,
    );
  }

  /** A Job needs to be looked at. */
  enqueue(job: DeepReadonly<Job>): void {
    this.#queue.add(keyOf(job));
  }

  /** A pod of a Job appeared, changed, or an orphan may have lost its Job. */
  onPod(pod: DeepReadonly<Pod>, isNew: boolean): void {
    const reference = controllerOf(pod);
    if (reference === undefined) return;
    const job = this.#jobOf(pod, reference);
    if (job === undefined) {
      if (reference.kind === 'Job' && isTracked(pod)) this.#queue.add(`${namespaceOf(pod)}/${reference.name}`);
      return;
    }
    if (isNew) this.#expectations.creationObserved(keyOf(job));
    if (pod.metadata.deletionTimestamp !== undefined) this.#expectations.deletionObserved(keyOf(job), uidOf(pod));
    this.enqueue(job);
  }

  /** A pod is gone. */
  onPodDelete(pod: DeepReadonly<Pod>): void {
    const reference = controllerOf(pod);
    const job = reference === undefined ? undefined : this.#jobOf(pod, reference);
    if (job === undefined) return;
    this.#expectations.deletionObserved(keyOf(job), uidOf(pod));
    this.enqueue(job);
  }

  /** Takes one Job a step further. */
  async sync(key: string): Promise<void> {
    const job = this.#jobs.lister.getByKey(key);
    if (job === undefined) {
      this.#expectations.forget(key);
      this.#backoff.forget(key);
      await this.#releaseOrphans(key);
      return;
    }
    if ((job.spec.managedBy ?? 'kubernetes.io/job-controller') !== 'kubernetes.io/job-controller') return;
    if (isFinished(job)) {
      await this.#finalizers.release(this.#ownPods(job).filter(isTracked));
      this.#backoff.forget(key);
      return;
    }
    const maySteer = this.#expectations.satisfied(key);
    const now = this.#context.clock.now();
    const pods = await this.#claimPods(job);
    const account = accountOf(job, pods);
    this.#backoff.note(key, account, now);
    const plan = planJob(job, account, now);
    const deleting = job.metadata.deletionTimestamp !== undefined;
    const steered = maySteer && !deleting ? await this.#steer(job, account, plan) : {};
    await this.#status.write(job, account, plan);
    await this.#finalizers.release(account.release);
    this.#comeBack(key, job, now);
    if (steered.error !== undefined) throw asError(steered.error);
  }

  async #steer(job: DeepReadonly<Job>, account: Account, plan: JobPlan): Promise<{ readonly error?: unknown }> {
    if (plan.delete.length > 0) return this.#deletePods(job, plan.delete);
    const count = typeof plan.create === 'number' ? plan.create : plan.create.length;
    if (count === 0) return {};
    const wait = this.#backoff.remaining(keyOf(job), this.#context.clock.now());
    if (wait > 0) {
      this.#queue.addAfter(keyOf(job), wait);
      return {};
    }
    return this.#createPods(job, account, plan.create);
  }

  async #createPods(
    job: DeepReadonly<Job>,
    account: Account,
    what: number | readonly number[],
  ): Promise<{ readonly error?: unknown }> {
    const key = keyOf(job);
    const total = Math.min(maxPodsPerSync, typeof what === 'number' ? what : what.length);
    this.#expectations.expectCreations(key, total);
    const { successes, error } = await slowStartBatch(total, async (position) => {
      try {
        await this.#createPod(job, account, typeof what === 'number' ? undefined : what[position]);
      } catch (err) {
        if (!isTerminatingNamespace(err)) throw err;
        this.#expectations.creationObserved(key);
      }
    });
    this.#expectations.creationObserved(key, total - successes);
    return error === undefined ? {} : { error };
  }

  async #createPod(job: DeepReadonly<Job>, account: Account, index: number | undefined): Promise<void> {
    const finalizers = [trackingFinalizer];
    if (index === undefined) {
      await this.#podControl.create(job.spec.template, job, owner, { finalizers });
      return;
    }
    const failures =
      job.spec.backoffLimitPerIndex === undefined ? undefined : (account.failuresOfIndex.get(index) ?? 0);
    const generateName = `${nameOf(job)}-${String(index)}-`;
    await this.#podControl.create(indexedTemplate(job, index, failures), job, owner, { finalizers, generateName });
  }

  async #deletePods(job: DeepReadonly<Job>, pods: readonly DeepReadonly<Pod>[]): Promise<{ readonly error?: unknown }> {
    const key = keyOf(job);
    this.#expectations.expectDeletions(key, pods.map(uidOf));
    const results = await Promise.allSettled(
      pods.map(async (pod) => {
        try {
          await this.#podControl.delete(pod, job);
        } catch (err) {
          this.#expectations.deletionObserved(key, uidOf(pod));
          throw err;
        }
      }),
    );
    const failed = results.find((result) => result.status === 'rejected');
    return failed === undefined ? {} : { error: failed.reason };
  }

  /** Pods whose Job is gone must not be held. */
  async #releaseOrphans(key: string): Promise<void> {
    const namespace = key.slice(0, key.indexOf('/'));
    const name = key.slice(key.indexOf('/') + 1);
    const orphans = this.#pods.lister.list({
      namespace,
      filter: (pod) => isTracked(pod) && controllerOf(pod)?.kind === 'Job' && controllerOf(pod)?.name === name,
    });
    await this.#finalizers.release(orphans);
  }

  #comeBack(key: string, job: DeepReadonly<Job>, now: number): void {
    const { activeDeadlineSeconds, suspend } = job.spec;
    if (activeDeadlineSeconds === undefined || suspend === true) return;
    const started = job.status.startTime === undefined ? now : millisOf(job.status.startTime);
    this.#queue.addAfter(key, Math.max(50, started + activeDeadlineSeconds * 1000 - now + 50));
  }

  #ownPods(job: DeepReadonly<Job>): readonly DeepReadonly<Pod>[] {
    return podsToClaim(this.#pods, namespaceOf(job), uidOf(job)).filter((pod) => controllerOf(pod)?.uid === uidOf(job));
  }

  #claimPods(job: DeepReadonly<Job>): Promise<readonly DeepReadonly<Pod>[]> {
    return claimObjects<Pod>(
      {
        client: this.#context.client,
        owner: job,
        ownerKind: owner,
        resource: corev1.pods,
        selector: labelSelectorAsSelector(job.spec.selector),
        mayAdopt: isPodActive,
        freshOwner: () => this.#context.client.resource(batchv1.jobs, namespaceOf(job)).get(nameOf(job)),
      },
      podsToClaim(this.#pods, namespaceOf(job), uidOf(job)),
    );
  }

  #jobOf(pod: DeepReadonly<Pod>, reference: DeepReadonly<OwnerReference>): DeepReadonly<Job> | undefined {
    if (reference.kind !== 'Job') return undefined;
    const job = this.#jobs.lister.get(namespaceOf(pod), reference.name);
    return job !== undefined && uidOf(job) === reference.uid ? job : undefined;
  }

  #addHandlers(): void {
    this.#jobs.addEventHandler({
      onAdd: (job) => {
        this.enqueue(job);
      },
      onUpdate: (_, job) => {
        this.enqueue(job);
      },
      onDelete: (job) => {
        this.enqueue(job);
      },
    });
    this.#pods.addEventHandler({
      onAdd: (pod) => {
        this.onPod(pod, true);
      },
      onUpdate: (_, pod) => {
        this.onPod(pod, false);
      },
      onDelete: (pod) => {
        this.onPodDelete(pod);
      },
    });
  }
}
