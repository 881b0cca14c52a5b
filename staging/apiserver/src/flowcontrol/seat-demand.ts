/** How much of what was before counts in the smoothed demand. @go seatDemandSmoothingCoefficient */
const smoothing = 0.977;

/** What a number was over a period. */
export interface DemandSummary {
  readonly average: number;
  readonly deviation: number;
  readonly max: number;
}

/** Adds up a number over time. @go k8s.io/apiserver/pkg/util/flowcontrol#Integrator */
export class DemandIntegrator {
  #value = 0;
  #since: number;
  #last: number;
  #sum = 0;
  #squares = 0;
  #max = 0;

  constructor(now: number) {
    this.#since = now;
    this.#last = now;
  }

  /** From `now` (milliseconds) on the number is `value`. */
  set(value: number, now: number): void {
    this.#advance(now);
    this.#value = value;
    if (value > this.#max) this.#max = value;
  }

  /** What the number was since the last call. */
  reset(now: number): DemandSummary {
    this.#advance(now);
    const duration = now - this.#since;
    const average = duration > 0 ? this.#sum / duration : this.#value;
    const variance = duration > 0 ? this.#squares / duration - average * average : 0;
    const summary = { average, deviation: Math.sqrt(Math.max(0, variance)), max: this.#max };
    this.#since = now;
    this.#sum = 0;
    this.#squares = 0;
    this.#max = this.#value;
    return summary;
  }

  #advance(now: number): void {
    const elapsed = now - this.#last;
    this.#last = now;
    if (elapsed <= 0 || this.#value === 0) return;
    this.#sum += this.#value * elapsed;
    this.#squares += this.#value * this.#value * elapsed;
  }
}

/** How many seats a priority level wanted lately. */
export interface SeatDemand extends DemandSummary {
  /** Rises at once with the demand and falls slowly. */
  readonly smoothed: number;
}

export const noDemand: SeatDemand = { average: 0, deviation: 0, max: 0, smoothed: 0 };

/** @go k8s.io/apiserver/pkg/util/flowcontrol#(*seatDemandStats).update */
export function nextDemand(before: SeatDemand, summary: DemandSummary): SeatDemand {
  const envelope = summary.average + summary.deviation;
  return { ...summary, smoothed: Math.max(envelope, smoothing * before.smoothed + (1 - smoothing) * envelope) };
}
