import type { HorizontalPodAutoscaler } from '@kubescript/api/autoscaling/v1';

import { type DefaultsByKind, defaultsOf } from '../../install/defaults-by-kind.ts';

/** Defaults of autoscaling/v1; the CPU target depends on annotations and is set by the conversion. */
export const autoscalingV1Defaults: DefaultsByKind = {
  HorizontalPodAutoscaler: defaultsOf((autoscaler: HorizontalPodAutoscaler) => {
    autoscaler.spec.minReplicas ??= 1;
  }),
};
