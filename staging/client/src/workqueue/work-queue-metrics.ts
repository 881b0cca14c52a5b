/** Told what becomes of the keys of one work queue. */
export interface WorkQueueMetrics {
  /** The key waits; not told again while it does. */
  onAdd(key: string): void;
  onGet(key: string): void;
  onDone(key: string): void;
  onRetry(): void;
}

/**
 * Gives each work queue its metrics.
 *
 * @go k8s.io/client-go/util/workqueue#MetricsProvider
 */
export interface WorkQueueMetricsProvider {
  metricsOf(name: string): WorkQueueMetrics;
}
