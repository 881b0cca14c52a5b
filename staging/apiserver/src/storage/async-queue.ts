import type { EventPump, EventSink, EventStream } from '../server/event-stream.ts';

/** How a queue is set up. */
export interface AsyncQueueOptions<T> {
  /** Items that are there from the start; they do not count against the capacity. */
  readonly initial?: readonly T[];
  readonly capacity?: number;
  /** Called once, when the consumer leaves or the queue ends. */
  readonly onReturn?: () => void;
}

/**
 * A queue between a producer that never waits and one consumer, who iterates or has the items pushed. `capacity`
 * bounds it: a `push` into a full queue is refused, and what to do then is the producer's decision.
 */
export class AsyncQueue<T> implements EventStream<T>, AsyncIterator<T, undefined> {
  private items: T[];
  private head = 0;
  /** How many of the initial items have not been taken yet. */
  private initialLeft: number;
  private waiting:
    | { readonly resolve: (result: IteratorResult<T, undefined>) => void; readonly reject: (error: Error) => void }
    | undefined;
  private sink: EventSink<T> | undefined;
  private isPaused = false;
  private ended = false;
  private failure: Error | undefined;
  private readonly capacity: number;
  private readonly onReturn: (() => void) | undefined;

  constructor(options: AsyncQueueOptions<T> = {}) {
    this.items = [...(options.initial ?? [])];
    this.initialLeft = this.items.length;
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
    if (this.sink !== undefined && !this.isPaused) {
      this.hand(this.sink, item);
      return true;
    }
    if (this.waiting !== undefined) {
      const { resolve } = this.waiting;
      this.waiting = undefined;
      resolve({ value: item, done: false });
      return true;
    }
    if (this.size - this.initialLeft >= this.capacity) return false;
    this.items.push(item);
    return true;
  }

  /** Ends the queue after what is in it; with `failure`, the consumer is then told of it. */
  end(failure?: Error): void {
    if (this.ended) return;
    this.ended = true;
    this.failure = failure;
    this.onReturn?.();
    if (this.sink !== undefined && !this.isPaused) this.endSink();
    if (this.waiting === undefined) return;
    const { resolve, reject } = this.waiting;
    this.waiting = undefined;
    if (failure === undefined) resolve({ value: undefined, done: true });
    else reject(this.takeFailure() ?? failure);
  }

  /**
   * Ends a queue whose consumer is too slow: one that iterates still gets what is there; one that is pushed to may
   * never take it, and is told `failure` at once.
   */
  overflow(failure: Error): void {
    const { sink } = this;
    if (sink === undefined) {
      this.end();
      return;
    }
    this.leave();
    sink.end(failure);
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
    this.leave();
    return Promise.resolve({ value: undefined, done: true });
  }

  pump(sink: EventSink<T>): EventPump {
    this.sink = sink;
    this.flow();
    return {
      resume: () => {
        this.flow();
      },
      close: () => {
        this.leave();
      },
    };
  }

  [Symbol.asyncIterator](): AsyncIterator<T, undefined> {
    return this;
  }

  /** Pushes what is there until the sink has enough. */
  private flow(): void {
    this.isPaused = false;
    while (this.sink !== undefined && !this.isPaused && this.size > 0) this.hand(this.sink, this.take());
    if (this.ended && !this.isPaused) this.endSink();
  }

  /** A sink that throws is gone; the producer has others to serve. */
  private hand(sink: EventSink<T>, item: T): void {
    try {
      this.isPaused = !sink.event(item);
    } catch (error) {
      this.leave();
      sink.end(error instanceof Error ? error : new Error(String(error)));
    }
  }

  private endSink(): void {
    const { sink } = this;
    this.sink = undefined;
    sink?.end(this.takeFailure());
  }

  private leave(): void {
    this.sink = undefined;
    this.items = [];
    this.head = 0;
    this.end();
    this.failure = undefined;
  }

  private take(): T {
    const item = this.items[this.head] as T;
    this.head += 1;
    if (this.initialLeft > 0) this.initialLeft -= 1;
    if (this.head >= 1024 || this.head === this.items.length) {
      this.items.splice(0, this.head);
      this.head = 0;
    }
    return item;
  }

  private takeFailure(): Error | undefined {
    const { failure } = this;
    this.failure = undefined;
    return failure;
  }
}
