import type { PriorityLevelConfiguration } from '@kubescript/api/flowcontrol/v1';
import type { Clock, DeepReadonly } from '@kubescript/apimachinery';

import { type LevelTimings, noTimings } from './level-timings.ts';
import type { levelGauges } from './metrics.ts';
import { QueueSet, type QueuingConfig } from './queue-set.ts';
import { DemandIntegrator, type SeatDemand, nextDemand, noDemand } from './seat-demand.ts';

/** The share of its nominal seats that a level gives to one request. */
const maxRequestShare = 0.15;
const exemptQueuing: QueuingConfig = { queues: -1, handSize: 1, queueLengthLimit: 1 };
const rejectQueuing: QueuingConfig = { queues: 0, handSize: 1, queueLengthLimit: 1 };

/**
 * A priority level: its configuration, its seats and its queues.
 *
 * @go k8s.io/apiserver/pkg/util/flowcontrol#priorityLevelState
 */
export class PriorityLevel {
  readonly name: string;
  readonly queues: QueueSet;
  configuration: DeepReadonly<PriorityLevelConfiguration>;
  queuing: QueuingConfig;
  /** Seats that are its own, that it keeps in any case, that it may have at most, and that it has now. */
  nominal = 0;
  lower = 0;
  upper = 0;
  current = 0;
  target = 0;
  demand: SeatDemand = noDemand;
  /** It was taken away and serves what it still has. */
  isQuiescing = false;
  readonly #integrator: DemandIntegrator;
  readonly #timings: LevelTimings;
  readonly #now: () => number;

  constructor(
    configuration: DeepReadonly<PriorityLevelConfiguration>,
    deps: { readonly clock: Clock; readonly now: () => number; readonly timings?: LevelTimings },
  ) {
    this.name = configuration.metadata.name ?? '';
    this.configuration = configuration;
    this.queuing = queuingOf(configuration);
    this.#integrator = new DemandIntegrator(deps.now());
    this.#now = deps.now;
    this.#timings = deps.timings ?? noTimings;
    this.queues = new QueueSet(this.queuing, 0, { ...deps, demand: this.#integrator });
  }

  get isExempt(): boolean {
    return this.configuration.spec.type === 'Exempt';
  }

  /** The most seats that one request gets. */
  get maxRequestSeats(): number {
    return Math.max(1, Math.ceil(this.nominal * maxRequestShare));
  }

  /** Takes over a configuration, of which `nominal` seats follow. */
  configure(
    configuration: DeepReadonly<PriorityLevelConfiguration>,
    nominal: number,
    serverConcurrencyLimit: number,
  ): void {
    const { spec } = configuration;
    this.configuration = configuration;
    this.isQuiescing = false;
    const lendable = (spec.type === 'Exempt' ? spec.exempt : spec.limited)?.lendablePercent ?? 0;
    const borrowing = spec.limited?.borrowingLimitPercent;
    this.nominal = nominal;
    this.lower = nominal - Math.round((nominal * lendable) / 100);
    this.upper = nominal + (borrowing === undefined ? serverConcurrencyLimit : Math.round((nominal * borrowing) / 100));
    if (this.current === 0) this.current = nominal;
    this.queuing = queuingOf(configuration);
    this.queues.configure(this.queuing, this.current);
    const { queues, queueLengthLimit } = this.queuing;
    const room = { seats: nominal, queueLength: Math.max(0, queues) * queueLengthLimit };
    this.#timings.configure(room, this.queues, this.#now());
  }

  /** It is not configured any more. */
  quiesce(): this {
    this.isQuiescing = true;
    return this;
  }

  /** Takes note of what was wanted since the last time. */
  updateDemand(now: number): void {
    this.demand = nextDemand(this.demand, this.#integrator.reset(now));
  }

  /** Gives it so many seats. */
  setCurrent(seats: number, target: number): void {
    this.target = target;
    if (seats === this.current) return;
    this.current = seats;
    this.queues.configure(this.queuing, seats);
  }

  /** What metrics show of it. */
  gauges(): Record<keyof typeof levelGauges, number> {
    return {
      apiserver_flowcontrol_nominal_limit_seats: this.nominal,
      apiserver_flowcontrol_lower_limit_seats: this.lower,
      apiserver_flowcontrol_upper_limit_seats: this.upper,
      apiserver_flowcontrol_current_limit_seats: this.current,
      apiserver_flowcontrol_demand_seats_high_watermark: this.demand.max,
      apiserver_flowcontrol_demand_seats_average: this.demand.average,
      apiserver_flowcontrol_demand_seats_stdev: this.demand.deviation,
      apiserver_flowcontrol_demand_seats_smoothed: this.demand.smoothed,
      apiserver_flowcontrol_target_seats: this.target,
      apiserver_flowcontrol_current_r: this.queues.currentR,
    };
  }
}

function queuingOf({ spec }: DeepReadonly<PriorityLevelConfiguration>): QueuingConfig {
  if (spec.type === 'Exempt') return exemptQueuing;
  const queuing = spec.limited?.limitResponse?.queuing;
  if (spec.limited?.limitResponse?.type !== 'Queue') return rejectQueuing;
  return {
    queues: queuing?.queues ?? 64,
    handSize: queuing?.handSize ?? 8,
    queueLengthLimit: queuing?.queueLengthLimit ?? 50,
  };
}
