import {
  exponentialBuckets,
  type CounterMetric,
  type CounterValue,
  type GaugeMetric,
  type GaugeValue,
  type HistogramMetric,
  type HistogramValue,
  type MetricsRegistry,
} from '@kubescript/component-base';

import { observeEvents } from '../server/event-stream.ts';
import type { Filter, Handler, ServerRequest, ServerResponse, StreamedEvent } from '../server/http.ts';
import { type RequestInfo, isLongRunning } from '../server/request-info.ts';
import { type RequestLabels, labelsOf } from './request-labels.ts';

const durationBuckets = [
  0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60,
];
const sizeBuckets = [1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000];
const sliBuckets = durationBuckets.slice(2);
const watchListBuckets = [0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 2, 4, 6, 8, 10, 15, 20, 30, 45, 60];
const eventSizeBuckets = exponentialBuckets(1024, 2, 8);
const bodySizeBuckets = Array.from({ length: 31 }, (_, i) => 50_000 + i * 100_000);
const labels = ['verb', 'group', 'version', 'resource', 'subresource', 'scope', 'component'];
const withDryRun = ['verb', 'dry_run', ...labels.slice(1)];

/** Routes that are told apart; clients cannot make more. */
const maxRoutes = 2000;

/**
 * Counts and times the requests that pass, under upstream's names.
 *
 * @go k8s.io/apiserver/pkg/endpoints/metrics
 */
export function withRequestMetrics(registry: MetricsRegistry, now: () => number): Filter {
  const routes = new Routes(registry);
  return (next) =>
    async function countRequest(request) {
      const start = now();
      request.received = start;
      const route = routes.of(request);
      const { info } = request;
      // Only what comes from within has no connection.
      if (request.httpVersion === undefined) route.countSelf();
      const length = request.headers['content-length'];
      if (length !== undefined) route.bodySizes?.observe(Number(length));
      if (info !== undefined && isLongRunning(info)) return answerLong(request, next, { route, start, now });
      request.onSent = route.onSent;
      const response = await next(request);
      route.count(response.status, (now() - start) / 1000);
      return response;
    };
}

async function answerLong(
  request: ServerRequest,
  next: Handler,
  { route, start, now }: { readonly route: Route; readonly start: number; readonly now: () => number },
): Promise<ServerResponse> {
  request.onSent = route.onEventSent;
  const sendsState = request.query.get('sendInitialEvents') === 'true';
  const onStateSent = (): void => {
    route.watchList.observe((now() - start) / 1000);
  };
  return countLong(route, await next(request), sendsState ? onStateSent : undefined);
}

/** Notes which deprecated APIs are used. */
export function newDeprecationMetric(registry: MetricsRegistry): (info: RequestInfo, removedRelease: string) => void {
  const gauge = registry.gauge({
    name: 'apiserver_requested_deprecated_apis',
    help: 'Gauge of deprecated APIs that have been requested, broken out by API group, version, resource, subresource, and removed_release.',
    stability: 'STABLE',
    labels: ['group', 'version', 'resource', 'subresource', 'removed_release'],
  });
  return function noteDeprecatedApi({ apiGroup, apiVersion, resource, subresource }, removedRelease) {
    const api = { group: apiGroup, version: apiVersion, resource, subresource };
    gauge.set(1, { ...api, removed_release: removedRelease });
  };
}

/** A watch or stream is open until its body is over. */
function countLong(route: Route, response: ServerResponse, onStateSent: (() => void) | undefined): ServerResponse {
  route.count(response.status);
  const { body } = response;
  if (body.kind !== 'events' && body.kind !== 'stream') return response;
  route.longRunning.inc();
  const end = (): void => {
    route.longRunning.dec();
  };
  if (body.kind === 'stream') return { ...response, body: { kind: 'stream', chunks: thenEnd(body.chunks, end) } };
  let awaitsState = onStateSent !== undefined;
  const each = (event: StreamedEvent): void => {
    route.watchEvents.inc();
    if (!awaitsState || !endsInitialEvents(event)) return;
    awaitsState = false;
    onStateSent?.();
  };
  return { ...response, body: { kind: 'events', events: observeEvents(body.events, { each, end }) } };
}

function endsInitialEvents({ value }: StreamedEvent): boolean {
  const event = value as {
    readonly type?: string;
    readonly object?: { readonly metadata?: { readonly annotations?: unknown } };
  };
  return event.type === 'BOOKMARK' && event.object?.metadata?.annotations !== undefined;
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
  readonly watchEventSizes: HistogramMetric;
  readonly watchLists: HistogramMetric;
  readonly fieldValidation: HistogramMetric;
  readonly self: CounterMetric;
}

/** What the requests of one kind are counted by; kept, so that a request costs no look-up of labels. */
class Route {
  readonly longRunning: GaugeValue;
  readonly watchEvents: CounterValue;
  readonly onSent: (bytes: number) => void;
  /** Of requests for resources. */
  readonly bodySizes: HistogramValue | undefined;
  readonly onEventSent: (bytes: number) => void;
  readonly #metrics: RequestMetricSet;
  readonly #labels: RequestLabels;
  readonly #fieldValidation: HistogramValue | undefined;
  #self: CounterValue | undefined;
  readonly #duration: HistogramValue;
  readonly #sliDuration: HistogramValue;
  readonly #codes = new Map<number, CounterValue>();
  readonly #newCode: (code: number) => CounterValue;

  constructor(metrics: RequestMetricSet, route: RequestLabels, { dryRun, fieldValidation }: WriteLabels) {
    const dry = { ...route, dry_run: dryRun };
    this.#metrics = metrics;
    this.#labels = route;
    if (validatedVerbs.has(route.verb)) {
      this.#fieldValidation = metrics.fieldValidation.with({ field_validation: fieldValidation });
    }
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
    let eventSizes: HistogramValue | undefined;
    this.onEventSent = (bytes) => {
      eventSizes ??= metrics.watchEventSizes.with({ group, version, resource });
      eventSizes.observe(bytes);
    };
  }

