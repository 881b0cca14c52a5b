import { type Clock, realClock } from '@kubescript/apimachinery';
import {
  type ClusterEvent,
  type MaybeStatus,
  type PodInfo,
  type QueueSortPlugin,
  clusterEvent,
  ActionType,
} from '@kubescript/kube-scheduler';

import { type BackoffLimits, DEFAULT_BACKOFF, backoffEnd } from './backoff.ts';
import { InFlightPods } from './in-flight.ts';
import { KeyedHeap } from './keyed-heap.ts';
import { PodNominator } from './nominator.ts';
import { QueuedPod } from './queued-pod.ts';
import { type QueueingStrategy, RequeueHints, type RegisteredEvents } from './requeue-hints.ts';
import { UnschedulablePods } from './unschedulable-pods.ts';

/** What a queue is made of. */
export interface SchedulingQueueOptions {
  readonly less: QueueSortPlugin['less'];
  /** Runs the PreEnqueue plugins of the pod's profile; the status names the plugin that gates the pod. */
  readonly preEnqueue: (pod: PodInfo) => MaybeStatus;
  readonly registeredEvents: RegisteredEvents;
  readonly clock?: Clock;
  readonly backoff?: BackoffLimits;
  /** Pods that waited for an event this long are tried again anyway. */
  readonly maxUnschedulableMs?: number;
}

/** How many pods wait where. */
export interface PendingPods {
  readonly active: number;
  readonly backoff: number;
  readonly unschedulable: number;
  readonly gated: number;
}

const FLUSH_BACKOFF_MS = 1000;
const FLUSH_UNSCHEDULABLE_MS = 30_000;
const LEFTOVER: ClusterEvent = clusterEvent('*', ActionType.All, 'UnschedulableTimeout');

/**
 * Pods that have no node yet. A pod is in exactly one of four places: active (to be scheduled now), back-off (to be
 * scheduled when its back-off ends, or when nothing else is to be done), unschedulable (waiting for an event), or in
 * flight (popped; whoever popped it must call `done`, `addUnschedulable` or `delete`).
 *
 * Everything is synchronous except `run` and `whenReady`.
 * @go kubernetes/pkg/scheduler/backend/queue#PriorityQueue
 */
export class SchedulingQueue {
  readonly nominator = new PodNominator();
  readonly #active: KeyedHeap<QueuedPod>;
  /** Backing off after a verdict; may be popped early. */
  readonly #backoff: KeyedHeap<QueuedPod>;
  /** Backing off after an error; the API server may be in trouble, so these wait in any case. */
  readonly #errorBackoff: KeyedHeap<QueuedPod>;
  readonly #unschedulable = new UnschedulablePods();
  readonly #inFlight = new InFlightPods();
  readonly #hints: RequeueHints;
  readonly #clock: Clock;
  readonly #limits: BackoffLimits;
  readonly #maxUnschedulableMs: number;
  readonly #preEnqueue: SchedulingQueueOptions['preEnqueue'];
  #wake: (() => void) | undefined;

