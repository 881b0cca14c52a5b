import type { Clock } from '@kubescript/apimachinery';

const timeout = 300_000;

interface Expected {
  creations: number;
  readonly deletions: Set<string>;
  readonly since: number;
}

/**
 * Remembers, per controlled object, which creations and deletions were sent but not yet seen by the informer. Until
 * all of them were, the cache must not be trusted for counting. Given up after five minutes.
 *
 * @go k8s.io/kubernetes/pkg/controller#UIDTrackingControllerExpectations
 */
export class Expectations {
  readonly #expected = new Map<string, Expected>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** True if nothing is outstanding. */
  satisfied(key: string): boolean {
    const expected = this.#expected.get(key);
    if (expected === undefined) return true;
    if (expected.creations > 0 || expected.deletions.size > 0) return this.#clock.now() - expected.since > timeout;
    return true;
  }

  expectCreations(key: string, count: number): void {
    this.#expected.set(key, { creations: count, deletions: new Set(), since: this.#clock.now() });
  }

  /** `keys` names the objects about to be deleted. */
  expectDeletions(key: string, keys: readonly string[]): void {
    this.#expected.set(key, { creations: 0, deletions: new Set(keys), since: this.#clock.now() });
  }

  /** Creations and deletions in one go. */
  expectBoth(key: string, creations: number, deletions: readonly string[]): void {
    this.#expected.set(key, { creations, deletions: new Set(deletions), since: this.#clock.now() });
  }

  /** A creation was seen, or failed. */
  creationObserved(key: string, count = 1): void {
    const expected = this.#expected.get(key);
    if (expected !== undefined) expected.creations = Math.max(0, expected.creations - count);
  }

  /** A deletion was seen, or failed. */
  deletionObserved(key: string, deleted: string): void {
    this.#expected.get(key)?.deletions.delete(deleted);
  }

  forget(key: string): void {
    this.#expected.delete(key);
  }
}
