import type { MetricsRegistry } from './registry.ts';

/** What became of a request of a client. */
export interface ClientRequest {
  readonly method: string;
  /** `host:port` */
  readonly host: string;
  /** The HTTP status, or `<error>` if no answer came. */
  readonly code: number | '<error>';
  readonly seconds: number;
  /** Sizes of the bodies, where they were encoded. */
  readonly requestBytes?: number;
  readonly responseBytes?: number;
}

/** Told of the requests of HTTP clients. */
export interface RestClientMetrics {
  onRequest(request: ClientRequest): void;
}

const latencyBuckets = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60];
const sizeBuckets = [64, 256, 512, 1024, 4096, 16384, 65536, 262144, 1048576, 4194304, 16777216];

/** The metrics of HTTP clients, under client-go's names. @go k8s.io/component-base/metrics/prometheus/restclient */
export function newRestClientMetrics(registry: MetricsRegistry): RestClientMetrics {
  const labels = ['verb', 'host'];
  const seconds = registry.histogram({
    name: 'rest_client_request_duration_seconds',
    help: 'Request latency in seconds. Broken down by verb, and host.',
    labels,
    buckets: latencyBuckets,
  });
  const size = (kind: 'Request' | 'Response'): ReturnType<MetricsRegistry['histogram']> =>
    registry.histogram({
      name: `rest_client_${kind.toLowerCase()}_size_bytes`,
      help: `${kind} size in bytes. Broken down by verb and host.`,
      labels,
      buckets: sizeBuckets,
    });
  const requestSize = size('Request');
  const responseSize = size('Response');
  const requests = registry.counter({
    name: 'rest_client_requests_total',
    help: 'Number of HTTP requests, partitioned by status code, method, and host.',
    labels: ['code', 'method', 'host'],
  });
  return {
    onRequest({ method, host, code, seconds: time, requestBytes, responseBytes }) {
      const by = { verb: method, host };
      requests.inc({ code, method, host });
      seconds.observe(time, by);
      if (requestBytes !== undefined) requestSize.observe(requestBytes, by);
      if (responseBytes !== undefined) responseSize.observe(responseBytes, by);
    },
  };
}
