import type { Pod } from '@kubescript/api/core/v1';
import {
  type Clock,
  type DeepReadonly,
  TaskGroup,
  keyOf,
  nameOf,
  namespaceOf,
  realClock,
} from '@kubescript/apimachinery';
import { type Client, type SharedInformer, type SharedInformerFactory, corev1 } from '@kubescript/client';
import { type Logger, silentLogger } from '@kubescript/component-base';
import {
  ActionType,
  CycleState,
  type EventSink,
  type PluginRegistry,
  type PluginStatus,
  PodInfo,
  clusterEvent,
  errorStatus,
  podIdOf,
  unresolvable,
} from '@kubescript/kube-scheduler';

import { SchedulerCache } from '../cache/cache.ts';
import { Framework, type FrameworkContext } from '../framework/framework.ts';
import type { CompleteProfile } from '../framework/profile.ts';
import { DEFAULT_BACKOFF, type BackoffLimits } from '../queue/backoff.ts';
import type { QueuedPod } from '../queue/queued-pod.ts';
import { profileOf } from '../queue/requeue-hints.ts';
import { SchedulingQueue } from '../queue/scheduling-queue.ts';
import { EventHandlers } from './event-handlers.ts';
import { type Diagnosis, explain } from './fit-error.ts';
import { type PodFailure, PodReporter } from './pod-reporter.ts';
import { NodeSelection, type ScheduleResult } from './schedule-pod.ts';
import { type SchedulerMetrics, noMetrics } from './scheduler-metrics.ts';
import { Slots } from './slots.ts';

/** What a scheduler is made of. */
export interface SchedulerOptions {
  readonly client: Client;
  readonly informers: SharedInformerFactory;
  readonly registry: PluginRegistry;
  /** At least one; names must differ, and all sort the queue alike. */
  readonly profiles: readonly CompleteProfile[];
  /** Where events go, by the name of the profile that reports them. */
  readonly recorderFor: (schedulerName: string) => EventSink;
  readonly clock?: Clock;
  readonly logger?: Logger;
  readonly metrics?: SchedulerMetrics;
  readonly percentageOfNodesToScore?: number;
  readonly backoff?: BackoffLimits;
  /** Pods that waited for an event this long are tried again anyway. */
  readonly maxUnschedulableMs?: number;
  /** Decides between nodes of equal score. */
  readonly random?: () => number;
}

/** Bindings that are written at a time. */
const MAX_BINDINGS = 100;
/** The loop lets others run after this long. */
const SLICE_MS = 8;

/**
 * Gives pods nodes. One loop takes pods from the queue and decides, each in one synchronous step; bindings, and reports
 * of failure, run beside it.
 *
 * `run` once; the informers must be run by whoever made them.
 * @go kubernetes/pkg/scheduler#Scheduler
 */
export class Scheduler {
  readonly cache: SchedulerCache;
  readonly queue: SchedulingQueue;
  readonly #frameworks: ReadonlyMap<string, Framework>;
  readonly #selection: NodeSelection;
  readonly #reporter: PodReporter;
  readonly #pods: SharedInformer<Pod>;
  readonly #informers: SharedInformerFactory;
  readonly #loops = new TaskGroup();
  readonly #tasks = new TaskGroup();
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #metrics: SchedulerMetrics;
  readonly #stop = new AbortController();
  readonly #bindings = new Slots(MAX_BINDINGS);

