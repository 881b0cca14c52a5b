import { type Clock, realClock } from '@kubescript/apimachinery';

import type { ShutdownFilterOptions } from './chain.ts';
import { RequestDrain } from './request-drain.ts';

/** How a server stops. */
export interface ShutdownOptions {
  /** How long it serves on, not ready, before it takes no more requests. */
  readonly delayMs: number;
  /** Answer 429 to requests that come after that, in place of closing the listener at once. */
  readonly sendRetryAfter: boolean;
  /** How long to wait for watches to end. */
  readonly watchTerminationGracePeriodMs: number;
}

const defaultShutdown: ShutdownOptions = { delayMs: 0, sendRetryAfter: false, watchTerminationGracePeriodMs: 0 };

/**
 * The end of a server, shared by all servers behind one listener.
 *
 * @go k8s.io/apiserver/pkg/server#lifecycleSignals
 */
export class ServerLifecycle {
  readonly #options: ShutdownOptions;
  readonly #clock: Clock;
  readonly #drain = new RequestDrain();
  readonly #watchesEnd = new AbortController();
  #isStopping = false;
  #isRefusing = false;

  constructor(options: ShutdownOptions = defaultShutdown, clock: Clock = realClock) {
    this.#options = options;
    this.#clock = clock;
  }

  /** From the first moment of the stop on; then `/readyz` fails. */
  get isStopping(): boolean {
    return this.#isStopping;
  }

  /** Aborted when watches have to end. */
  get signal(): AbortSignal {
    return this.#watchesEnd.signal;
  }

  /** What the handler chain has to know. */
  get filters(): ShutdownFilterOptions {
    return {
      drain: this.#drain,
      ended: this.signal,
      waitsForWatches: this.#options.watchTerminationGracePeriodMs > 0,
      ...(this.#options.sendRetryAfter ? { isRefusing: () => this.#isRefusing } : {}),
    };
  }

  /**
   * Stops in upstream's order: `/readyz` fails; after the delay no more requests are taken; those that run are waited
   * for and watches end. `stopListening` is called when nobody should connect any more: before the wait, or after it
   * where late requests are to be answered 429. Resolves when all is over that is waited for.
   *
   * @go k8s.io/apiserver/pkg/server#preparedGenericAPIServer.RunWithContext
   */
  async shutdown(stopListening: () => unknown): Promise<void> {
    const { delayMs, sendRetryAfter, watchTerminationGracePeriodMs } = this.#options;
    this.#isStopping = true;
    if (delayMs > 0) await this.#clock.sleep(delayMs);
    this.#isRefusing = true;
    if (!sendRetryAfter) stopListening();
    const short = this.#drain.short.close();
    const watches = this.#drain.watches.close();
    this.#watchesEnd.abort(new Error('the server is shutting down'));
    await Promise.all([short, this.#atMost(watches, watchTerminationGracePeriodMs)]);
    if (sendRetryAfter) stopListening();
  }

  async #atMost(done: Promise<void>, ms: number): Promise<void> {
    const over = new AbortController();
    await Promise.race([done, this.#clock.sleep(ms, over.signal).catch(() => undefined)]);
    over.abort(drained);
  }
}

const drained = new Error('nothing is waited for any more');
