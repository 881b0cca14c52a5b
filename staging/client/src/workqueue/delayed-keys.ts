import type { Clock } from '@kubescript/apimachinery';

/** Keys that become due later; of several times for one key the earliest counts. */
export class DelayedKeys {
  readonly #waiting = new Map<string, { readonly due: number; readonly timer: AbortController }>();
  readonly #clock: Clock;
  readonly #onDue: (key: string) => void;

  constructor(clock: Clock, onDue: (key: string) => void) {
    this.#clock = clock;
    this.#onDue = onDue;
  }

  add(key: string, ms: number): void {
    const due = this.#clock.now() + ms;
    const waiting = this.#waiting.get(key);
    if (waiting !== undefined && waiting.due <= due) return;
    waiting?.timer.abort();
    const timer = new AbortController();
    this.#waiting.set(key, { due, timer });
    void this.#wait(key, ms, timer.signal);
  }

  /** Drops every key. */
  clear(): void {
    for (const { timer } of this.#waiting.values()) timer.abort();
    this.#waiting.clear();
  }

  /** Ends with the signal: then another wait has taken the key over. */
  async #wait(key: string, ms: number, signal: AbortSignal): Promise<void> {
    try {
      await this.#clock.sleep(ms, signal);
    } catch {
      return;
    }
    if (signal.aborted) return;
    this.#waiting.delete(key);
    this.#onDue(key);
  }
}
