import { type Clock, realClock } from '@kubescript/apimachinery';

import { DelayedKeys } from './delayed-keys.ts';
import { ExponentialRateLimiter, TokenBucket } from './rate-limiter.ts';
import type { WorkQueueMetrics, WorkQueueMetricsProvider } from './work-queue-metrics.ts';
import type { WorkQueue } from './work-queue.ts';

/** How a work queue is made. */
export interface WorkQueueOptions {
  readonly clock?: Clock;
  /** For metrics and messages. */
  readonly name?: string;
  /** Counts what the queue does under its name. */
  readonly metrics?: WorkQueueMetricsProvider;
  /** First and longest delay of a key that fails again and again, in milliseconds. */
  readonly backoff?: { readonly base: number; readonly max: number };
  /** The rate of all retries together: 10 per second with bursts of 100 unless told otherwise. */
  readonly rate?: { readonly perSecond: number; readonly burst: number };
}

/**
 * A work queue with client-go's default limits.
 *
 * @go k8s.io/client-go/util/workqueue#NewTypedRateLimitingQueue
 */
export function newWorkQueue(options: WorkQueueOptions = {}): WorkQueue {
  return new KeyQueue(options);
}

class KeyQueue implements WorkQueue {
  /** Keys to be worked on, in their order. */
  readonly #queue: string[] = [];
  /** Keys that need work, whether they wait in the queue or are being worked on. */
  readonly #dirty = new Set<string>();
  readonly #processing = new Set<string>();
  readonly #idle: ((key: string | undefined) => void)[] = [];
  readonly #delayed: DelayedKeys;
  readonly #limiter: ExponentialRateLimiter;
  readonly #bucket: TokenBucket;
  readonly #metrics: WorkQueueMetrics | undefined;
  #head = 0;
  #shutDown = false;

  constructor({ clock = realClock, backoff, rate, name = '', metrics }: WorkQueueOptions) {
    this.#metrics = name === '' ? undefined : metrics?.metricsOf(name);
    this.#delayed = new DelayedKeys(clock, (key) => {
      this.add(key);
    });
    this.#limiter = new ExponentialRateLimiter(backoff?.base ?? 5, backoff?.max ?? 1_000_000);
    this.#bucket = new TokenBucket(rate?.perSecond ?? 10, rate?.burst ?? 100, clock);
  }

  get length(): number {
    return this.#queue.length - this.#head;
  }

  add(key: string): void {
    if (this.#shutDown || this.#dirty.has(key)) return;
    this.#dirty.add(key);
    this.#metrics?.onAdd(key);
    if (!this.#processing.has(key)) this.#push(key);
  }

  addAfter(key: string, ms: number): void {
    if (this.#shutDown) return;
    if (ms <= 0) this.add(key);
    else this.#delayed.add(key, ms);
  }

  addRateLimited(key: string): void {
    this.#metrics?.onRetry();
    this.addAfter(key, Math.max(this.#limiter.when(key), this.#bucket.reserve()));
  }

  forget(key: string): void {
    this.#limiter.forget(key);
  }

  retries(key: string): number {
    return this.#limiter.retries(key);
  }

  async *keys(): AsyncGenerator<string> {
    for (;;) {
      const key = await this.#next();
      if (key === undefined) return;
      try {
        yield key;
      } finally {
        this.#done(key);
      }
    }
  }

  shutDown(): void {
    this.#shutDown = true;
    this.#delayed.clear();
    for (const wake of this.#idle.splice(0)) wake(undefined);
  }

  #push(key: string): void {
    const wake = this.#idle.shift();
    if (wake === undefined) this.#queue.push(key);
    else wake(this.#take(key));
  }

  #next(): Promise<string | undefined> {
    if (this.#head < this.#queue.length) {
      const key = this.#queue[this.#head] ?? '';
      this.#head += 1;
      this.#compact();
      return Promise.resolve(this.#take(key));
    }
    if (this.#shutDown) return Promise.resolve(undefined);
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  /** From here on the key belongs to one worker. */
  #take(key: string): string {
    this.#dirty.delete(key);
    this.#processing.add(key);
    this.#metrics?.onGet(key);
    return key;
  }

  #done(key: string): void {
    this.#processing.delete(key);
    this.#metrics?.onDone(key);
    if (this.#dirty.has(key)) this.#push(key);
  }

  /** Forgets the part of the array that was given out, once that is most of it. */
  #compact(): void {
    if (this.#head < 64 || this.#head * 2 < this.#queue.length) return;
    this.#queue.splice(0, this.#head);
    this.#head = 0;
  }
}
