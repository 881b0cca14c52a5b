import type {
  CounterMetric,
  GaugeMetric,
  HistogramMetric,
  MetricOptions,
  MetricsRegistry,
} from '@kubescript/component-base';

import type { FlowObserver } from './flow-observer.ts';
import { type LevelTimings, newLevelTimings } from './level-timings.ts';

const executionBuckets = [0, 0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30];
const queueLengthBuckets = [0, 10, 25, 50, 100, 250, 500, 1000];
const seatBuckets = [1, 2, 4, 10];
const byFlow = ['priority_level', 'flow_schema'];
const byLevel = ['priority_level'];

/** What a priority level shows of itself. */
export const levelGauges = {
  apiserver_flowcontrol_nominal_limit_seats: 'Nominal number of execution seats configured for each priority level',
  apiserver_flowcontrol_lower_limit_seats:
    'Configured lower bound on number of execution seats available to each priority level',
  apiserver_flowcontrol_upper_limit_seats:
    'Configured upper bound on number of execution seats available to each priority level',
  apiserver_flowcontrol_current_limit_seats:
    'current derived number of execution seats available to each priority level',
  apiserver_flowcontrol_demand_seats_high_watermark: 'High watermark, over last adjustment period, of demand_seats',
  apiserver_flowcontrol_demand_seats_average: 'Time-weighted average, over last adjustment period, of demand_seats',
  apiserver_flowcontrol_demand_seats_stdev:
    'Time-weighted standard deviation, over last adjustment period, of demand_seats',
  apiserver_flowcontrol_demand_seats_smoothed: 'Smoothed seat demands',
  apiserver_flowcontrol_target_seats: 'Seat allocation targets',
  apiserver_flowcontrol_current_r: 'R(time of last change)',
} as const;

/** The metrics of API priority and fairness under upstream's names. @go k8s.io/apiserver/pkg/util/flowcontrol/metrics */
export interface FlowControlMetrics {
  /** What the requests of one schema at one level are counted by. */
  observerOf(level: string, schema: string): FlowObserver;
  /** What the use of a level is shown by over time. */
  timingsOf(level: string): LevelTimings;
  setLevel(level: string, values: Readonly<Partial<Record<keyof typeof levelGauges, number>>>): void;
  setFairFraction(fraction: number): void;
  onWatchCount(level: string, schema: string, watches: number): void;
}

interface FlowMetrics {
  readonly rejected: CounterMetric;
  readonly dispatched: CounterMetric;
  readonly executing: GaugeMetric;
  readonly seats: GaugeMetric;
  readonly inQueues: GaugeMetric;
  readonly seatsInQueues: GaugeMetric;
  readonly queueLength: HistogramMetric;
  readonly waited: HistogramMetric;
  readonly served: HistogramMetric;
  readonly width: HistogramMetric;
}

/** Registers them. */
export function newFlowControlMetrics(registry: MetricsRegistry): FlowControlMetrics {
  const metrics = flowMetrics(registry);
  const gauges = Object.entries(levelGauges).map(
    ([name, help]) => [name, registry.gauge({ name, help, labels: byLevel, ...stabilityOf(name) })] as const,
  );
  const byName = new Map(gauges);
  const fair = registry.gauge({
    name: 'apiserver_flowcontrol_seat_fair_frac',
    help: "Fair fraction of server's concurrency to allocate to each priority level that can use it",
  });
  const watches = registry.histogram({
    name: 'apiserver_flowcontrol_watch_count_samples',
    help: 'count of watchers for mutating requests in API Priority and Fairness',
    labels: byFlow,
    buckets: [0, 1, 10, 100, 1000, 10_000],
  });
  return {
    timingsOf: newLevelTimings(registry),
    observerOf: (level, schema) => newFlowObserver(metrics, { priority_level: level, flow_schema: schema }),
    setLevel(level, values) {
      for (const [name, value] of Object.entries(values)) byName.get(name)?.set(value, { priority_level: level });
    },
    setFairFraction: (fraction) => {
      fair.set(fraction);
    },
    onWatchCount: (level, schema, count) => {
      watches.observe(count, { priority_level: level, flow_schema: schema });
    },
  };
}

