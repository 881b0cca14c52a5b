import type { WorkQueueMetrics, WorkQueueMetricsProvider } from '@kubescript/client';

import type { CounterValue } from './counter.ts';
import type { GaugeMetric, GaugeValue } from './gauge.ts';
import { type HistogramValue, exponentialBuckets } from './histogram.ts';
import type { MetricsRegistry } from './registry.ts';

const buckets = exponentialBuckets(1e-8, 10, 10);
const labels = ['name'];

/**
 * The metrics of work queues, under client-go's names.
 *
 * @go k8s.io/component-base/metrics/prometheus/workqueue
 */
export function newWorkQueueMetrics(
  registry: MetricsRegistry,
  now: () => number = () => performance.now(),
): WorkQueueMetricsProvider {
  const queues = new Map<string, QueueMetrics>();
  const metrics = declare(registry, queues);
  return {
    metricsOf(name) {
      const known = queues.get(name);
      if (known) return known;
      const made = new QueueMetrics(name, metrics, now);
      queues.set(name, made);
      return made;
    },
  };
}

type Declared = ReturnType<typeof declareCounted>;

/** The values of one queue, and since when its keys wait and are worked on. */
class QueueMetrics implements WorkQueueMetrics {
  readonly #adds: CounterValue;
  readonly #retries: CounterValue;
  readonly #depth: GaugeValue;
  readonly #waited: HistogramValue;
  readonly #worked: HistogramValue;
  readonly #added = new Map<string, number>();
  readonly #started = new Map<string, number>();
  readonly #now: () => number;

  constructor(name: string, metrics: Declared, now: () => number) {
    this.#adds = metrics.adds.with({ name });
    this.#retries = metrics.retries.with({ name });
    this.#depth = metrics.depth.with({ name });
    this.#waited = metrics.waited.with({ name });
    this.#worked = metrics.worked.with({ name });
    this.#now = now;
  }

  onAdd(key: string): void {
    this.#adds.inc();
    this.#depth.inc();
    if (!this.#added.has(key)) this.#added.set(key, this.#now());
  }

  onGet(key: string): void {
    const now = this.#now();
    const added = this.#added.get(key);
    this.#depth.dec();
    this.#started.set(key, now);
    this.#added.delete(key);
    if (added !== undefined) this.#waited.observe((now - added) / 1000);
  }

  onDone(key: string): void {
    const started = this.#started.get(key);
    this.#started.delete(key);
    if (started !== undefined) this.#worked.observe((this.#now() - started) / 1000);
  }

  onRetry(): void {
    this.#retries.inc();
  }

  /** For how long the keys that are worked on have been: all together, and the oldest. */
  unfinished(): { readonly total: number; readonly longest: number } {
    const now = this.#now();
    let total = 0;
    let longest = 0;
    for (const started of this.#started.values()) {
      const seconds = (now - started) / 1000;
      total += seconds;
      longest = Math.max(longest, seconds);
    }
    return { total, longest };
  }
}

function declare(registry: MetricsRegistry, queues: ReadonlyMap<string, QueueMetrics>): Declared {
  const read = (name: string, help: string, valueOf: (queue: QueueMetrics) => number): void => {
    registry.gauge({ name, help, labels }, (gauge: GaugeMetric) => {
      for (const [queue, metrics] of queues) gauge.set(valueOf(metrics), { name: queue });
      return undefined;
    });
  };
  read(
    'workqueue_unfinished_work_seconds',
    "How many seconds of work has done that is in progress and hasn't been observed by work_duration. Large values indicate stuck threads. One can deduce the number of stuck threads by observing the rate at which this increases.",
    (queue) => queue.unfinished().total,
  );
  read(
    'workqueue_longest_running_processor_seconds',
    'How many seconds has the longest running processor for workqueue been running.',
    (queue) => queue.unfinished().longest,
  );
  return declareCounted(registry);
}

function declareCounted(registry: MetricsRegistry): {
  readonly adds: ReturnType<MetricsRegistry['counter']>;
  readonly retries: ReturnType<MetricsRegistry['counter']>;
  readonly depth: GaugeMetric;
  readonly waited: ReturnType<MetricsRegistry['histogram']>;
  readonly worked: ReturnType<MetricsRegistry['histogram']>;
} {
  return {
    adds: registry.counter({ name: 'workqueue_adds_total', help: 'Total number of adds handled by workqueue', labels }),
    retries: registry.counter({
      name: 'workqueue_retries_total',
      help: 'Total number of retries handled by workqueue',
      labels,
    }),
    depth: registry.gauge({ name: 'workqueue_depth', help: 'Current depth of workqueue', labels }),
    waited: registry.histogram({
      name: 'workqueue_queue_duration_seconds',
      help: 'How long in seconds an item stays in workqueue before being requested.',
      ...{ labels, buckets },
    }),
    worked: registry.histogram({
      name: 'workqueue_work_duration_seconds',
      help: 'How long in seconds processing an item from workqueue takes.',
      ...{ labels, buckets },
    }),
  };
}