  /** How long it took until a watch had told the whole state. */
  get watchList(): HistogramValue {
    const { group, version, resource, scope } = this.#labels;
    return this.#metrics.watchLists.with({ group, version, resource, scope });
  }

  /** One more request of the server to itself. */
  countSelf(): void {
    const { verb, group, resource, subresource } = this.#labels;
    this.#self ??= this.#metrics.self.with({ verb, group, resource, subresource });
    this.#self.inc();
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
    this.#fieldValidation?.observe(seconds);
  }
}

/** What the query of a write says, as metrics show it. */
interface WriteLabels {
  readonly dryRun: string;
  readonly fieldValidation: string;
}

const validatedVerbs: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'APPLY']);
const fieldValidations: ReadonlySet<string> = new Set(['', 'Ignore', 'Warn', 'Strict']);

class Routes {
  readonly #metrics: RequestMetricSet;
  readonly #routes = new Map<string, Route>();

  constructor(registry: MetricsRegistry) {
    this.#metrics = declare(registry);
  }

  of(request: ServerRequest): Route {
    const route = labelsOf(request);
    const write = { dryRun: dryRunOf(request.query), fieldValidation: fieldValidationOf(request.query) };
    const key = `${route.verb} ${route.group} ${route.version} ${route.resource} ${route.subresource} ${route.scope} ${write.dryRun} ${write.fieldValidation}`;
    return this.#routes.get(key) ?? this.#add(key, route, write);
  }

  #add(key: string, labels: RequestLabels, write: WriteLabels): Route {
    if (this.#routes.size < maxRoutes) {
      const route = new Route(this.#metrics, labels, write);
      this.#routes.set(key, route);
      return route;
    }
    return this.#routes.get('other') ?? this.#addOther(labels);
  }

  #addOther({ component }: RequestLabels): Route {
    const other = { verb: 'other', group: '', version: '', resource: '', subresource: '', scope: '', component };
    const route = new Route(this.#metrics, other, { dryRun: '', fieldValidation: '' });
    this.#routes.set('other', route);
    return route;
  }
}

/** @go k8s.io/apiserver/pkg/endpoints/metrics#cleanDryRun */
function dryRunOf(query: URLSearchParams): string {
  const stated = query.get('dryRun') ?? '';
  return stated === '' || stated === 'All' ? stated : 'invalid';
}

/** @go k8s.io/apiserver/pkg/endpoints/metrics#cleanFieldValidation */
function fieldValidationOf(query: URLSearchParams): string {
  const stated = query.get('fieldValidation') ?? '';
  return fieldValidations.has(stated) ? stated : 'invalid';
}

function declare(registry: MetricsRegistry): RequestMetricSet {
  return {
    total: registry.counter({
      name: 'apiserver_request_total',
      help: 'Counter of apiserver requests broken out for each verb, dry run value, group, version, resource, scope, component, and HTTP response code.',
      stability: 'STABLE',
      labels: [...withDryRun, 'code'],
    }),
    duration: registry.histogram({
      name: 'apiserver_request_duration_seconds',
      help: 'Response latency distribution in seconds for each verb, dry run value, group, version, resource, subresource, scope and component.',
      stability: 'STABLE',
      labels: withDryRun,
      buckets: durationBuckets,
    }),
    sliDuration: registry.histogram({
      name: 'apiserver_request_sli_duration_seconds',
      help: 'Response latency distribution (not counting webhook duration and priority & fairness queue wait times) in seconds for each verb, group, version, resource, subresource, scope and component.',
      labels,
      buckets: sliBuckets,
    }),
    sizes: registry.histogram({
      name: 'apiserver_response_sizes',
      help: 'Response size distribution in bytes for each group, version, verb, resource, subresource, scope and component.',
      stability: 'STABLE',
      labels,
      buckets: sizeBuckets,
    }),
    bodySizes: registry.histogram({
      name: 'apiserver_request_body_size_bytes',
      help: 'Apiserver request body size in bytes broken out by resource and verb.',
      labels: ['resource', 'verb'],
      buckets: bodySizeBuckets,
    }),
    longRunning: registry.gauge({
      name: 'apiserver_longrunning_requests',
      help: 'Gauge of all active long-running apiserver requests broken out by verb, group, version, resource, scope and component. Not all requests are tracked this way.',
      stability: 'STABLE',
      labels,
    }),
    watchEvents: registry.counter({
      name: 'apiserver_watch_events_total',
      help: 'Number of events sent in watch clients',
      labels: ['group', 'version', 'resource'],
    }),
    watchEventSizes: registry.histogram({
      name: 'apiserver_watch_events_sizes',
      help: 'Watch event size distribution in bytes',
      labels: ['group', 'version', 'resource'],
      buckets: eventSizeBuckets,
    }),
    watchLists: registry.histogram({
      name: 'apiserver_watch_list_duration_seconds',
      help: 'Response latency distribution in seconds for watch list requests broken by group, version, resource and scope.',
      labels: ['group', 'version', 'resource', 'scope'],
      buckets: watchListBuckets,
    }),
    fieldValidation: registry.histogram({
      name: 'field_validation_request_duration_seconds',
      help: 'Response latency distribution in seconds for each field validation value',
      labels: ['field_validation'],
      buckets: sliBuckets,
    }),
    self: registry.counter({
      name: 'apiserver_selfrequest_total',
      help: 'Counter of apiserver self-requests broken out for each verb, API resource and subresource.',
      labels: ['verb', 'group', 'resource', 'subresource'],
    }),
  };
}
