import { type MetricsRegistry, exponentialBuckets } from '@kubescript/component-base';

import type { TransformationObserver } from './encrypted-backend.ts';
import type { EnvelopeMetrics } from './kms/envelope-transformer.ts';

/** What is counted of values that are transformed. */
export interface TransformationMetrics extends TransformationObserver, EnvelopeMetrics {
  onReload(succeeded: boolean): void;
}

/** Registers the metrics of encryption at rest under upstream's names. @go k8s.io/apiserver/pkg/storage/value#metrics */
export function newTransformationMetrics(registry: MetricsRegistry, now: () => number): TransformationMetrics {
  const buckets = exponentialBuckets(5e-6, 2, 25);
  const durations = registry.histogram({
    name: 'apiserver_storage_transformation_duration_seconds',
    help: 'Latencies in seconds of value transformation operations.',
    labels: ['transformation_type', 'transformer_prefix'],
    buckets,
  });
  const operations = registry.counter({
    name: 'apiserver_storage_transformation_operations_total',
    help: "Total number of transformations. Successful transformation will have a status 'OK' and a varied status string when the transformation fails. This status and transformation_type fields may be used for alerting on encryption/decryption failure using transformation_type from_storage for decryption and to_storage for encryption",
    labels: ['transformation_type', 'transformer_prefix', 'status'],
  });
  const misses = registry.counter({
    name: 'apiserver_storage_envelope_transformation_cache_misses_total',
    help: 'Total number of cache misses while accessing key decryption key(KEK).',
  });
  const keySeconds = registry.histogram({
    name: 'apiserver_storage_data_key_generation_duration_seconds',
    help: 'Latencies in seconds of data encryption key(DEK) generation operations.',
    buckets: exponentialBuckets(5e-6, 2, 14),
  });
  const keyFailures = registry.counter({
    name: 'apiserver_storage_data_key_generation_failures_total',
    help: 'Total number of failed data encryption key(DEK) generation operations.',
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
    onDataKey(seconds, succeeded) {
      keySeconds.observe(seconds);
      if (!succeeded) keyFailures.inc();
    },
    onReload(succeeded) {
      const status = succeeded ? 'success' : 'failure';
      reloads.inc({ status });
      lastReload.set(now() / 1000, { status });
    },
  };
}
