import type { CounterMetric, MetricsRegistry } from '@kubescript/component-base';

/** Told what a client of etcd does. */
export interface EtcdMetrics {
  /** A call begins; what becomes of it is told to the observer that comes back. */
  onCall(path: string, type: 'unary' | 'bidi_stream'): GrpcCallObserver;
  /** A lease will get no more keys; it has so many. */
  onLeaseFull(keys: number): void;
}

/** Told what becomes of a call. */
export interface GrpcCallObserver {
  onSent(): void;
  onReceived(): void;
  /** `code`: as gRPC names it (`OK`, `Unavailable`). */
  onEnd(code: string): void;
}

const callLabels = ['grpc_type', 'grpc_service', 'grpc_method'];
const leaseBuckets = [10, 50, 100, 500, 1000, 2500, 5000];

/**
 * The metrics of the connection to etcd, under upstream's names.
 *
 * @go github.com/grpc-ecosystem/go-grpc-prometheus#ClientMetrics
 * @go k8s.io/apiserver/pkg/storage/etcd3/metrics#UpdateLeaseObjectCount
 */
export function newEtcdMetrics(registry: MetricsRegistry): EtcdMetrics {
  const counter = (name: string, help: string, labels = callLabels): CounterMetric =>
    registry.counter({ name: `grpc_client_${name}_total`, help, labels, stability: 'none' });
  const started = counter('started', 'Total number of RPCs started on the client.');
  const handled = counter(
    'handled',
    'Total number of RPCs completed by the client, regardless of success or failure.',
    [...callLabels, 'grpc_code'],
  );
  const received = counter('msg_received', 'Total number of RPC stream messages received by the client.');
  const sent = counter('msg_sent', 'Total number of gRPC stream messages sent by the client.');
  const leases = registry.histogram({
    name: 'etcd_lease_object_counts',
    help: 'Number of objects attached to a single etcd lease.',
    buckets: leaseBuckets,
  });
  return {
    onCall(path, type) {
      const [, service = '', method = ''] = path.split('/');
      const labels = { grpc_type: type, grpc_service: service, grpc_method: method };
      started.inc(labels);
      return {
        onSent: () => {
          sent.inc(labels);
        },
        onReceived: () => {
          received.inc(labels);
        },
        onEnd: (code) => {
          handled.inc({ ...labels, grpc_code: code });
        },
      };
    },
    onLeaseFull: (keys) => {
      leases.observe(keys);
    },
  };
}

/** gRPC's numbers as go-grpc names them. @go google.golang.org/grpc/codes#Code.String */
const codeNames = [
  ...['OK', 'Canceled', 'Unknown', 'InvalidArgument', 'DeadlineExceeded', 'NotFound', 'AlreadyExists'],
  ...['PermissionDenied', 'ResourceExhausted', 'FailedPrecondition', 'Aborted', 'OutOfRange', 'Unimplemented'],
  ...['Internal', 'Unavailable', 'DataLoss', 'Unauthenticated'],
];

/** The name of a status code. */
export function grpcCodeName(code: number): string {
  return codeNames[code] ?? `Code(${String(code)})`;
}
