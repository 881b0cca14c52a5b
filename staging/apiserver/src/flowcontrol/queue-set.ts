import type { Clock } from '@kubescript/apimachinery';

import { type LevelTimings, noTimings } from './level-timings.ts';
import type { DemandIntegrator } from './seat-demand.ts';
import type { FlowObserver } from './flow-observer.ts';
import type { WorkEstimate } from './work-estimate.ts';

/** How a priority level queues. */
export interface QueuingConfig {
  /** 0: nothing waits, what does not fit is rejected. -1: there is no limit at all. */
  readonly queues: number;
  readonly handSize: number;
  readonly queueLengthLimit: number;
}

/** Why a request is not served. */
export type RejectReason = 'concurrency-limit' | 'queue-full' | 'time-out' | 'cancelled';

/** A request that wants to be served. */
export interface FlowRequest {
  readonly work: WorkEstimate;
  /** The queues that its flow may use. */
  readonly hand: readonly number[];
  readonly observer: FlowObserver;
  /** The name of its flow schema, and which flow of it. */
  readonly schema: string;
  readonly distinguisher: string;
  /** Aborted when nobody wants the answer any more. */
  readonly signal: AbortSignal;
  readonly waitLimitMs: number;
}

/** A request that is served; `finish` it exactly once. */
export interface Ticket {
  finish(): void;
}

/** What a request gets: it is served, it is not, or that is not decided yet. */
export type Admission = Ticket | RejectReason | Promise<Ticket | RejectReason>;

/** Seconds that a request is expected to take. */
const estimatedService = 0.003;

/** What waits in a queue, and what of it is served. */
export class FlowQueue {
  readonly waiting: QueuedRequest[] = [];
  executing = 0;
  seatsInUse = 0;
  waitingWork = 0;
  /** Virtual time at which the next request of the queue begins. */
  nextDispatchR = 0;

  get isIdle(): boolean {
    return this.waiting.length === 0 && this.executing === 0;
  }
}

/** One request on its way through a queue set. */
export class QueuedRequest implements Ticket {
  readonly request: FlowRequest;
  readonly queue: FlowQueue | undefined;
  readonly arrivalR: number;
  readonly arrived: number;
  readonly maxSeats: number;
  started = 0;
  decide: ((decision: Ticket | RejectReason) => void) | undefined;
  readonly #set: QueueSet;

  constructor(
    set: QueueSet,
    request: FlowRequest,
    at: { readonly queue: FlowQueue | undefined; readonly arrivalR: number; readonly now: number },
  ) {
    this.#set = set;
    this.request = request;
    this.queue = at.queue;
    this.arrivalR = at.arrivalR;
    this.arrived = at.now;
    this.maxSeats = Math.max(request.work.initialSeats, request.work.finalSeats);
  }

  /** In seat-seconds. */
  get totalWork(): number {
    const { initialSeats, finalSeats, additionalMs } = this.request.work;
    return initialSeats * estimatedService + (finalSeats * additionalMs) / 1000;
  }

  finish(): void {
    this.#set.finish(this);
  }
}

/**
 * Fair queuing of the requests of one priority level: those that find no room wait in queues, and the queue whose next
 * request would be done first in a virtual world, in which all queues get the same share, is served next.
 *
 * @go k8s.io/apiserver/pkg/util/flowcontrol/fairqueuing/queueset#queueSet
 */
export class QueueSet {
  queues: FlowQueue[] = [];
  waitingRequests = 0;
  executingRequests = 0;
  seatsInUse = 0;
  seatsWaiting = 0;
  dispatched = 0;
  rejected = 0;
  timedOut = 0;
  cancelled = 0;
  /** Seat-seconds that each queue was given so far. */
  currentR = 0;
  readonly #clock: Clock;
  readonly #now: () => number;
  readonly #demand: DemandIntegrator;
  readonly #timings: LevelTimings;
  #config: QueuingConfig;
  #limit = 0;
  #lastTime: number;
  #activeQueues = 0;
  #robin = 0;
  #enqueues = 0;

  constructor(
    config: QueuingConfig,
    limit: number,
    deps: {
      readonly clock: Clock;
      readonly now: () => number;
      readonly demand: DemandIntegrator;
      readonly timings?: LevelTimings;
    },
  ) {
    this.#clock = deps.clock;
    this.#now = deps.now;
    this.#demand = deps.demand;
    this.#timings = deps.timings ?? noTimings;
    this.#lastTime = deps.now();
    this.#config = config;
    this.configure(config, limit);
  }

  /** Seats that may be in use at once. */
  get limit(): number {
    return this.#limit;
  }

  /** Nothing waits and nothing is served. */
  get isIdle(): boolean {
    return this.waitingRequests === 0 && this.executingRequests === 0;
  }

