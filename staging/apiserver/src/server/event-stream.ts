/** Where the events of a stream go. */
export interface EventSink<T> {
  /** Takes an event; false asks for no more until `resume`. */
  event(item: T): boolean;
  /** No event follows; `failure` says why if the end is none of the ordinary. Called once. */
  end(failure?: Error): void;
}

/** The consumer's hold on a stream that is pushed. */
export interface EventPump {
  /** The sink takes events again. */
  resume(): void;
  /** The consumer leaves; its sink hears no more. */
  close(): void;
}

/**
 * Events for one consumer, who either iterates or has them pushed. Pushing reaches the sink within the producer's own
 * call: with a thousand watchers, a chain of promises for each of them is what a watch event costs most.
 */
export interface EventStream<T> extends AsyncIterable<T> {
  pump(sink: EventSink<T>): EventPump;
}

/** A stream of what an iterable yields; a stream stays what it is. */
export function eventStreamOf<T>(items: AsyncIterable<T>): EventStream<T> {
  return 'pump' in items ? (items as EventStream<T>) : new IteratedStream(items);
}

/** The stream with every event turned into another, in order. */
export function mapEvents<T, R>(stream: EventStream<T>, change: (item: T) => R): EventStream<R> {
  return {
    async *[Symbol.asyncIterator]() {
      for await (const item of stream) yield change(item);
    },
    pump: (sink) =>
      stream.pump({
        event: (item) => sink.event(change(item)),
        end: (failure) => {
          sink.end(failure);
        },
      }),
  };
}

/** The stream with `each` told of every event and `end` told once that it is over, whoever ended it. */
export function observeEvents<T>(
  stream: EventStream<T>,
  observer: { readonly each: (item: T) => void; readonly end: () => void },
): EventStream<T> {
  return {
    async *[Symbol.asyncIterator]() {
      try {
        for await (const item of stream) {
          observer.each(item);
          yield item;
        }
      } finally {
        observer.end();
      }
    },
    pump(sink) {
      let isOver = false;
      const over = (): void => {
        if (isOver) return;
        isOver = true;
        observer.end();
      };
      const pump = stream.pump({
        event(item) {
          observer.each(item);
          return sink.event(item);
        },
        end(failure) {
          over();
          sink.end(failure);
        },
      });
      return {
        resume: () => {
          pump.resume();
        },
        close() {
          pump.close();
          over();
        },
      };
    },
  };
}

/** Pushes what an iterable yields. */
class IteratedStream<T> implements EventStream<T> {
  private readonly items: AsyncIterable<T>;

  constructor(items: AsyncIterable<T>) {
    this.items = items;
  }

  [Symbol.asyncIterator](): AsyncIterator<T> {
    return this.items[Symbol.asyncIterator]();
  }

  pump(sink: EventSink<T>): EventPump {
    const gate = new Gate();
    void this.push(sink, gate);
    return {
      resume: () => {
        gate.open();
      },
      close: () => {
        gate.close();
      },
    };
  }

  private async push(sink: EventSink<T>, gate: Gate): Promise<void> {
    let failure: Error | undefined;
    try {
      for await (const item of this.items) {
        if (gate.isClosed) return;
        if (!sink.event(item)) await gate.pause();
      }
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error));
    }
    if (!gate.isClosed) sink.end(failure);
  }
}

/** Holds a producer back until its consumer is ready again, or gone. */
class Gate {
  isClosed = false;
  private release: (() => void) | undefined;

  pause(): Promise<void> {
    if (this.isClosed) return Promise.resolve();
    return new Promise((resolve) => {
      this.release = resolve;
    });
  }

  open(): void {
    this.release?.();
    this.release = undefined;
  }

  close(): void {
    this.isClosed = true;
    this.open();
  }
}
