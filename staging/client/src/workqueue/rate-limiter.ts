import type { Clock } from '@kubescript/apimachinery';

/** Says how long a key has to wait before it is tried again. */
export interface RateLimiter {
  /** Milliseconds until the key's next try, which is counted by this call. */
  when(key: string): number;
  forget(key: string): void;
  retries(key: string): number;
}

/** Delays that double with each failure of a key: `base`, `2·base`, … up to `max` milliseconds. */
export class ExponentialRateLimiter implements RateLimiter {
  readonly #failures = new Map<string, number>();
  readonly #base: number;
  readonly #max: number;

  constructor(base: number, max: number) {
    this.#base = base;
    this.#max = max;
  }

  when(key: string): number {
    const failures = this.retries(key);
    this.#failures.set(key, failures + 1);
    return Math.min(this.#base * 2 ** failures, this.#max);
  }

  forget(key: string): void {
    this.#failures.delete(key);
  }

  retries(key: string): number {
    return this.#failures.get(key) ?? 0;
  }
}

/** Lets `burst` events pass at once and `perSecond` in the long run. */
export class TokenBucket {
  readonly #perSecond: number;
  readonly #burst: number;
  readonly #clock: Clock;
  #tokens: number;
  #at: number;

  constructor(perSecond: number, burst: number, clock: Clock) {
    this.#perSecond = perSecond;
    this.#burst = burst;
    this.#clock = clock;
    this.#tokens = burst;
    this.#at = clock.now();
  }

  /** Takes a token, on credit if there is none; the milliseconds after which it is due. */
  reserve(): number {
    this.#refill();
    this.#tokens -= 1;
    return this.#tokens >= 0 ? 0 : (-this.#tokens / this.#perSecond) * 1000;
  }

  /** Takes a token if there is one. */
  tryTake(): boolean {
    this.#refill();
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }

  #refill(): void {
    const now = this.#clock.now();
    this.#tokens = Math.min(this.#burst, this.#tokens + ((now - this.#at) / 1000) * this.#perSecond);
    this.#at = now;
  }
}
