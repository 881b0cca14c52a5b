import type { Clock } from '@kubescript/apimachinery';

interface Entry {
  readonly delay: number;
  readonly updatedAt: number;
}

/**
 * Growing delays by key: doubled at each failure up to a maximum, forgotten after twice the maximum without one.
 * @go k8s.io/client-go/util/flowcontrol#Backoff
 */
export class KeyedBackoff {
  private readonly clock: Clock;
  private readonly initial: number;
  private readonly max: number;
  private readonly entries = new Map<string, Entry>();

  constructor(clock: Clock, initial = 10_000, max = 300_000) {
    this.clock = clock;
    this.initial = initial;
    this.max = max;
  }

  /** Counts a failure. */
  next(key: string): void {
    const entry = this.current(key);
    const delay = entry === undefined ? this.initial : Math.min(this.max, entry.delay * 2);
    this.entries.set(key, { delay, updatedAt: this.clock.now() });
  }

  /** Milliseconds that are still to wait after an event at `since`; 0 = go on. */
  remaining(key: string, since: number): number {
    const entry = this.current(key);
    return entry === undefined ? 0 : Math.max(0, since + entry.delay - this.clock.now());
  }

  /** Milliseconds to wait since the last counted failure. */
  remainingSinceUpdate(key: string): number {
    return this.remaining(key, this.current(key)?.updatedAt ?? 0);
  }

  /** The current delay of a key. */
  delay(key: string): number {
    return this.current(key)?.delay ?? 0;
  }

  /** Forgets the keys that start so. */
  forget(prefix: string): void {
    for (const key of this.entries.keys()) if (key.startsWith(prefix)) this.entries.delete(key);
  }

  private current(key: string): Entry | undefined {
    const entry = this.entries.get(key);
    return entry !== undefined && this.clock.now() - entry.updatedAt <= 2 * this.max ? entry : undefined;
  }
}