  /** Takes another configuration; queues that are too many go when they are empty. */
  configure(config: QueuingConfig, limit: number): void {
    this.#sync(this.#now());
    this.#config = config;
    this.#limit = limit;
    while (this.queues.length < config.queues) this.queues.push(new FlowQueue());
    this.#dropSurplusQueues();
    this.#dispatchAll();
  }

  /** Serves a request, rejects it, or lets it wait. */
  start(request: FlowRequest): Admission {
    const now = this.#now();
    this.#sync(now);
    if (this.#config.queues < 1) return this.#startWithoutQueue(request, now);
    const queue = this.#chooseQueue(request.hand);
    const queued = new QueuedRequest(this, request, { queue, arrivalR: this.currentR, now });
    if (this.waitingRequests === 0 && this.#hasRoom(queued.maxSeats)) {
      if (queue.isIdle) queue.nextDispatchR = this.currentR;
      this.#bound(queue, queued);
      this.#execute(queued, now);
      return queued;
    }
    if (this.seatsInUse >= this.#limit && queue.waiting.length >= this.#config.queueLengthLimit) {
      this.rejected += 1;
      request.observer.onRejected('queue-full');
      return 'queue-full';
    }
    return this.#wait(queued, queue);
  }

  /** A request was answered: its seats are free, at once or when watchers have been told. */
  finish(request: QueuedRequest): void {
    const now = this.#now();
    this.#sync(now);
    const { work, observer } = request.request;
    this.executingRequests -= 1;
    observer.onFinished((now - request.started) / 1000);
    const { queue } = request;
    if (queue) {
      queue.executing -= 1;
      queue.nextDispatchR -= work.initialSeats * (estimatedService - (now - request.started) / 1000);
      const [oldest] = queue.waiting;
      if (oldest) this.#bound(queue, oldest);
      if (queue.isIdle) this.#activeQueues -= 1;
    }
    if (work.additionalMs <= 0) this.#release(request);
    else void this.#releaseLater(request, work.additionalMs);
    this.#dispatchAll();
  }

  #startWithoutQueue(request: FlowRequest, now: number): Admission {
    const queued = new QueuedRequest(this, request, { queue: undefined, arrivalR: 0, now });
    if (this.#config.queues === 0 && !this.#hasRoom(queued.maxSeats)) {
      this.rejected += 1;
      request.observer.onRejected('concurrency-limit');
      return 'concurrency-limit';
    }
    this.#execute(queued, now);
    return queued;
  }

  #hasRoom(seats: number): boolean {
    // One that is wider than the level gets it for itself.
    if (seats > this.#limit) return this.executingRequests === 0;
    return this.seatsInUse + seats <= this.#limit;
  }

