import type { HorizontalPodAutoscaler, MetricStatus } from '@kubescript/api/autoscaling/v2';

import type { ResourceDefinition } from '../../generic/resource-definition.ts';
import { simpleStrategy, statusStrategy } from '../../generic/simple-strategy.ts';
import { unsetList } from '../../generic/zero-values.ts';

const kind = { group: 'autoscaling', version: 'v2', kind: 'HorizontalPodAutoscaler' };

/**
 * HorizontalPodAutoscalers, kept as autoscaling/v2 whatever version they came in.
 *
 * @go k8s.io/kubernetes/pkg/registry/autoscaling/horizontalpodautoscaler#Strategy
 */
export const horizontalPodAutoscalerResource: ResourceDefinition<HorizontalPodAutoscaler> = {
  resource: 'horizontalpodautoscalers',
  singular: 'horizontalpodautoscaler',
  kind,
  shortNames: ['hpa'],
  categories: ['all'],
  strategy: simpleStrategy<HorizontalPodAutoscaler>({
    kind,
    namespaced: true,
    emptyStatus: () => ({ desiredReplicas: 0, currentMetrics: unsetList<MetricStatus>() }),
  }),
  statusStrategy: statusStrategy<HorizontalPodAutoscaler>({ kind }),
};
