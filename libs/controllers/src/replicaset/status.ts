import type { ReplicaSetCondition, ReplicaSetStatus } from '@kubescript/api/apps/v1';
import type { Pod } from '@kubescript/api/core/v1';
import { deepCopy, type DeepReadonly, formatTime } from '@kubescript/apimachinery';
import { isPodAvailable, isPodReady } from '@kubescript/component-helpers';

import { findCondition, withoutCondition } from '../shared/conditions.ts';
import type { ReplicaObject } from './kinds.ts';

/** What a controller found out about the pods of one object. */
export interface ReplicaFindings {
  readonly object: DeepReadonly<ReplicaObject>;
  /** Active pods. */
  readonly pods: readonly DeepReadonly<Pod>[];
  /** Pods that are being deleted. */
  readonly terminating: number;
  readonly minReadySeconds: number;
  readonly templateLabels: Readonly<Record<string, string>>;
  /** Why pods could not be created or deleted. */
  readonly failure?: { readonly reason: 'FailedCreate' | 'FailedDelete'; readonly message: string };
  readonly now: number;
}

/**
 * The status that follows from the pods.
 *
 * @go k8s.io/kubernetes/pkg/controller/replicaset#calculateStatus
 */
export function calculateStatus(findings: ReplicaFindings): ReplicaSetStatus {
  const { object, pods, minReadySeconds, templateLabels, now, terminating } = findings;
  const labelled = Object.entries(templateLabels);
  const count = (test: (pod: DeepReadonly<Pod>) => boolean): number => pods.filter(test).length;
  const status: ReplicaSetStatus = {
    replicas: pods.length,
    fullyLabeledReplicas: count((pod) => labelled.every(([key, value]) => pod.metadata.labels?.[key] === value)),
    readyReplicas: count(isPodReady),
    availableReplicas: count((pod) => isPodAvailable(pod, minReadySeconds, now)),
    terminatingReplicas: terminating,
    observedGeneration: object.metadata.generation ?? 0,
  };
  const conditions = conditionsAfter(findings);
  if (conditions.length > 0) status.conditions = conditions;
  return status;
}

function conditionsAfter({ object, failure, now }: ReplicaFindings): ReplicaSetCondition[] {
  const old = deepCopy(object.status?.conditions ?? []) as ReplicaSetCondition[];
  if (failure === undefined) return withoutCondition(old, 'ReplicaFailure');
  if (findCondition(old, 'ReplicaFailure') !== undefined) return old;
  return [...old, { type: 'ReplicaFailure', status: 'True', lastTransitionTime: formatTime(now), ...failure }];
}
