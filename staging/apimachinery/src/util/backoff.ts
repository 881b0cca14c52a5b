/** How delays grow. */
export interface BackoffOptions {
  /** The first delay in milliseconds. */
  readonly duration: number;
  /** What each delay is multiplied with to get the next; 1 keeps it. */
  readonly factor?: number;
  /** Adds up to this share of a delay at random: 0.1 makes 100 ms 100 to 110. */
  readonly jitter?: number;
  /** No delay is longer than this. */
  readonly cap?: number;
}

/**
 * Delays that grow from step to step. A value: `step()` gives the delay and the backoff that follows, so a loop keeps
 * the one it has reached, and starts anew with the one it began with.
 * @go k8s.io/apimachinery/pkg/util/wait#Backoff
 */
export class Backoff {
  readonly #options: BackoffOptions;
  readonly #duration: number;

  constructor(options: BackoffOptions, duration = options.duration) {
    this.#options = options;
    this.#duration = duration;
  }

  /** The delay to wait now, in milliseconds, and the backoff for the next time. */
  step(random: () => number = Math.random): { readonly delay: number; readonly next: Backoff } {
    const { factor = 2, jitter = 0, cap = Infinity } = this.#options;
    const base = Math.min(this.#duration, cap);
    const delay = Math.min(base * (1 + jitter * random()), cap);
    return { delay, next: new Backoff(this.#options, Math.min(base * factor, cap)) };
  }
}
