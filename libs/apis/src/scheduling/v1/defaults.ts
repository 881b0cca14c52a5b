import type { PriorityClass } from '@kubescript/api/scheduling/v1';

import { type DefaultsByKind, defaultsOf } from '../../install/defaults-by-kind.ts';

/** Defaults of the kinds of scheduling.k8s.io/v1. @go pkg/apis/scheduling/v1/defaults.go */
export const schedulingV1Defaults: DefaultsByKind = {
  PriorityClass: defaultsOf((priorityClass: PriorityClass) => {
    priorityClass.preemptionPolicy ??= 'PreemptLowerPriority';
  }),
};
