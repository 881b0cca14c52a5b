import type { Clock } from '@kubescript/apimachinery';

/** How often syncs may follow each other. */
export interface SyncPace {
  readonly minPeriodMs: number;
  /** How many syncs may follow each other at once after a pause. */
  readonly burst: number;
  /** At least this often, even if nothing changed. */
  readonly maxPeriodMs: number;
}

/**
 * Runs a sync whenever it was asked for, but not more often than its pace allows.
 * @go kubernetes/pkg/proxy/runner#BoundedFrequencyRunner
 */
export class SyncPacer {
  readonly #clock: Clock;
  readonly #pace: SyncPace;
  #isWanted = false;
  #wake: (() => void) | undefined;
  #tokens: number;
  #refilled: number;

  constructor(clock: Clock, pace: SyncPace) {
    this.#clock = clock;
    this.#pace = pace;
    this.#tokens = pace.burst;
    this.#refilled = clock.now();
  }

  /** Asks for a sync soon. */
  request(): void {
    this.#isWanted = true;
    this.#wake?.();
  }

  /** Calls `sync`, which tells when it wants to be called again in any case, until the signal. */
  async run(sync: (signal: AbortSignal) => Promise<number | undefined>, signal: AbortSignal): Promise<void> {
    let nextAt = Number.POSITIVE_INFINITY;
    const isOver = (): boolean => signal.aborted;
    while (!isOver()) {
      if (!this.#isWanted) await this.#wait(Math.min(nextAt - this.#clock.now(), this.#pace.maxPeriodMs), signal);
      if (isOver()) return;
      await this.#takeToken(signal);
      this.#isWanted = false;
      if (isOver()) return;
      const again = await sync(signal);
      nextAt = again === undefined ? Number.POSITIVE_INFINITY : this.#clock.now() + again;
    }
  }

  /** Resolves when a sync is wanted, or after that time. */
  async #wait(ms: number, signal: AbortSignal): Promise<void> {
    const woken = new AbortController();
    this.#wake = () => {
      woken.abort();
    };
    await this.#clock.sleep(Math.max(0, ms), AbortSignal.any([signal, woken.signal])).catch(() => undefined);
    this.#wake = undefined;
  }

  async #takeToken(signal: AbortSignal): Promise<void> {
    this.#refill();
    if (this.#tokens < 1) {
      const missing = (1 - this.#tokens) * this.#pace.minPeriodMs;
      await this.#clock.sleep(missing, signal).catch(() => undefined);
      this.#refill();
    }
    this.#tokens = Math.max(0, this.#tokens - 1);
  }

  #refill(): void {
    const now = this.#clock.now();
    const { minPeriodMs, burst } = this.#pace;
    const gained = minPeriodMs === 0 ? burst : (now - this.#refilled) / minPeriodMs;
    this.#tokens = Math.min(burst, this.#tokens + gained);
    this.#refilled = now;
  }
}
