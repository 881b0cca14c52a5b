import type {
  CounterMetric,
  CounterValue,
  GaugeMetric,
  GaugeValue,
  HistogramMetric,
  HistogramValue,
  MetricsRegistry,
} from '@kubescript/component-base';

import { observeEvents } from '../server/event-stream.ts';
import type { Filter, ServerRequest, ServerResponse } from '../server/http.ts';
import type { InFlightLimits } from '../server/filters/max-in-flight.ts';
import { type RequestInfo, isLongRunning } from '../server/request-info.ts';
import { type RequestLabels, labelsOf } from './request-labels.ts';

const durationBuckets = [
  0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60,
];
const sizeBuckets = [1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000];
const bodySizeBuckets = Array.from({ length: 31 }, (_, i) => 50_000 + i * 100_000);
const labels = ['verb', 'group', 'version', 'resource', 'subresource', 'scope', 'component'];
const withDryRun = ['verb', 'dry_run', ...labels.slice(1)];

/** Routes that are told apart; clients cannot make more. */
const maxRoutes = 2000;

/** The metrics of a server's requests, under upstream's names. */
export interface RequestMetrics {
  /** Counts and times what passes. */
  readonly filter: Filter;
  readonly onInFlight: NonNullable<InFlightLimits['onChange']>;
}

/** @go k8s.io/apiserver/pkg/endpoints/metrics */
export function newRequestMetrics(registry: MetricsRegistry, now: () => number): RequestMetrics {
  const routes = new Routes(registry);
  const inFlight = registry.gauge({
    name: 'apiserver_current_inflight_requests',
    help: '[STABLE] Maximal number of currently used inflight request limit of this apiserver per request kind in last second.',
    labels: ['request_kind'],
  });
  const inFlightOf = {
    readOnly: inFlight.with({ request_kind: 'readOnly' }),
    mutating: inFlight.with({ request_kind: 'mutating' }),
  };

  const filter: Filter = (next) =>
    async function countRequest(request) {
      const start = now();
      const route = routes.of(request);
      const { info } = request;
      const length = request.headers['content-length'];
      if (length !== undefined) route.bodySizes?.observe(Number(length));
      if (info !== undefined && isLongRunning(info)) return countLong(route, await next(request));
      request.onSent = route.onSent;
      const response = await next(request);
      route.count(response.status, (now() - start) / 1000);
      return response;
    };

  return {
    filter,
    onInFlight: (kind, delta) => {
      inFlightOf[kind].inc(delta);
    },
  };
}

/** Notes which deprecated APIs are used. */
export function newDeprecationMetric(registry: MetricsRegistry): (info: RequestInfo, removedRelease: string) => void {
  const gauge = registry.gauge({
    name: 'apiserver_requested_deprecated_apis',
    help: '[STABLE] Gauge of deprecated APIs that have been requested, broken out by API group, version, resource, subresource, and removed_release.',
    labels: ['group', 'version', 'resource', 'subresource', 'removed_release'],
  });
  return function noteDeprecatedApi({ apiGroup, apiVersion, resource, subresource }, removedRelease) {
    const api = { group: apiGroup, version: apiVersion, resource, subresource };
    gauge.set(1, { ...api, removed_release: removedRelease });
  };
}

/** A watch or stream is open until its body is over. */
function countLong(route: Route, response: ServerResponse): ServerResponse {
  route.count(response.status);
  const { body } = response;
  if (body.kind !== 'events' && body.kind !== 'stream') return response;
  route.longRunning.inc();
  const end = (): void => {
    route.longRunning.dec();
  };
  if (body.kind === 'stream') return { ...response, body: { kind: 'stream', chunks: thenEnd(body.chunks, end) } };
  const each = (): void => {
    route.watchEvents.inc();
  };
  return { ...response, body: { kind: 'events', events: observeEvents(body.events, { each, end }) } };
}

async function* thenEnd<T>(items: AsyncIterable<T>, end: () => void): AsyncIterable<T> {
  try {
    yield* items;
  } finally {
    end();
  }
}

interface RequestMetricSet {
  readonly total: CounterMetric;
  readonly duration: HistogramMetric;
  readonly sliDuration: HistogramMetric;
  readonly sizes: HistogramMetric;
  readonly bodySizes: HistogramMetric;
  readonly longRunning: GaugeMetric;
  readonly watchEvents: CounterMetric;
}

/** What the requests of one kind are counted by; kept, so that a request costs no look-up of labels. */
class Route {
  readonly longRunning: GaugeValue;
  readonly watchEvents: CounterValue;
  readonly onSent: (bytes: number) => void;
  /** Of requests for resources. */
  readonly bodySizes: HistogramValue | undefined;
  readonly #duration: HistogramValue;
  readonly #sliDuration: HistogramValue;
  readonly #codes = new Map<number, CounterValue>();
  readonly #newCode: (code: number) => CounterValue;

