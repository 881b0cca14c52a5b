import type { FlowSchema, PriorityLevelConfiguration } from '@kubescript/api/flowcontrol/v1';

import { type DefaultsByKind, defaultsOf } from '../../install/defaults-by-kind.ts';

/** Defaults of flowcontrol.apiserver.k8s.io/v1. @go pkg/apis/flowcontrol/v1/defaults.go */
export const flowcontrolV1Defaults: DefaultsByKind = {
  FlowSchema: defaultsOf(({ spec }: FlowSchema) => {
    if ((spec.matchingPrecedence ?? 0) === 0) spec.matchingPrecedence = 1000;
  }),
  PriorityLevelConfiguration: defaultsOf(defaultPriorityLevel),
};

function defaultPriorityLevel({ spec }: PriorityLevelConfiguration): void {
  if (spec.exempt !== undefined) {
    spec.exempt.nominalConcurrencyShares ??= 0;
    spec.exempt.lendablePercent ??= 0;
  }
  if (spec.limited !== undefined) {
    spec.limited.nominalConcurrencyShares ??= 30;
    spec.limited.lendablePercent ??= 0;
  }
  const queuing = spec.limited?.limitResponse?.queuing;
  if (queuing === undefined) return;
  queuing.queues = positiveOr(queuing.queues, 64);
  queuing.handSize = positiveOr(queuing.handSize, 8);
  queuing.queueLengthLimit = positiveOr(queuing.queueLengthLimit, 50);
}

function positiveOr(given: number | undefined, byDefault: number): number {
  return given === undefined || given === 0 ? byDefault : given;
}
