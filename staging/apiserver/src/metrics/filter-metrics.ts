import type { HistogramValue, MetricsRegistry } from '@kubescript/component-base';

import type { Filter } from '../server/http.ts';

const buckets = [0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 5, 10, 15, 30];

/** Times how long a filter takes until it hands a request on. */
export type TimeFilter = (name: string, filter: Filter) => Filter;

/**
 * The time that filters of the handler chain take, each without what comes after it. Filters that are timed follow
 * one another: what stands between them counts with the later one.
 *
 * @go k8s.io/apiserver/pkg/endpoints/filterlatency#TrackCompleted
 */
export function newFilterMetrics(registry: MetricsRegistry, now: () => number): TimeFilter {
  const seconds = registry.histogram({
    name: 'apiserver_request_filter_duration_seconds',
    help: 'Request filter latency distribution in seconds, for each filter type',
    labels: ['filter'],
    buckets,
  });
  return (name, filter) => timedFilter(filter, seconds.with({ filter: name }), now);
}

function timedFilter(filter: Filter, seconds: HistogramValue, now: () => number): Filter {
  return (next) => {
    const handle = filter(function handOn(request) {
      const end = now();
      if (request.filterStart !== undefined) seconds.observe((end - request.filterStart) / 1000);
      // The next filter begins where this one ends: asking for the time is what the measurement costs.
      request.filterStart = end;
      return next(request);
    });
    return function handleTimed(request) {
      request.filterStart ??= now();
      return handle(request);
    };
  };
}
