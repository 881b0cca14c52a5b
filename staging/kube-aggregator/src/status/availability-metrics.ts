import type { MetricsRegistry } from '@kubescript/component-base';

import type { Availability } from '../apis/api-service.ts';

/** What is counted about the availability of APIServices. */
export interface AvailabilityMetrics {
  /** What was found about an APIService, which `wasAvailable` before. */
  set(name: string, availability: Availability, wasAvailable: boolean): void;
  /** The APIService is gone. */
  forget(name: string): void;
}

/**
 * The metrics of availability, under upstream's names.
 *
 * @go kube-aggregator/pkg/controllers/status/metrics#Metrics
 */
export function newAvailabilityMetrics(registry: MetricsRegistry): AvailabilityMetrics {
  const unavailable = registry.gauge({
    name: 'aggregator_unavailable_apiservice',
    help: 'Gauge of APIServices which are marked as unavailable broken down by APIService name.',
    labels: ['name'],
  });
  const turnedUnavailable = registry.counter({
    name: 'aggregator_unavailable_apiservice_total',
    help: 'Counter of APIServices which are marked as unavailable broken down by APIService name and reason.',
    labels: ['name', 'reason'],
  });
  return {
    set(name, { status, reason }, wasAvailable) {
      unavailable.set(status === 'True' ? 0 : 1, { name });
      if (status !== 'True' && wasAvailable) turnedUnavailable.inc({ name, reason });
    },
    forget(name) {
      unavailable.remove({ name });
    },
  };
}