const betaMetrics: ReadonlySet<string> = new Set(
  [
    'current_executing_requests',
    'current_executing_seats',
    'current_inqueue_requests',
    'dispatched_requests_total',
    'nominal_limit_seats',
    'rejected_requests_total',
    'request_wait_duration_seconds',
  ].map((name) => `apiserver_flowcontrol_${name}`),
);

const stabilityOf = (name: string): Pick<MetricOptions, 'stability'> => ({
  stability: betaMetrics.has(name) ? 'BETA' : 'ALPHA',
});

function flowMetrics(registry: MetricsRegistry): FlowMetrics {
  const named = (rest: string): Pick<MetricOptions, 'name' | 'stability'> => {
    const name = `apiserver_flowcontrol_${rest}`;
    return { name, ...stabilityOf(name) };
  };
  return {
    rejected: registry.counter({
      ...named('rejected_requests_total'),
      help: 'Number of requests rejected by API Priority and Fairness subsystem',
      labels: [...byFlow, 'reason'],
    }),
    dispatched: registry.counter({
      ...named('dispatched_requests_total'),
      help: 'Number of requests executed by API Priority and Fairness subsystem',
      labels: byFlow,
    }),
    executing: registry.gauge({
      ...named('current_executing_requests'),
      help: 'Number of requests in initial (for a WATCH) or any (for a non-WATCH) execution stage in the API Priority and Fairness subsystem',
      labels: byFlow,
    }),
    seats: registry.gauge({
      ...named('current_executing_seats'),
      help: 'Concurrency (number of seats) occupied by the currently executing (initial stage for a WATCH, any stage otherwise) requests in the API Priority and Fairness subsystem',
      labels: byFlow,
    }),
    inQueues: registry.gauge({
      ...named('current_inqueue_requests'),
      help: 'Number of requests currently pending in queues of the API Priority and Fairness subsystem',
      labels: byFlow,
    }),
    seatsInQueues: registry.gauge({
      ...named('current_inqueue_seats'),
      help: 'Number of seats currently pending in queues of the API Priority and Fairness subsystem',
      labels: byFlow,
    }),
    queueLength: registry.histogram({
      ...named('request_queue_length_after_enqueue'),
      help: 'Length of queue in the API Priority and Fairness subsystem, as seen by each request after it is enqueued',
      labels: byFlow,
      buckets: queueLengthBuckets,
    }),
    waited: registry.histogram({
      ...named('request_wait_duration_seconds'),
      help: 'Length of time a request spent waiting in its queue',
      labels: [...byFlow, 'execute'],
      buckets: executionBuckets,
    }),
    served: registry.histogram({
      ...named('request_execution_seconds'),
      help: 'Duration of initial stage (for a WATCH) or any (for a non-WATCH) stage of request execution in the API Priority and Fairness subsystem',
      labels: [...byFlow, 'type'],
      buckets: executionBuckets,
    }),
    width: registry.histogram({
      ...named('work_estimated_seats'),
      help: 'Number of estimated seats (maximum of initial and final seats) associated with requests in API Priority and Fairness',
      labels: byFlow,
      buckets: seatBuckets,
    }),
  };
}

/** Keeps the values of one flow at hand, so that counting costs no look-up. */
function newFlowObserver(
  metrics: FlowMetrics,
  flow: { readonly priority_level: string; readonly flow_schema: string },
): FlowObserver {
  const dispatched = metrics.dispatched.with(flow);
  const executing = metrics.executing.with(flow);
  const seats = metrics.seats.with(flow);
  const served = metrics.served.with({ ...flow, type: 'regular' });
  const width = metrics.width.with(flow);
  return {
    onEnqueued(queueLength, wide) {
      metrics.queueLength.observe(queueLength, flow);
      metrics.inQueues.inc(flow);
      metrics.seatsInQueues.inc(flow, wide);
    },
    onDequeued(wide, waitedSeconds) {
      metrics.inQueues.dec(flow);
      metrics.seatsInQueues.dec(flow, wide);
      metrics.waited.observe(waitedSeconds, { ...flow, execute: 'true' });
    },
    onDispatched(wide) {
      dispatched.inc();
      executing.inc();
      seats.inc(wide);
      width.observe(wide);
    },
    onFinished(seconds) {
      executing.dec();
      served.observe(seconds);
    },
    onReleased(wide) {
      seats.dec(wide);
    },
    onRejected(reason) {
      metrics.rejected.inc({ ...flow, reason });
    },
  };
}
