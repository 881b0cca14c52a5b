import type { MetricsRegistry, TimingValue } from '@kubescript/component-base';

/** How much of a priority level is in use. */
export interface LevelUse {
  readonly waitingRequests: number;
  readonly executingRequests: number;
  readonly seatsInUse: number;
  readonly seatsWaiting: number;
}

/** What there is at a priority level. */
export interface LevelRoom {
  /** The seats that are its own. */
  readonly seats: number;
  /** How many requests its queues hold. */
  readonly queueLength: number;
}

/** Shows over time how much of a priority level is in use. */
export interface LevelTimings {
  /** Has `room` from now on. */
  configure(room: LevelRoom, use: LevelUse, now: number): void;
  /** `now`: the time in milliseconds. */
  update(use: LevelUse, now: number): void;
}

/** Shows nothing. */
export const noTimings: LevelTimings = { configure: () => undefined, update: () => undefined };

const demandBuckets = [0.2, 0.4, 0.6, 0.8, 1, 1.2, 1.4, 1.7, 2, 2.8, 4, 6];
const requestBuckets = [0, 0.001, 0.003, 0.01, 0.03, 0.1, 0.25, 0.5, 0.75, 1];
const seatBuckets = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1];

/** @go k8s.io/apiserver/pkg/util/flowcontrol/metrics#PriorityLevelExecutionSeatsGaugeVec */
export function newLevelTimings(registry: MetricsRegistry): (level: string) => LevelTimings {
  const name = (rest: string): string => `apiserver_flowcontrol_${rest}`;
  const demand = registry.timingHistogram({
    name: name('demand_seats'),
    help: 'Observations, at the end of every nanosecond, of (the number of seats each priority level could use) / (nominal number of seats for that level)',
    labels: ['priority_level'],
    buckets: demandBuckets,
  });
  const requests = registry.timingHistogram({
    name: name('priority_level_request_utilization'),
    help: 'Observations, at the end of every nanosecond, of number of requests (as a fraction of the relevant limit) waiting or in any stage of execution (but only initial stage for WATCHes)',
    labels: ['phase', 'priority_level'],
    buckets: requestBuckets,
  });
  const seats = registry.timingHistogram({
    name: name('priority_level_seat_utilization'),
    help: 'Observations, at the end of every nanosecond, of utilization of seats for any stage of execution (but only initial stage for WATCHes)',
    labels: ['phase', 'priority_level'],
    buckets: seatBuckets,
  });
  return (level) =>
    new TimedLevel({
      demand: demand.with({ priority_level: level }),
      waiting: requests.with({ phase: 'waiting', priority_level: level }),
      executing: requests.with({ phase: 'executing', priority_level: level }),
      seats: seats.with({ phase: 'executing', priority_level: level }),
    });
}

class TimedLevel implements LevelTimings {
  readonly #values: Readonly<Record<'demand' | 'waiting' | 'executing' | 'seats', TimingValue>>;
  #seats = 1;
  #queueLength = 1;

  constructor(values: Readonly<Record<'demand' | 'waiting' | 'executing' | 'seats', TimingValue>>) {
    this.#values = values;
  }

  configure({ seats, queueLength }: LevelRoom, use: LevelUse, now: number): void {
    this.#seats = Math.max(1, seats);
    this.#queueLength = Math.max(1, queueLength);
    this.update(use, now);
  }

  update({ waitingRequests, executingRequests, seatsInUse, seatsWaiting }: LevelUse, now: number): void {
    const { demand, waiting, executing, seats } = this.#values;
    demand.set((seatsInUse + seatsWaiting) / this.#seats, now);
    waiting.set(waitingRequests / this.#queueLength, now);
    executing.set(executingRequests / this.#seats, now);
    seats.set(seatsInUse / this.#seats, now);
  }
}