  constructor(options: SchedulerOptions) {
    this.#clock = options.clock ?? realClock;
    this.#logger = options.logger ?? silentLogger;
    this.#metrics = options.metrics ?? noMetrics;
    this.cache = new SchedulerCache({ clock: this.#clock });
    this.#frameworks = this.#makeFrameworks(options);
    this.queue = this.#makeQueue(options);
    this.#selection = new NodeSelection(this.cache, options.percentageOfNodesToScore, options.random);
    this.#reporter = new PodReporter(options.client, this.#clock);
    this.#pods = options.informers.for(corev1.pods);
    this.#informers = options.informers;
    const handlers = new EventHandlers(this.cache, this.queue, (pod) => this.#frameworks.has(profileOf(pod)));
    handlers.attach(this.#pods, options.informers.for(corev1.nodes));
  }

  /** Schedules until the signal; returns when nothing is under way any more. Waits for the informers' first lists. */
  async run(signal: AbortSignal): Promise<void> {
    const onAbort = (): void => {
      this.#stop.abort(signal.reason);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    try {
      await this.#informers.waitForSync(signal);
      this.#loops.spawn('queue', () => this.queue.run(signal));
      await this.scheduleForever(signal);
    } catch (err) {
      if (!signal.aborted) throw err;
    } finally {
      signal.removeEventListener('abort', onAbort);
      await Promise.all([this.#loops.wait(), this.#tasks.wait()]);
    }
  }

  /** The loop of the scheduler. Ends by rejecting with the signal's reason. */
  async scheduleForever(signal: AbortSignal): Promise<never> {
    for (;;) {
      await this.queue.whenReady(signal);
      const end = this.#clock.now() + SLICE_MS;
      let hasMore = true;
      while (hasMore && this.#clock.now() < end) hasMore = this.scheduleOne();
      this.#metrics.pendingPods(this.queue.pending());
      await this.#clock.sleep(0, signal);
    }
  }

  /** Resolves when all bindings and reports under way have ended. */
  settled(): Promise<void> {
    return this.#tasks.wait();
  }

  /**
   * Takes one pod from the queue and decides about it; false if there was none. The decision is made when this
   * returns; its binding runs on.
   * @go kubernetes/pkg/scheduler#(*Scheduler).ScheduleOne
   */
  scheduleOne(): boolean {
    const queued = this.queue.pop();
    if (queued === undefined) return false;
    const framework = this.#frameworks.get(profileOf(queued.podInfo));
    if (framework === undefined || this.#needsNoNode(queued.podInfo)) {
      this.queue.done(queued.id);
      return true;
    }
    const started = performance.now();
    const state = new CycleState();
    const result = this.#schedulePodSafely(framework, state, queued.podInfo);
    this.#metrics.attempt(result.outcome, framework.profileName, (performance.now() - started) / 1000);
    if (result.outcome === 'fits') this.#assume(framework, state, queued, result.nodeName);
    else this.#tasks.spawn('fail', () => this.#failToFit(framework, state, queued, result));
    return true;
  }

  /** A bug in a plugin must not end the scheduler. */
  #schedulePodSafely(framework: Framework, state: CycleState, pod: PodInfo): ScheduleResult {
    try {
      return this.#selection.schedulePod(framework, state, pod);
    } catch (err) {
      return { outcome: 'error', status: errorStatus(err) };
    }
  }

  /** Whether a pod that was queued is being deleted, or was placed before. */
  #needsNoNode({ id, pod }: PodInfo): boolean {
    return pod.metadata.deletionTimestamp !== undefined || this.cache.isAssumed(id);
  }

  /** Counts the pod as running on its node and starts the binding. */
  #assume(framework: Framework, state: CycleState, queued: QueuedPod, nodeName: string): void {
    const { podInfo } = queued;
    this.cache.assume(podInfo, nodeName);
    this.queue.nominator.remove(podInfo.id);
    const status = framework.runReserve(state, podInfo, nodeName) ?? framework.runPermit(state, podInfo, nodeName);
    if (status !== undefined) {
      this.#tasks.spawn('undo', () => this.#undo(framework, state, queued, nodeName, status));
      return;
    }
    this.#tasks.spawn('bind', () => this.#runBindingCycle(framework, state, queued, nodeName));
  }

  async #runBindingCycle(framework: Framework, state: CycleState, queued: QueuedPod, nodeName: string): Promise<void> {
    const status = await this.#bind(framework, state, queued.podInfo, nodeName);
    if (status === undefined) this.#bound(framework, state, queued, nodeName);
    else await this.#undo(framework, state, queued, nodeName, status);
  }

  /** Runs the plugins that make the decision true. */
  async #bind(
    framework: Framework,
    state: CycleState,
    pod: PodInfo,
    nodeName: string,
  ): Promise<PluginStatus | undefined> {
    const { signal } = this.#stop;
    try {
      return (
        (await framework.waitOnPermit(pod, signal)) ??
        (await framework.runPreBind(state, pod, nodeName, signal)) ??
        (await this.#bindings.use(() => framework.runBind(state, pod, nodeName, signal)))
      );
    } catch (err) {
      return errorStatus(err);
    }
  }

  #bound(framework: Framework, state: CycleState, queued: QueuedPod, nodeName: string): void {
    const { podInfo } = queued;
    this.cache.finishBinding(podInfo.id);
    this.queue.done(podInfo.id);
    framework.runPostBind(state, podInfo, nodeName);
    const { pod } = podInfo;
    framework.recorder.event(pod, 'Normal', 'Scheduled', `Successfully assigned ${keyOf(pod)} to ${nodeName}`);
    this.#metrics.scheduled(queued, this.#clock.now());
    this.#logger.debug('Successfully bound pod to node', { pod: keyOf(pod), node: nodeName });
  }

  /** Takes a decision back: the pod is not on the node after all. */
  async #undo(
    framework: Framework,
    state: CycleState,
    queued: QueuedPod,
    nodeName: string,
    status: PluginStatus,
  ): Promise<void> {
    const { podInfo } = queued;
    framework.runUnreserve(state, podInfo, nodeName);
    this.cache.forget(podInfo.id);
    const freed = clusterEvent('AssignedPod', ActionType.Delete, 'AssignedPodDelete');
    this.queue.moveAllToActiveOrBackoff(freed, podInfo.pod, undefined);
    if (status.isRejected) queued.unschedulablePlugins.add(status.plugin);
    await this.#fail(framework, queued, status.message, status.isRejected ? 'Unschedulable' : 'SchedulerError');
  }

  /** What follows when no node was found: a chance for PostFilter plugins, then back to the queue. */
  async #failToFit(
    framework: Framework,
    state: CycleState,
    queued: QueuedPod,
    result: Exclude<ScheduleResult, { outcome: 'fits' }>,
  ): Promise<void> {
    switch (result.outcome) {
      case 'error':
        await this.#fail(framework, queued, result.status.message, 'SchedulerError');
        return;
      case 'no nodes':
        queued.unschedulablePlugins = new Set(framework.plugins.filter.map(({ name }) => name));
        await this.#fail(framework, queued, 'no nodes available to schedule pods', 'Unschedulable');
        return;
      case 'unschedulable':
        await this.#postFilter(framework, state, queued, result.diagnosis);
    }
  }

