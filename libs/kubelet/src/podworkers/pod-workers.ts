import type { Pod } from '@kubescript/api/core/v1';
import type { Clock, DeepReadonly } from '@kubescript/apimachinery';
import type { Logger } from '@kubescript/component-base';

import { podIdentity } from '../container/quantities.ts';
import { messageOf } from '../container/sync-error.ts';

/** Why the kubelet ends or refuses a pod of its own accord. */
export interface Verdict {
  readonly phase: 'Failed';
  readonly reason: string;
  readonly message: string;
}

/** What a sync of a pod that is to run came to. */
export interface SyncResult {
  /** The pod has run to its end, or must: go on to end it. */
  readonly terminal: boolean;
  readonly verdict?: Verdict;
  /** Milliseconds until the next sync at the latest; undefined = nothing is due. */
  readonly resyncAfter: number | undefined;
}

/** The steps of a pod's life; the workers decide which is due. */
export interface PodSteps {
  /** Brings the pod to run. @go kubernetes/pkg/kubelet#(*Kubelet).SyncPod */
  syncPod(pod: DeepReadonly<Pod>, signal: AbortSignal): Promise<SyncResult>;
  /** Ends the pod's containers. @go kubernetes/pkg/kubelet#(*Kubelet).SyncTerminatingPod */
  syncTerminatingPod(pod: DeepReadonly<Pod>, end: PodEnd, signal: AbortSignal): Promise<void>;
  /** Gives back what the pod had of the node. @go kubernetes/pkg/kubelet#(*Kubelet).SyncTerminatedPod */
  syncTerminatedPod(pod: DeepReadonly<Pod>, end: PodEnd): Promise<void>;
  /** Removes the last traces of a pod that the API server no longer has. */
  forgetPod(pod: DeepReadonly<Pod>): Promise<void>;
}

/** How a pod ends. */
export interface PodEnd {
  readonly verdict: Verdict | undefined;
  /** Seconds for its containers, or undefined for what the pod itself says. */
  readonly graceSeconds: number | undefined;
  /** The API server no longer has the pod. */
  readonly removed: boolean;
}

type Stage = 'syncing' | 'terminating' | 'terminated' | 'done';

interface Worker {
  pod: DeepReadonly<Pod>;
  stage: Stage;
  removed: boolean;
  verdict: Verdict | undefined;
  graceSeconds: number | undefined;
  pending: boolean;
  failures: number;
  /** Aborted to make the step in progress give way to a more urgent one. */
  step: AbortController;
  sleep: AbortController;
}

/** What the workers work with. */
export interface PodWorkersOptions {
  readonly steps: PodSteps;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * One worker per pod: the steps of one pod never overlap, those of different pods do. A worker always works on the
 * newest version of its pod.
 * @go kubernetes/pkg/kubelet#podWorkers
 */
export class PodWorkers {
  private readonly options: PodWorkersOptions;
  private readonly workers = new Map<string, Worker>();
  private readonly running = new Set<Promise<void>>();
  private stopped = false;

  constructor(options: PodWorkersOptions) {
    this.options = options;
  }

  /** Takes a new version of a pod. */
  update(pod: DeepReadonly<Pod>): void {
    const { uid } = podIdentity(pod);
    const worker = this.workers.get(uid);
    if (worker === undefined) {
      this.begin(uid, pod);
      return;
    }
    const shorter = gracePeriodOf(pod) < gracePeriodOf(worker.pod);
    const firstDeletion =
      pod.metadata.deletionTimestamp !== undefined && worker.pod.metadata.deletionTimestamp === undefined;
    worker.pod = pod;
    if ((worker.stage === 'syncing' && firstDeletion) || (worker.stage === 'terminating' && shorter)) interrupt(worker);
    wake(worker);
  }

  /** Says that the API server no longer has the pod. */
  remove(pod: DeepReadonly<Pod>): void {
    const worker = this.workers.get(podIdentity(pod).uid);
    if (worker === undefined) return;
    worker.removed = true;
    if (worker.stage === 'syncing') interrupt(worker);
    wake(worker);
  }

  /** Ends a pod although the API server wants it to run. */
  terminate(uid: string, verdict: Verdict, graceSeconds: number): void {
    const worker = this.workers.get(uid);
    if (worker?.stage !== 'syncing') return;
    worker.verdict ??= verdict;
    worker.graceSeconds = graceSeconds;
    interrupt(worker);
    wake(worker);
  }

