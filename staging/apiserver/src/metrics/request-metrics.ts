import type { MetricsRegistry } from '@kubescript/component-base';

import { observeEvents } from '../server/event-stream.ts';
import type { Filter, ServerRequest, ServerResponse } from '../server/http.ts';
import { isLongRunning } from '../server/request-info.ts';
import type { InFlightLimits } from '../server/filters/max-in-flight.ts';

const durationBuckets = [
  0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60,
];
const sizeBuckets = [1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000];
const labels = ['verb', 'group', 'version', 'resource', 'subresource', 'scope', 'component'];

/** The metrics of a server's requests, under upstream's names. */
export interface RequestMetrics {
  /** Counts and times what passes. */
  readonly filter: Filter;
  readonly onInFlight: NonNullable<InFlightLimits['onChange']>;
}

/** @go k8s.io/apiserver/pkg/endpoints/metrics */
export function newRequestMetrics(registry: MetricsRegistry, now: () => number): RequestMetrics {
  const total = registry.counter({
    name: 'apiserver_request_total',
    help: 'Requests by verb, dry run value, resource, scope and HTTP status.',
    labels: ['verb', 'dry_run', 'group', 'version', 'resource', 'subresource', 'scope', 'component', 'code'],
  });
  const duration = registry.histogram({
    name: 'apiserver_request_duration_seconds',
    help: 'Time from the arrival of a request to its answer.',
    labels: [...labels.slice(0, 1), 'dry_run', ...labels.slice(1)],
    buckets: durationBuckets,
  });
  const size = registry.histogram({
    name: 'apiserver_response_sizes',
    help: 'Bytes of answers that were at hand as a whole.',
    labels,
    buckets: sizeBuckets,
  });
  const longRunning = registry.gauge({
    name: 'apiserver_longrunning_requests',
    help: 'Watches and streams that are open.',
    labels,
  });
  const watches = registry.counter({
    name: 'apiserver_watch_events_total',
    help: 'Events that were sent to watchers.',
    labels: ['group', 'version', 'resource'],
  });
  const inFlight = registry.gauge({
    name: 'apiserver_current_inflight_requests',
    help: 'Requests that are worked on, reads and writes apart.',
    labels: ['request_kind'],
  });

  const inFlightOf = {
    readOnly: inFlight.with({ request_kind: 'readOnly' }),
    mutating: inFlight.with({ request_kind: 'mutating' }),
  };

  const filter: Filter = (next) =>
    async function countRequest(request) {
      const start = now();
      const long = request.info !== undefined && isLongRunning(request.info);
      const values = labelsOf(request);
      if (long) longRunning.inc(values);
      const response = await next(request);
      const dryRun = request.query.get('dryRun') ?? '';
      total.inc({ ...values, dry_run: dryRun, code: response.status });
      if (!long) {
        duration.observe((now() - start) / 1000, { ...values, dry_run: dryRun });
        if (response.body.kind === 'bytes') size.observe(lengthOf(response.body.chunks), values);
        return response;
      }
      return {
        ...response,
        body: untilEnd(
          response.body,
          () => {
            longRunning.dec(values);
          },
          () => {
            countEvent(values);
          },
        ),
      };
    };

  function countEvent(values: ReturnType<typeof labelsOf>): void {
    watches.inc({ group: values.group, version: values.version, resource: values.resource });
  }

  return {
    filter,
    onInFlight: (kind, delta) => {
      inFlightOf[kind].inc(delta);
    },
  };
}

const lengthOf = (chunks: readonly Uint8Array[]): number => chunks.reduce((sum, chunk) => sum + chunk.length, 0);

/** The body, with `end` called once when it is over and `each` for every event. */
function untilEnd(body: ServerResponse['body'], end: () => void, each: () => void): ServerResponse['body'] {
  if (body.kind === 'events') return { kind: 'events', events: observeEvents(body.events, { each, end }) };
  if (body.kind === 'stream') return { kind: 'stream', chunks: observed(body.chunks, end) };
  end();
  return body;
}

async function* observed<T>(items: AsyncIterable<T>, end: () => void): AsyncIterable<T> {
  try {
    yield* items;
  } finally {
    end();
  }
}

function labelsOf(
  request: ServerRequest,
): Record<'verb' | 'group' | 'version' | 'resource' | 'subresource' | 'scope' | 'component', string> {
  const { info } = request;
  return {
    verb: verbOf(request),
    group: info?.apiGroup ?? '',
    version: info?.apiVersion ?? '',
    resource: info?.resource ?? '',
    subresource: info?.subresource ?? (info?.isResourceRequest === false ? request.path : ''),
    scope: scopeOf(request),
    component: 'apiserver',
  };
}

const verbNames: Readonly<Record<string, string>> = {
  create: 'POST',
  update: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
  deletecollection: 'DELETE',
};

function verbOf({ info, method }: ServerRequest): string {
  if (!info?.isResourceRequest) return method;
  return verbNames[info.verb] ?? info.verb.toUpperCase();
}

function scopeOf({ info }: ServerRequest): string {
  if (!info?.isResourceRequest) return '';
  if (info.name !== '' || info.verb === 'create') return 'resource';
  return info.namespace === '' ? 'cluster' : 'namespace';
}
