import { FlagGroup, listFlag } from '@kubescript/component-base';

/** Which metrics are shown. */
export interface MetricsFlags {
  readonly disabledMetrics: readonly string[];
}

/** @go k8s.io/component-base/metrics#Options */
export function metricsFlags(): FlagGroup<MetricsFlags> {
  return new FlagGroup<MetricsFlags>('Metrics', {
    disabledMetrics: listFlag([], 'names of metrics that are not shown'),
  });
}
