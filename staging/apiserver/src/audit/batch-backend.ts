import { TokenBucket } from '@kubescript/client';
import type { Clock } from '@kubescript/apimachinery';

import type { AuditBackend, AuditEvent } from './event.ts';

/** How events are gathered before they are handed on. */
export interface BatchOptions {
  /** How many events may wait; more are dropped. */
  readonly bufferSize: number;
  readonly maxBatchSize: number;
  /** Milliseconds after which a batch is handed on even if it is not full; 0: at once when events are there. */
  readonly maxBatchWait: number;
  /** Batches a second, and how many at once; without it there is no limit. */
  readonly throttle?: { readonly qps: number; readonly burst: number };
}

/**
 * Hands events on in batches, in the background; what finds the buffer full is lost and reported. Disposing hands on
 * what is left.
 *
 * @go k8s.io/apiserver/plugin/pkg/audit/buffered#NewBackend
 */
export class BatchAuditBackend implements AuditBackend {
  readonly #delegate: AuditBackend;
  readonly #options: BatchOptions;
  readonly #clock: Clock;
  readonly #onDropped: (events: number) => void;
  readonly #bucket: TokenBucket | undefined;
  readonly #stop = new AbortController();
  readonly #buffer: AuditEvent[] = [];
  readonly #sending = new Set<Promise<void>>();
  #timer: AbortController | undefined;

  constructor(
    delegate: AuditBackend,
    options: BatchOptions,
    deps: { readonly clock: Clock; readonly onDropped: (events: number) => void },
  ) {
    this.#delegate = delegate;
    this.#options = options;
    this.#clock = deps.clock;
    this.#onDropped = deps.onDropped;
    if (options.throttle) this.#bucket = new TokenBucket(options.throttle.qps, options.throttle.burst, deps.clock);
  }

  processEvents(events: readonly AuditEvent[]): boolean {
    const room = Math.max(0, this.#options.bufferSize - this.#buffer.length);
    this.#buffer.push(...events.slice(0, room));
    if (events.length > room) this.#onDropped(events.length - room);
    if (this.#buffer.length >= this.#options.maxBatchSize) this.#flush();
    else if (this.#buffer.length > 0) this.#flushLater();
    return true;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort(new Error('the audit backend is closing'));
    while (this.#buffer.length > 0) this.#send(this.#buffer.splice(0, this.#options.maxBatchSize));
    await Promise.all(this.#sending);
    await this.#delegate[Symbol.asyncDispose]();
  }

  /** Hands on all full batches, and what is left after the wait. */
  #flush(): void {
    this.#timer?.abort(handedOn);
    this.#timer = undefined;
    while (this.#buffer.length >= this.#options.maxBatchSize) {
      this.#send(this.#buffer.splice(0, this.#options.maxBatchSize));
    }
    if (this.#buffer.length > 0) this.#flushLater();
  }

  #flushLater(): void {
    if (this.#timer) return;
    const timer = new AbortController();
    this.#timer = timer;
    void this.#clock.sleep(this.#options.maxBatchWait, AbortSignal.any([timer.signal, this.#stop.signal])).then(
      () => {
        this.#timer = undefined;
        this.#send(this.#buffer.splice(0, this.#options.maxBatchSize));
      },
      () => undefined,
    );
  }

  #send(batch: readonly AuditEvent[]): void {
    if (batch.length === 0) return;
    const sent = this.#deliver(batch).finally(() => this.#sending.delete(sent));
    this.#sending.add(sent);
  }

  async #deliver(batch: readonly AuditEvent[]): Promise<void> {
    const wait = this.#bucket?.reserve() ?? 0;
    if (wait > 0) await this.#clock.sleep(wait, this.#stop.signal).catch(() => undefined);
    await this.#delegate.processEvents(batch);
  }
}

const handedOn = new Error('the batch was handed on');
