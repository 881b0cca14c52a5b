import type { MetricsRegistry } from './registry.ts';

/**
 * Adds the metrics about metrics: how many are registered, disabled and hidden, and how often labels had values that
 * are not allowed.
 *
 * @go k8s.io/component-base/metrics#registeredMetricsTotal
 */
export function addRegistryMetrics(registry: MetricsRegistry): void {
  registry.counter(
    {
      name: 'registered_metrics_total',
      help: 'The count of registered metrics broken by stability level and deprecation version.',
      labels: ['stability_level', 'deprecated_version'],
      stability: 'BETA',
    },
    (set) => {
      for (const { total, ...labels } of countsOf(registry)) set(total, labels);
    },
  );
  const count = (name: string, help: string, stability: 'ALPHA' | 'BETA', read: () => number): void => {
    registry.counter({ name, help, stability }, (set) => {
      set(read());
    });
  };
  count('disabled_metrics_total', 'The count of disabled metrics.', 'BETA', () => registry.disabledCount);
  count('hidden_metrics_total', 'The count of hidden metrics.', 'BETA', () => registry.hiddenCount);
  count(
    'cardinality_enforcement_unexpected_categorizations_total',
    'The count of unexpected categorizations during cardinality enforcement.',
    'ALPHA',
    () => registry.unexpectedCount,
  );
}

interface RegisteredCount {
  readonly stability_level: string;
  readonly deprecated_version: string;
  total: number;
}

function countsOf(registry: MetricsRegistry): readonly RegisteredCount[] {
  const counts = new Map<string, RegisteredCount>();
  for (const { stability, deprecatedVersion } of registry.declared) {
    if (stability === 'none') continue;
    const key = `${stability} ${deprecatedVersion}`;
    const count = counts.get(key) ?? { stability_level: stability, deprecated_version: deprecatedVersion, total: 0 };
    count.total += 1;
    counts.set(key, count);
  }
  return [...counts.values()];
}