  async #postFilter(framework: Framework, state: CycleState, queued: QueuedPod, diagnosis: Diagnosis): Promise<void> {
    queued.unschedulablePlugins = new Set(diagnosis.unschedulablePlugins);
    queued.pendingPlugins = new Set(diagnosis.pendingPlugins);
    if (framework.plugins.postFilter.length === 0) {
      await this.#fail(framework, queued, explain(diagnosis), 'Unschedulable');
      return;
    }
    const { result, status } = await framework
      .runPostFilter(state, queued.podInfo, diagnosis.statuses)
      .catch((err: unknown) => ({ result: undefined, status: unresolvable(String(err)) }));
    const message = explain(diagnosis, status?.message);
    await this.#fail(framework, queued, message, 'Unschedulable', result?.nominatedNodeName);
  }

  /**
   * Puts a pod back into the queue and tells the world why it has no node.
   * @go kubernetes/pkg/scheduler#(*Scheduler).handleSchedulingFailure
   */
  async #fail(
    framework: Framework,
    queued: QueuedPod,
    message: string,
    reason: PodFailure['reason'],
    nominatedNodeName?: string,
  ): Promise<void> {
    const pod = this.#currentPod(queued.podInfo.pod);
    if (pod === undefined) {
      this.queue.delete(queued.id); // gone, or bound by somebody else
      return;
    }
    if (pod !== queued.podInfo.pod) queued.podInfo = new PodInfo(pod);
    this.queue.addUnschedulable(queued);
    if (nominatedNodeName !== undefined && nominatedNodeName !== '') {
      this.queue.nominator.nominate(queued.podInfo, nominatedNodeName);
    }
    if (this.#isStopped()) return;
    framework.recorder.event(pod, 'Warning', 'FailedScheduling', message);
    this.#logger.debug('Unable to schedule pod', { pod: keyOf(pod), reason: message });
    try {
      await this.#reporter.reportFailure(pod, { reason, message, nominatedNodeName }, this.#stop.signal);
    } catch (err) {
      if (!this.#isStopped()) this.#logger.error('Failed to update the status of a pod', { pod: keyOf(pod), err });
    }
  }

  #isStopped(): boolean {
    return this.#stop.signal.aborted;
  }

  /** The pod as the informer knows it now; undefined if it needs no node any more. */
  #currentPod(pod: DeepReadonly<Pod>): DeepReadonly<Pod> | undefined {
    const current = this.#pods.lister.get(namespaceOf(pod), nameOf(pod));
    if (current === undefined || podIdOf(current) !== podIdOf(pod)) return undefined;
    return (current.spec.nodeName ?? '') === '' ? current : undefined;
  }

  #makeFrameworks(options: SchedulerOptions): ReadonlyMap<string, Framework> {
    const context = (name: string): FrameworkContext => ({
      client: options.client,
      informers: options.informers,
      recorder: options.recorderFor(name),
      clock: this.#clock,
      nominator: lateNominator(() => this.queue.nominator),
      snapshot: this.cache,
      spawn: (task, work) => {
        this.#tasks.spawn(task, () => work(this.#stop.signal));
      },
    });
    const frameworks = options.profiles.map((profile) => {
      return [profile.schedulerName, new Framework(profile, options.registry, context(profile.schedulerName))] as const;
    });
    return new Map(frameworks);
  }

  #makeQueue({ backoff = DEFAULT_BACKOFF, maxUnschedulableMs }: SchedulerOptions): SchedulingQueue {
    const [first] = this.#frameworks.values();
    const sort = first?.plugins.queueSort[0];
    if (sort === undefined) throw new Error('a scheduler needs a profile with a QueueSort plugin');
    return new SchedulingQueue({
      less: (a, b) => sort.less(a, b),
      preEnqueue: (pod) => this.#frameworks.get(profileOf(pod))?.runPreEnqueue(pod),
      registeredEvents: new Map([...this.#frameworks].map(([name, framework]) => [name, framework.registeredEvents()])),
      clock: this.#clock,
      backoff,
      ...(maxUnschedulableMs === undefined ? {} : { maxUnschedulableMs }),
    });
  }
}

/** The queue owns the nominator, and is made after the plugins that use it. */
function lateNominator(nominator: () => SchedulingQueue['nominator']): FrameworkContext['nominator'] {
  return {
    nominate: (pod, nodeName) => {
      nominator().nominate(pod, nodeName);
    },
    remove: (id) => {
      nominator().remove(id);
    },
    nodeOf: (id) => nominator().nodeOf(id),
    podsFor: (nodeName) => nominator().podsFor(nodeName),
  };
}
