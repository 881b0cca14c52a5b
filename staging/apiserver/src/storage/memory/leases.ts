import type { Clock } from '@kubescript/apimachinery';

const periodMs = 1000;

/** Which keys end when. Looks at the time only while there is such a key. */
export class Leases implements AsyncDisposable {
  readonly #clock: Clock;
  readonly #expire: (key: string) => void;
  readonly #ends = new Map<string, number>();
  readonly #closing = new AbortController();
  #running: Promise<void> | undefined;

  /** `expire` is told each key whose time is over. */
  constructor(clock: Clock, expire: (key: string) => void) {
    this.#clock = clock;
    this.#expire = expire;
  }

  /** Lets a key end after that time; 0: never. */
  set(key: string, ttlSeconds: number): void {
    if (ttlSeconds <= 0) {
      this.#ends.delete(key);
      return;
    }
    this.#ends.set(key, this.#clock.now() + ttlSeconds * 1000);
    this.#running ??= this.#run(this.#closing.signal);
  }

  /** Ends the loop; no key expires any more. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort(new Error('the store is closed'));
    await this.#running;
  }

  async #run(signal: AbortSignal): Promise<void> {
    while (this.#ends.size > 0 && !signal.aborted) {
      await this.#clock.sleep(periodMs, signal).catch(() => undefined); // aborted: the loop's condition sees it
      if (!signal.aborted) this.#expireUntil(this.#clock.now());
    }
    this.#running = undefined;
  }

  #expireUntil(now: number): void {
    for (const [key, end] of [...this.#ends]) {
      if (end > now) continue;
      this.#ends.delete(key);
      this.#expire(key);
    }
  }
}
