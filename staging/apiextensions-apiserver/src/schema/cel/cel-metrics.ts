import type { MetricsRegistry } from '@kubescript/component-base';

/** Told how long the rules of a schema took, in seconds. */
export interface CelMetrics {
  readonly onCompilation: (seconds: number) => void;
  readonly onEvaluation: (seconds: number) => void;
}

/** @go k8s.io/apiserver/pkg/cel/metrics#CelMetrics */
export function newCelMetrics(registry: MetricsRegistry): CelMetrics {
  const histogram = (name: string, help: string): ReturnType<MetricsRegistry['histogram']> =>
    registry.histogram({ name: `apiserver_cel_${name}_duration_seconds`, help, stability: 'BETA' });
  const compilation = histogram('compilation', 'CEL compilation time in seconds.');
  const evaluation = histogram('evaluation', 'CEL evaluation time in seconds.');
  return {
    onCompilation: (seconds) => {
      compilation.observe(seconds);
    },
    onEvaluation: (seconds) => {
      evaluation.observe(seconds);
    },
  };
}
