/**
 * A queue of keys with set semantics: a key is queued at most once, and never given to two workers at a time; a key
 * that is added while a worker has it is queued again when the worker is done.
 */
export interface WorkQueue {
  /** Queues a key now. */
  add(key: string): void;
  /** Queues a key after `ms` milliseconds; the earliest of several such calls counts. */
  addAfter(key: string, ms: number): void;
  /** Queues a key after its own exponential backoff (5 ms doubling to 1000 s) and the queue's overall rate. */
  addRateLimited(key: string): void;
  /** Forgets the failures of a key. */
  forget(key: string): void;
  /** Number of failures since the last `forget`. */
  retries(key: string): number;
  readonly length: number;
  /**
   * One worker's turn through the queue: yields keys until the queue is shut down, and marks the previous one done
   * when the next is asked for (or the loop is left).
   */
  keys(): AsyncIterable<string>;
  /** Ends all `keys()` loops once their current key is done; later adds are ignored. */
  shutDown(): void;
}
