import { MetricsRegistry } from '../metrics/registry.ts';
import type { HealthChecks } from './health-checks.ts';

/**
 * The metrics at `/metrics/slis`: how each health check went, last and in all.
 *
 * @go k8s.io/component-base/metrics/prometheus/slis
 */
export function healthSlis(endpoints: readonly HealthChecks[]): MetricsRegistry {
  const registry = new MetricsRegistry();
  const last = registry.gauge({
    name: 'kubernetes_healthcheck',
    help: 'This metric records the result of a single healthcheck.',
    stability: 'STABLE',
    labels: ['name', 'type'],
  });
  const total = registry.counter({
    name: 'kubernetes_healthchecks_total',
    help: 'This metric records the results of all healthcheck.',
    stability: 'STABLE',
    labels: ['name', 'status', 'type'],
  });
  for (const checks of endpoints) {
    const type = checks.endpoint;
    checks.onResult = (name, healthy) => {
      last.set(Number(healthy), { name, type });
      total.inc({ name, status: healthy ? 'success' : 'error', type });
    };
  }
  return registry;
}