  /** Has a pod looked at again. */
  wake(uid: string): void {
    const worker = this.workers.get(uid);
    if (worker !== undefined) wake(worker);
  }

  /** Whether the pod has a worker, so that what the runtime has of it is taken care of. */
  has(uid: string): boolean {
    return this.workers.has(uid);
  }

  /** The newest version of all pods that have not ended. */
  activePods(): DeepReadonly<Pod>[] {
    return [...this.workers.values()]
      .filter(({ stage }) => stage === 'syncing' || stage === 'terminating')
      .map(({ pod }) => pod);
  }

  /** The newest version of a pod. */
  pod(uid: string): DeepReadonly<Pod> | undefined {
    return this.workers.get(uid)?.pod;
  }

  /** All pods that have a worker. */
  allPods(): DeepReadonly<Pod>[] {
    return [...this.workers.values()].map(({ pod }) => pod);
  }

  /** Interrupts all steps; containers go on running. Resolves when the last step has ended. */
  async stop(): Promise<void> {
    this.stopped = true;
    for (const worker of this.workers.values()) {
      interrupt(worker);
      wake(worker);
    }
    await Promise.all(this.running);
  }

  private begin(uid: string, pod: DeepReadonly<Pod>): void {
    if (this.stopped) return;
    const fresh = { removed: false, verdict: undefined, graceSeconds: undefined, pending: true, failures: 0 };
    const worker: Worker = {
      pod,
      stage: 'syncing',
      ...fresh,
      step: new AbortController(),
      sleep: new AbortController(),
    };
    this.workers.set(uid, worker);
    const work = this.work(uid, worker).finally(() => this.running.delete(work));
    this.running.add(work);
  }

  private async work(uid: string, worker: Worker): Promise<void> {
    const { clock, logger } = this.options;
    while (!this.stopped) {
      worker.pending = false;
      worker.step = new AbortController();
      let resyncAfter: number | undefined;
      try {
        resyncAfter = await this.step(worker);
        worker.failures = 0;
      } catch (err) {
        if (worker.step.signal.aborted) resyncAfter = 0;
        else {
          resyncAfter = Math.min(30_000, 500 * 2 ** worker.failures++);
          logger.warn('a pod could not be synced', {
            pod: podIdentity(worker.pod).name,
            stage: worker.stage,
            err: messageOf(err),
          });
        }
      }
      if (worker.stage === 'done') {
        this.workers.delete(uid);
        return;
      }
      if (isPending(worker) || resyncAfter === 0) continue;
      worker.sleep = new AbortController();
      await clock.sleep(resyncAfter ?? 2 ** 31 - 1, worker.sleep.signal).catch(() => undefined);
    }
  }

  /** The step that is due. Returns the milliseconds until the next one, 0 = at once, undefined = when woken. */
  private async step(worker: Worker): Promise<number | undefined> {
    const { steps } = this.options;
    const { signal } = worker.step;
    switch (worker.stage) {
      case 'syncing': {
        const mustEnd =
          worker.removed || worker.verdict !== undefined || worker.pod.metadata.deletionTimestamp !== undefined;
        if (!mustEnd) {
          const { terminal, verdict, resyncAfter } = await steps.syncPod(worker.pod, signal);
          if (!terminal) return resyncAfter;
          worker.verdict ??= verdict;
        }
        worker.stage = 'terminating';
        return 0;
      }
      case 'terminating':
        await steps.syncTerminatingPod(worker.pod, endOf(worker), signal);
        worker.stage = 'terminated';
        return 0;
      case 'terminated':
        await steps.syncTerminatedPod(worker.pod, endOf(worker));
        if (!worker.removed) return undefined;
        await steps.forgetPod(worker.pod);
        worker.stage = 'done';
        return 0;
      case 'done':
        return undefined;
    }
  }
}

function endOf({ verdict, graceSeconds, removed }: Worker): PodEnd {
  return { verdict, graceSeconds, removed };
}

function interrupt(worker: Worker): void {
  worker.step.abort(new Error('a newer state of the pod is to be worked on'));
}

function isPending(worker: Worker): boolean {
  return worker.pending;
}

function wake(worker: Worker): void {
  worker.pending = true;
  worker.sleep.abort();
}

function gracePeriodOf(pod: DeepReadonly<Pod>): number {
  return pod.metadata.deletionGracePeriodSeconds ?? Number.POSITIVE_INFINITY;
}