  constructor(options: SchedulingQueueOptions) {
    const { less } = options;
    this.#preEnqueue = options.preEnqueue;
    this.#clock = options.clock ?? realClock;
    this.#limits = options.backoff ?? DEFAULT_BACKOFF;
    this.#maxUnschedulableMs = options.maxUnschedulableMs ?? 5 * 60_000;
    this.#hints = new RequeueHints(options.registeredEvents);
    const endsFirst = (a: QueuedPod, b: QueuedPod): boolean => {
      const [endOfA, endOfB] = [backoffEnd(a, this.#limits), backoffEnd(b, this.#limits)];
      return endOfA === endOfB ? less(a, b) : endOfA < endOfB;
    };
    this.#active = new KeyedHeap(idOf, less);
    this.#backoff = new KeyedHeap(idOf, endsFirst);
    this.#errorBackoff = new KeyedHeap(idOf, endsFirst);
  }

  /** Moves pods whose back-off ended, and those that waited too long, until the signal. */
  async run(signal: AbortSignal): Promise<void> {
    let nextLeftovers = this.#clock.now() + FLUSH_UNSCHEDULABLE_MS;
    while (!signal.aborted) {
      this.flushBackoffCompleted();
      if (this.#clock.now() >= nextLeftovers) {
        this.flushUnschedulableLeftovers();
        nextLeftovers = this.#clock.now() + FLUSH_UNSCHEDULABLE_MS;
      }
      await this.#clock.sleep(FLUSH_BACKOFF_MS, signal).catch(() => undefined);
    }
  }

  /** Queues a new pod. */
  add(info: PodInfo): void {
    if (this.#find(info.id) !== undefined || this.#inFlight.has(info.id)) {
      this.update(undefined, info);
      return;
    }
    this.#moveToActive(new QueuedPod(info, this.#clock.now()));
  }

  /** Takes over a new version of a pod, which may make it schedulable. */
  update(old: PodInfo | undefined, info: PodInfo): void {
    const event = (actionType: number, podId: string) => ({
      event: clusterEvent('UnscheduledPod', actionType, 'UnscheduledPodUpdate'),
      oldObject: old?.pod,
      newObject: info.pod,
      podId,
    });
    const happened = event(podChanges(old, info), info.id);
    if (this.#inFlight.has(info.id)) {
      this.#inFlight.record(happened);
      return;
    }
    for (const heap of [this.#active, this.#backoff, this.#errorBackoff]) {
      const pod = heap.get(info.id);
      if (pod === undefined) continue;
      pod.podInfo = info;
      heap.put(pod);
      return;
    }
    const pod = this.#unschedulable.get(info.id);
    if (pod === undefined) {
      this.#moveToActive(new QueuedPod(info, this.#clock.now()));
      return;
    }
    pod.podInfo = info;
    this.#requeue(pod, this.#hints.strategyFor(pod, happened.event, happened.oldObject, happened.newObject));
  }

  /** Forgets a pod: it is gone, has a node, or is somebody else's. */
  delete(id: string): void {
    this.nominator.remove(id);
    this.#inFlight.finish(id);
    this.#remove(id);
  }

  /** The next pod to schedule, or undefined; it is in flight from here on. */
  pop(): QueuedPod | undefined {
    const pod = this.#active.pop() ?? this.#backoff.pop();
    if (pod === undefined) return undefined;
    pod.attempts++;
    pod.initialAttemptTimestamp ??= this.#clock.now();
    pod.unschedulablePlugins = new Set();
    pod.pendingPlugins = new Set();
    this.#inFlight.start(pod.id);
    return pod;
  }

  /** Resolves when `pop` may have something; at once if it has now. Rejects with the signal's reason. */
  whenReady(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#active.length + this.#backoff.length > 0) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        this.#wake = undefined;
        reject(signal.reason as Error);
      };
      this.#wake = () => {
        this.#wake = undefined;
        signal.removeEventListener('abort', onAbort);
        resolve();
      };
      signal.addEventListener('abort', onAbort, { once: true });
    });
  }

  /** Ends the flight of a pod that got a node, or needs none any more. */
  done(id: string): void {
    this.#inFlight.finish(id);
  }

  /**
   * Takes a popped pod back that got no node. `unschedulablePlugins` and `pendingPlugins` of the pod say who turned it
   * down; if none did, it was an error, and the pod is tried again after its back-off.
   */
  addUnschedulable(pod: QueuedPod): void {
    if (!this.#inFlight.has(pod.id)) return; // deleted meanwhile
    const isError = pod.rejectors.size === 0;
    const strategy = isError ? 'afterBackoff' : this.#strategyOfMissedEvents(pod);
    this.#inFlight.finish(pod.id);
    pod.timestamp = this.#clock.now();
    if (isError) pod.consecutiveErrors++;
    else {
      pod.unschedulableCount++;
      pod.consecutiveErrors = 0;
    }
    this.#unschedulable.add(pod);
    this.#requeue(pod, strategy);
  }

  /** Queues again the pods for which the event may have changed the verdict. */
  moveAllToActiveOrBackoff(event: ClusterEvent, oldObject?: unknown, newObject?: unknown): void {
    const interested = this.#hints.interestedPlugins(event);
    const waiting =
      event.resource === '*' ? [...this.#unschedulable.values()] : this.#unschedulable.waitingFor(interested);
    for (const pod of waiting) this.#requeue(pod, this.#hints.strategyFor(pod, event, oldObject, newObject));
    if (event.resource === '*' || interested.size > 0) this.#inFlight.record({ event, oldObject, newObject });
  }

  /** Makes pods active now, whatever they wait for. */
  activate(ids: Iterable<string>): void {
    for (const id of ids) {
      const pod = this.#unschedulable.get(id) ?? this.#backoff.get(id) ?? this.#errorBackoff.get(id);
      if (pod !== undefined) this.#requeue(pod, 'immediately');
    }
  }

  /** Makes pods active whose back-off has ended. */
  flushBackoffCompleted(): void {
    for (const heap of [this.#backoff, this.#errorBackoff]) {
      for (let pod = heap.peek(); pod !== undefined && !this.#isBackingOff(pod); pod = heap.peek()) {
        this.#moveToActive(pod);
      }
    }
  }

  /** Tries pods again that have waited for an event for too long. */
  flushUnschedulableLeftovers(): void {
    const oldest = this.#clock.now() - this.#maxUnschedulableMs;
    for (const pod of [...this.#unschedulable.values()]) {
      if (pod.timestamp <= oldest) this.#requeue(pod, this.#hints.strategyFor(pod, LEFTOVER, undefined, undefined));
    }
  }

  pending(): PendingPods {
    let gated = 0;
    for (const pod of this.#unschedulable.values()) if (pod.gatedBy !== undefined) gated++;
    return {
      active: this.#active.length,
      backoff: this.#backoff.length + this.#errorBackoff.length,
      unschedulable: this.#unschedulable.size - gated,
      gated,
    };
  }

  /** Where a pod is; for tests and for inspection. */
  placeOf(id: string): 'active' | 'backoff' | 'unschedulable' | 'gated' | 'in flight' | undefined {
    if (this.#active.has(id)) return 'active';
    if (this.#backoff.has(id) || this.#errorBackoff.has(id)) return 'backoff';
    const waiting = this.#unschedulable.get(id);
    if (waiting !== undefined) return waiting.gatedBy === undefined ? 'unschedulable' : 'gated';
    return this.#inFlight.has(id) ? 'in flight' : undefined;
  }

  #strategyOfMissedEvents(pod: QueuedPod): QueueingStrategy {
    let strategy: QueueingStrategy = 'skip';
    for (const { event, oldObject, newObject } of this.#inFlight.eventsFor(pod.id)) {
      const wanted = this.#hints.strategyFor(pod, event, oldObject, newObject);
      if (wanted === 'immediately') return wanted;
      if (wanted === 'afterBackoff') strategy = wanted;
    }
    return strategy;
  }

  #requeue(pod: QueuedPod, strategy: QueueingStrategy): void {
    if (strategy === 'skip') return;
    if (strategy === 'afterBackoff' && this.#isBackingOff(pod)) this.#moveToBackoff(pod);
    else this.#moveToActive(pod);
  }

  #moveToActive(pod: QueuedPod): void {
    this.#remove(pod.id);
    if (this.#isGated(pod)) return;
    this.#active.put(pod);
    this.#wake?.();
  }

  #moveToBackoff(pod: QueuedPod): void {
    this.#remove(pod.id);
    if (this.#isGated(pod)) return;
    if (pod.rejectors.size === 0) this.#errorBackoff.put(pod);
    else {
      this.#backoff.put(pod);
      this.#wake?.();
    }
  }

  /** Runs PreEnqueue; a pod that is gated waits among the unschedulable ones for the events of its gate. */
  #isGated(pod: QueuedPod): boolean {
    const status = this.#preEnqueue(pod.podInfo);
    pod.gatedBy = status?.plugin;
    if (status === undefined) return false;
    if (status.code === 'Pending') pod.pendingPlugins = new Set([...pod.pendingPlugins, status.plugin]);
    else pod.unschedulablePlugins = new Set([...pod.unschedulablePlugins, status.plugin]);
    this.#unschedulable.add(pod);
    return true;
  }

  #isBackingOff(pod: QueuedPod): boolean {
    return backoffEnd(pod, this.#limits) > this.#clock.now();
  }

  #find(id: string): QueuedPod | undefined {
    return this.#active.get(id) ?? this.#backoff.get(id) ?? this.#errorBackoff.get(id) ?? this.#unschedulable.get(id);
  }

  #remove(id: string): void {
    this.#active.delete(id);
    this.#backoff.delete(id);
    this.#errorBackoff.delete(id);
    this.#unschedulable.delete(id);
  }
}

function idOf(pod: QueuedPod): string {
  return pod.id;
}

/**
 * What of a pod changed, as bits of ActionType; Update where nothing that plugins care about did.
 * @go kubernetes/pkg/scheduler/framework#PodSchedulingPropertiesChange
 */
export function podChanges(old: PodInfo | undefined, info: PodInfo): number {
  if (old === undefined) return ActionType.All;
  let changes = 0;
  if (!isSameMap(old.pod.metadata.labels, info.pod.metadata.labels)) changes |= ActionType.UpdatePodLabel;
  if (asksLess(old, info)) changes |= ActionType.UpdatePodScaleDown;
  if ((old.pod.spec.tolerations?.length ?? 0) !== (info.pod.spec.tolerations?.length ?? 0)) {
    changes |= ActionType.UpdatePodToleration;
  }
  if ((old.pod.spec.schedulingGates?.length ?? 0) > 0 && (info.pod.spec.schedulingGates?.length ?? 0) === 0) {
    changes |= ActionType.UpdatePodSchedulingGatesEliminated;
  }
  return changes === 0 ? ActionType.Update : changes;
}

function asksLess(old: PodInfo, info: PodInfo): boolean {
  const [before, after] = [old.requests, info.requests];
  if (after.milliCpu < before.milliCpu || after.memory < before.memory) return true;
  if (after.ephemeralStorage < before.ephemeralStorage) return true;
  for (const [name, amount] of before.scalars ?? []) if (after.get(name) < amount) return true;
  return false;
}

function isSameMap(
  a: Readonly<Record<string, string>> | undefined = {},
  b: Readonly<Record<string, string>> | undefined = {},
): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}