  constructor(metrics: RequestMetricSet, route: RequestLabels, dryRun: string) {
    const dry = { ...route, dry_run: dryRun };
    this.longRunning = metrics.longRunning.with({ ...route });
    const { group, version, resource } = route;
    this.watchEvents = metrics.watchEvents.with({ group, version, resource });
    this.#duration = metrics.duration.with(dry);
    this.#sliDuration = metrics.sliDuration.with({ ...route });
    this.#newCode = (code) => metrics.total.with({ ...dry, code });
    if (resource !== '') this.bodySizes = metrics.bodySizes.with({ resource, verb: route.verb.toLowerCase() });
    const sizes = metrics.sizes.with({ ...route });
    this.onSent = (bytes) => {
      sizes.observe(bytes);
    };
  }

  /** One more answer; without a time where it is that of a stream. */
  count(code: number, seconds?: number): void {
    let counter = this.#codes.get(code);
    if (counter === undefined) {
      counter = this.#newCode(code);
      this.#codes.set(code, counter);
    }
    counter.inc();
    if (seconds === undefined) return;
    this.#duration.observe(seconds);
    this.#sliDuration.observe(seconds);
  }
}

class Routes {
  readonly #metrics: RequestMetricSet;
  readonly #routes = new Map<string, Route>();

  constructor(registry: MetricsRegistry) {
    this.#metrics = declare(registry);
  }

  of(request: ServerRequest): Route {
    const route = labelsOf(request);
    const dryRun = dryRunOf(request.query);
    const key = `${route.verb} ${route.group} ${route.version} ${route.resource} ${route.subresource} ${route.scope} ${dryRun}`;
    return this.#routes.get(key) ?? this.#add(key, route, dryRun);
  }

  #add(key: string, labels: RequestLabels, dryRun: string): Route {
    if (this.#routes.size < maxRoutes) {
      const route = new Route(this.#metrics, labels, dryRun);
      this.#routes.set(key, route);
      return route;
    }
    return this.#routes.get('other') ?? this.#addOther(labels);
  }

  #addOther({ component }: RequestLabels): Route {
    const other = { verb: 'other', group: '', version: '', resource: '', subresource: '', scope: '', component };
    const route = new Route(this.#metrics, other, '');
    this.#routes.set('other', route);
    return route;
  }
}

/** @go k8s.io/apiserver/pkg/endpoints/metrics#cleanDryRun */
function dryRunOf(query: URLSearchParams): string {
  const stated = query.get('dryRun') ?? '';
  return stated === '' || stated === 'All' ? stated : 'invalid';
}

function declare(registry: MetricsRegistry): RequestMetricSet {
  return {
    total: registry.counter({
      name: 'apiserver_request_total',
      help: '[STABLE] Counter of apiserver requests broken out for each verb, dry run value, group, version, resource, scope, component, and HTTP response code.',
      labels: [...withDryRun, 'code'],
    }),
    duration: registry.histogram({
      name: 'apiserver_request_duration_seconds',
      help: '[STABLE] Response latency distribution in seconds for each verb, dry run value, group, version, resource, subresource, scope and component.',
      labels: withDryRun,
      buckets: durationBuckets,
    }),
    sliDuration: registry.histogram({
      name: 'apiserver_request_sli_duration_seconds',
      help: '[ALPHA] Response latency distribution (not counting webhook duration and priority & fairness queue wait times) in seconds for each verb, group, version, resource, subresource, scope and component.',
      labels,
      buckets: durationBuckets,
    }),
    sizes: registry.histogram({
      name: 'apiserver_response_sizes',
      help: '[STABLE] Response size distribution in bytes for each group, version, verb, resource, subresource, scope and component.',
      labels,
      buckets: sizeBuckets,
    }),
    bodySizes: registry.histogram({
      name: 'apiserver_request_body_size_bytes',
      help: '[ALPHA] Apiserver request body size in bytes broken out by resource and verb.',
      labels: ['resource', 'verb'],
      buckets: bodySizeBuckets,
    }),
    longRunning: registry.gauge({
      name: 'apiserver_longrunning_requests',
      help: '[STABLE] Gauge of all active long-running apiserver requests broken out by verb, group, version, resource, scope and component. Not all requests are tracked this way.',
      labels,
    }),
    watchEvents: registry.counter({
      name: 'apiserver_watch_events_total',
      help: '[ALPHA] Number of events sent in watch clients',
      labels: ['group', 'version', 'resource'],
    }),
  };
}
