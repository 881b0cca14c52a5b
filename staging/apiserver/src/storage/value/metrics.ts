import type { MetricsRegistry } from '@kubescript/component-base';

import type { TransformationObserver } from './encrypted-backend.ts';
import type { EnvelopeMetrics } from './kms/envelope-transformer.ts';

/** What is counted of values that are transformed. */
export interface TransformationMetrics extends TransformationObserver, EnvelopeMetrics {
  onReload(succeeded: boolean): void;
}

/** Registers the metrics of encryption at rest under upstream's names. @go k8s.io/apiserver/pkg/storage/value#metrics */
export function newTransformationMetrics(registry: MetricsRegistry, now: () => number): TransformationMetrics {
  const buckets = Array.from({ length: 25 }, (_, i) => 5e-6 * 2 ** i);
  const durations = registry.histogram({
    name: 'apiserver_storage_transformation_duration_seconds',
    help: 'Latencies in seconds of value transformation operations.',
    labels: ['transformation_type', 'transformer_prefix'],
    buckets,
  });
  const operations = registry.counter({
    name: 'apiserver_storage_transformation_operations_total',
    help: "Total number of transformations. Successful transformation will have a status 'OK' and a varied status string when the transformation fails.",
    labels: ['transformation_type', 'transformer_prefix', 'status'],
  });
  const misses = registry.counter({
    name: 'apiserver_storage_envelope_transformation_cache_misses_total',
    help: 'Total number of cache misses while accessing key decryption key(KEK).',
  });
  const reloads = registry.counter({
    name: 'apiserver_encryption_config_controller_automatic_reloads_total',
    help: 'Total number of reload successes and failures of encryption configuration split by apiserver identity.',
    labels: ['status'],
  });
  const lastReload = registry.gauge({
    name: 'apiserver_encryption_config_controller_automatic_reload_last_timestamp_seconds',
    help: 'Timestamp of the last successful or failed automatic reload of encryption configuration split by apiserver identity.',
    labels: ['status'],
  });
  return {
    onTransformed(type, failed, milliseconds) {
      const labels = { transformation_type: type, transformer_prefix: '' };
      durations.observe(milliseconds / 1000, labels);
      operations.inc({ ...labels, status: failed ? 'unknown-non-grpc' : 'OK' });
    },
    onCacheMiss: () => {
      misses.inc();
    },
    onReload(succeeded) {
      const status = succeeded ? 'success' : 'failure';
      reloads.inc({ status });
      lastReload.set(now() / 1000, { status });
    },
  };
}