  /** Of the queues of the hand the one with the least work, beginning with another one each time. */
  #chooseQueue(hand: readonly number[]): FlowQueue {
    const offset = this.#enqueues++ % hand.length;
    let best: FlowQueue | undefined;
    for (let i = 0; i < hand.length; i++) {
      const queue = this.queues[hand[(offset + i) % hand.length] ?? 0];
      if (queue !== undefined && (best === undefined || queue.waitingWork < best.waitingWork)) best = queue;
    }
    return best as FlowQueue;
  }

  #wait(queued: QueuedRequest, queue: FlowQueue): Promise<Ticket | RejectReason> | Ticket {
    if (queue.isIdle) {
      queue.nextDispatchR = this.currentR;
      this.#activeQueues += 1;
    }
    queue.waiting.push(queued);
    queue.waitingWork += queued.totalWork;
    this.waitingRequests += 1;
    this.seatsWaiting += queued.maxSeats;
    queued.request.observer.onEnqueued(queue.waiting.length, queued.maxSeats);
    this.#noteDemand();
    const decided = new Promise<Ticket | RejectReason>((resolve) => {
      queued.decide = resolve;
    });
    void this.#giveUpLater(queued);
    this.#dispatchAll();
    return decided;
  }

  /** Rejects a request that waits for too long, or that nobody wants any more. */
  async #giveUpLater(queued: QueuedRequest): Promise<void> {
    const { signal, waitLimitMs } = queued.request;
    const over = new AbortController();
    const { decide } = queued;
    queued.decide = (decision) => {
      over.abort(decidedReason);
      decide?.(decision);
    };
    const giveUp = (reason: RejectReason): void => {
      this.#leave(queued, reason);
    };
    const cancel = (): void => {
      giveUp('cancelled');
    };
    signal.addEventListener('abort', cancel, { once: true, signal: over.signal });
    try {
      await this.#clock.sleep(waitLimitMs, over.signal);
      giveUp('time-out');
    } catch {
      // It was decided before.
    }
  }

  #leave(queued: QueuedRequest, reason: RejectReason): void {
    this.#sync(this.#now());
    const queue = queued.queue as FlowQueue;
    const index = queue.waiting.indexOf(queued);
    if (index < 0) return;
    this.#takeOut(queue, index);
    this.rejected += 1;
    if (reason === 'time-out') this.timedOut += 1;
    else this.cancelled += 1;
    queued.request.observer.onRejected(reason);
    if (queue.isIdle) this.#activeQueues -= 1;
    const [oldest] = queue.waiting;
    if (oldest) this.#bound(queue, oldest);
    this.#noteDemand();
    queued.decide?.(reason);
    this.#dropSurplusQueues();
  }

  #takeOut(queue: FlowQueue, index: number): QueuedRequest {
    const [taken] = queue.waiting.splice(index, 1) as [QueuedRequest];
    queue.waitingWork = queue.waiting.length === 0 ? 0 : queue.waitingWork - taken.totalWork;
    this.waitingRequests -= 1;
    this.seatsWaiting -= taken.maxSeats;
    taken.request.observer.onDequeued(taken.maxSeats, (this.#now() - taken.arrived) / 1000);
    return taken;
  }

  #dispatchAll(): void {
    while (this.waitingRequests > 0 && this.seatsInUse < this.#limit) {
      const next = this.#nextQueue();
      const [oldest] = next?.queue.waiting ?? [];
      if (next === undefined || oldest === undefined || !this.#hasRoom(oldest.maxSeats)) return;
      this.#robin = next.index;
      this.#takeOut(next.queue, 0);
      this.#execute(oldest, this.#now());
      const [follower] = next.queue.waiting;
      if (follower) this.#bound(next.queue, follower);
      oldest.decide?.(oldest);
    }
  }

  /** In turn, the queue whose oldest request would be done first. */
  #nextQueue(): { readonly queue: FlowQueue; readonly index: number } | undefined {
    let best: { readonly queue: FlowQueue; readonly index: number } | undefined;
    let least = Infinity;
    const count = this.queues.length;
    for (let step = 1; step <= count; step++) {
      const index = (this.#robin + step) % count;
      const queue = this.queues[index] as FlowQueue;
      const [oldest] = queue.waiting;
      if (oldest === undefined) continue;
      const finish = queue.nextDispatchR + oldest.totalWork;
      if (finish < least) {
        least = finish;
        best = { queue, index };
      }
    }
    return best;
  }

  #execute(queued: QueuedRequest, now: number): void {
    const { queue } = queued;
    queued.started = now;
    this.dispatched += 1;
    this.executingRequests += 1;
    this.seatsInUse += queued.maxSeats;
    if (queue) {
      if (queue.executing === 0 && queue.waiting.length === 0 && queued.decide === undefined) this.#activeQueues += 1;
      queue.executing += 1;
      queue.seatsInUse += queued.maxSeats;
      queue.nextDispatchR += queued.totalWork;
    }
    queued.request.observer.onDispatched(queued.maxSeats);
    this.#noteDemand();
  }

  #release(queued: QueuedRequest): void {
    this.seatsInUse -= queued.maxSeats;
    if (queued.queue) queued.queue.seatsInUse -= queued.maxSeats;
    queued.request.observer.onReleased(queued.maxSeats);
    this.#noteDemand();
    this.#dropSurplusQueues();
  }

  async #releaseLater(queued: QueuedRequest, ms: number): Promise<void> {
    await this.#clock.sleep(ms);
    this.#sync(this.#now());
    this.#release(queued);
    this.#dispatchAll();
  }

  #noteDemand(): void {
    this.#demand.set(this.seatsInUse + this.seatsWaiting, this.#lastTime);
    this.#timings.update(this, this.#lastTime);
  }

  /** What a queue did not use it may not make up for later: no request begins before it came. */
  #bound(queue: FlowQueue, oldest: QueuedRequest): void {
    if (queue.nextDispatchR < oldest.arrivalR) queue.nextDispatchR = oldest.arrivalR;
  }

  /** Virtual time goes on as fast as each active queue was served. */
  #sync(now: number): void {
    const elapsed = now - this.#lastTime;
    this.#lastTime = now;
    if (elapsed <= 0 || this.#activeQueues === 0) return;
    const seats = Math.min(this.seatsInUse + this.seatsWaiting, this.#limit);
    this.currentR += (seats / this.#activeQueues) * (elapsed / 1000);
  }

  #dropSurplusQueues(): void {
    const { queues } = this.#config;
    if (this.queues.length <= Math.max(0, queues)) return;
    const kept: FlowQueue[] = [];
    for (const [index, queue] of this.queues.entries()) if (index < queues || !queue.isIdle) kept.push(queue);
    this.queues = kept;
    this.#robin = 0;
  }
}

const decidedReason = new Error('it was decided');
