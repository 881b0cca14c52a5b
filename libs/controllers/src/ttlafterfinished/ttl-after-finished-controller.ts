import type { Job } from '@kubescript/api/batch/v1';
import { type DeepReadonly, isConflict, isNotFound, keyOf, nameOf, namespaceOf, uidOf } from '@kubescript/apimachinery';
import { batchv1, newWorkQueue, type SharedInformer, type WorkQueue } from '@kubescript/client';

import { millisOf } from '../shared/time.ts';
import { isFinished } from '../job/plan.ts';
import { type Controller, type ControllerContext, runWorkers } from '../shared/controller.ts';

/**
 * Deletes Jobs some time after their end, where they say so.
 *
 * @go k8s.io/kubernetes/pkg/controller/ttlafterfinished#Controller
 */
export class TtlAfterFinishedController implements Controller {
  readonly name = 'ttl-after-finished-controller';
  readonly #context: ControllerContext;
  readonly #workers: number;
  readonly #queue: WorkQueue;
  readonly #jobs: SharedInformer<Job>;

  constructor(context: ControllerContext, options: { readonly workers?: number } = {}) {
    this.#context = context;
    this.#workers = options.workers ?? 5;
    this.#queue = newWorkQueue({ clock: context.clock, name: this.name });
    this.#jobs = context.informers.for(batchv1.jobs);
    this.#jobs.addEventHandler({
      onAdd: (job) => {
        this.enqueue(job);
      },
      onUpdate: (_, job) => {
        this.enqueue(job);
      },
    });
  }

  run(signal: AbortSignal): Promise<void> {
    return runWorkers(
      {
        name: this.name,
        queue: this.#queue,
        workers: this.#workers,
        logger: this.#context.newLogger(this.name),
        waitFor: [this.#jobs],
        sync: (key) => this.sync(key),
      },
      signal,
    );
  }

  /** Looks at a Job again when its time has come. */
  enqueue(job: DeepReadonly<Job>): void {
    const due = expiryOf(job);
    if (due !== undefined) this.#queue.addAfter(keyOf(job), due - this.#context.clock.now());
  }

  /** Deletes a Job whose time has come; asks the server first, for its TTL may have been changed. */
  async sync(key: string): Promise<void> {
    const cached = this.#jobs.lister.getByKey(key);
    if (cached === undefined || expiryOf(cached) === undefined) return;
    const api = this.#context.client.resource(batchv1.jobs, namespaceOf(cached));
    try {
      const job = await api.get(nameOf(cached));
      const due = expiryOf(job);
      if (due === undefined) return;
      if (due > this.#context.clock.now()) this.enqueue(job);
      else {
        const preconditions = { uid: uidOf(job), resourceVersion: job.metadata.resourceVersion ?? '' };
        await api.delete(nameOf(job), { propagationPolicy: 'Foreground', preconditions });
      }
    } catch (err) {
      if (!isNotFound(err) && !isConflict(err)) throw err;
      if (isConflict(err)) this.#queue.addAfter(key, 1000);
    }
  }
}

/** When a Job is to be deleted, in milliseconds; undefined if never. */
export function expiryOf(job: DeepReadonly<Job>): number | undefined {
  const ttl = job.spec.ttlSecondsAfterFinished;
  if (ttl === undefined || !isFinished(job) || job.metadata.deletionTimestamp !== undefined) return undefined;
  const end = job.status.conditions?.find((c) => c.status === 'True' && (c.type === 'Complete' || c.type === 'Failed'));
  const at = millisOf(end?.lastTransitionTime);
  return Number.isFinite(at) ? at + ttl * 1000 : undefined;
}
