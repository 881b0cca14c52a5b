import type { HorizontalPodAutoscaler, HPAScalingRules } from '@kubescript/api/autoscaling/v2';

import { type DefaultsByKind, defaultsOf } from '../../install/defaults-by-kind.ts';

/** The CPU utilisation that an autoscaler without metrics aims at, in percent. */
export const DEFAULT_CPU_UTILIZATION = 80;

/** Defaults of the kinds of autoscaling/v2. @go pkg/apis/autoscaling/v2/defaults.go */
export const autoscalingV2Defaults: DefaultsByKind = {
  HorizontalPodAutoscaler: defaultsOf(defaultAutoscaler),
};

function defaultAutoscaler({ spec }: HorizontalPodAutoscaler): void {
  spec.minReplicas ??= 1;
  spec.metrics ??= [
    {
      type: 'Resource',
      resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: DEFAULT_CPU_UTILIZATION } },
    },
  ];
  if (spec.behavior === undefined) return;
  spec.behavior.scaleUp = withDefaults(spec.behavior.scaleUp, {
    stabilizationWindowSeconds: 0,
    selectPolicy: 'Max',
    policies: [
      { type: 'Pods', value: 4, periodSeconds: 15 },
      { type: 'Percent', value: 100, periodSeconds: 15 },
    ],
  });
  spec.behavior.scaleDown = withDefaults(spec.behavior.scaleDown, {
    selectPolicy: 'Max',
    policies: [{ type: 'Percent', value: 100, periodSeconds: 15 }],
  });
}

function withDefaults(given: HPAScalingRules | undefined, defaults: HPAScalingRules): HPAScalingRules {
  return { ...defaults, ...given };
}
