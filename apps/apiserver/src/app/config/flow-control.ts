import { realClock } from '@kubescript/apimachinery';
import { FlowController, newFlowControlMetrics } from '@kubescript/apiserver';
import type { MetricsRegistry } from '@kubescript/component-base';

import type { CompletedOptions } from '../options.ts';

/** Priority and fairness, whose seats are the limits in flight together; undefined if it is switched off. */
export function newFlowControl(
  { features, limits }: CompletedOptions,
  metrics: MetricsRegistry,
): FlowController | undefined {
  if (!features.enablePriorityAndFairness) return undefined;
  return new FlowController({
    serverConcurrencyLimit: limits.maxRequestsInflight + limits.maxMutatingRequestsInflight,
    clock: realClock,
    metrics: newFlowControlMetrics(metrics),
  });
}
