/**
 * A queue between a producer that never waits and one consumer that iterates. `capacity` bounds it: a `push` into a
 * full queue is refused, and what to do then is the producer's decision.
 */
export class AsyncQueue<T> implements AsyncIterable<T>, AsyncIterator<T, undefined> {
  private items: T[] = [];
  private head = 0;
  private waiting:
    | { readonly resolve: (result: IteratorResult<T, undefined>) => void; readonly reject: (error: Error) => void }
    | undefined;
  private ended = false;
  private failure: Error | undefined;
  private readonly capacity: number;
  private readonly onReturn: (() => void) | undefined;

  /** `onReturn` is called once, when the consumer leaves or the queue ends. */
  constructor(options: { readonly capacity?: number; readonly onReturn?: () => void } = {}) {
    this.capacity = options.capacity ?? Number.POSITIVE_INFINITY;
    this.onReturn = options.onReturn;
  }

  /** Number of items that the consumer has not taken yet. */
  get size(): number {
    return this.items.length - this.head;
  }

  /** Adds an item; false if the queue is full or has ended. */
  push(item: T): boolean {
    if (this.ended) return false;
    if (this.waiting !== undefined) {
      const { resolve } = this.waiting;
      this.waiting = undefined;
      resolve({ value: item, done: false });
      return true;
    }
    if (this.size >= this.capacity) return false;
    this.items.push(item);
    return true;
  }

  /** Ends the queue after what is in it; with `failure`, the consumer's iteration then throws it. */
  end(failure?: Error): void {
    if (this.ended) return;
    this.ended = true;
    this.failure = failure;
    this.onReturn?.();
    if (this.waiting === undefined) return;
    const { resolve, reject } = this.waiting;
    this.waiting = undefined;
    if (failure === undefined) resolve({ value: undefined, done: true });
    else reject(this.takeFailure() ?? failure);
  }

  next(): Promise<IteratorResult<T, undefined>> {
    if (this.size > 0) return Promise.resolve({ value: this.take(), done: false });
    if (this.ended) {
      const failure = this.takeFailure();
      return failure === undefined ? Promise.resolve({ value: undefined, done: true }) : Promise.reject(failure);
    }
    return new Promise((resolve, reject) => {
      this.waiting = { resolve, reject };
    });
  }

  /** The consumer leaves: what is left is dropped. */
  return(): Promise<IteratorResult<T, undefined>> {
    this.items = [];
    this.head = 0;
    this.end();
    this.failure = undefined;
    return Promise.resolve({ value: undefined, done: true });
  }

  [Symbol.asyncIterator](): AsyncIterator<T, undefined> {
    return this;
  }

  private take(): T {
    const item = this.items[this.head] as T;
    this.head += 1;
    if (this.head >= 1024 || this.head === this.items.length) {
      this.items.splice(0, this.head);
      this.head = 0;
    }
    return item;
  }

  private takeFailure(): Error | undefined {
    const failure = this.failure;
    this.failure = undefined;
    return failure;
  }
}
