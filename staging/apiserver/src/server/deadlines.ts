import type { Clock } from '@kubescript/apimachinery';

interface Pending {
  readonly at: number;
  expire(): void;
}

const noneLeft = new Error('no request is pending');

/**
 * Deadlines that all lie the same time ahead: they expire in the order in which they were set, so one timer serves
 * them all, however many requests there are.
 */
export class Deadlines {
  readonly #ms: number;
  readonly #clock: Clock;
  readonly #ended: AbortSignal | undefined;
  readonly #pending = new Set<Pending>();
  #waking: AbortController | undefined;

  /**
   * Until `ended` is aborted the timer may go on without requests, so that not each of them starts one; without it, or
   * afterwards, the timer ends with the last request.
   */
  constructor(ms: number, clock: Clock, ended?: AbortSignal) {
    this.#ms = ms;
    this.#clock = clock;
    this.#ended = ended;
    ended?.addEventListener('abort', () => {
      this.#stopIfIdle();
    });
  }

  /** The answer, or what `makeError` makes if it takes too long. */
  race<T>(answer: Promise<T>, makeError: () => Error): Promise<T> {
    return new Promise((resolve, reject) => {
      const pending: Pending = {
        at: this.#clock.now() + this.#ms,
        expire: () => {
          reject(makeError());
        },
      };
      this.#pending.add(pending);
      if (this.#waking === undefined) this.#start();
      answer.then(
        (value) => {
          this.#forget(pending);
          resolve(value);
        },
        (error: unknown) => {
          this.#forget(pending);
          reject(error instanceof Error ? error : new Error(String(error)));
        },
      );
    });
  }

  #forget(pending: Pending): void {
    this.#pending.delete(pending);
    if (this.#ended?.aborted !== false) this.#stopIfIdle();
  }

  #stopIfIdle(): void {
    if (this.#pending.size > 0) return;
    this.#waking?.abort(noneLeft);
    this.#waking = undefined;
  }

  #start(): void {
    const waking = new AbortController();
    this.#waking = waking;
    void this.#expireInOrder(waking.signal).catch(() => undefined);
  }

  async #expireInOrder(signal: AbortSignal): Promise<void> {
    for (const pending of this.#pending) {
      await this.#clock.sleep(Math.max(0, pending.at - this.#clock.now()), signal);
      if (this.#pending.delete(pending)) pending.expire();
    }
    if (this.#waking?.signal === signal) this.#waking = undefined;
  }
}
