import type { Deployment, DeploymentCondition, DeploymentStatus, ReplicaSet } from '@kubescript/api/apps/v1';
import { deepCopy, type DeepReadonly, formatTime, nameOf } from '@kubescript/apimachinery';

import { millisOf } from '../shared/time.ts';
import { findCondition, withoutCondition } from '../shared/conditions.ts';
import { desiredReplicas, maxUnavailable, totalAvailable, totalWanted } from './rolling.ts';

type D = DeepReadonly<Deployment>;
type RS = DeepReadonly<ReplicaSet>;

/** Reasons of the Progressing condition. */
export const reasons = {
  created: 'NewReplicaSetCreated',
  found: 'FoundNewReplicaSet',
  updated: 'ReplicaSetUpdated',
  available: 'NewReplicaSetAvailable',
  createError: 'ReplicaSetCreateError',
  timedOut: 'ProgressDeadlineExceeded',
  paused: 'DeploymentPaused',
  resumed: 'DeploymentResumed',
} as const;

/** True if a deadline is set that a rollout can miss. */
export function hasProgressDeadline(d: D): boolean {
  const deadline = d.spec.progressDeadlineSeconds;
  return deadline !== undefined && deadline !== 2_147_483_647;
}

/** The counts and the Available condition. */
export function calculateStatus(d: D, newRs: RS | undefined, all: readonly RS[], now: number): DeploymentStatus {
  const available = totalAvailable(all);
  const sum = (of: (rs: RS) => number | undefined): number => all.reduce((total, rs) => total + (of(rs) ?? 0), 0);
  const status: DeploymentStatus = {
    observedGeneration: d.metadata.generation ?? 0,
    replicas: sum((rs) => rs.status.replicas),
    updatedReplicas: newRs?.status.replicas ?? 0,
    readyReplicas: sum((rs) => rs.status.readyReplicas),
    availableReplicas: available,
    unavailableReplicas: Math.max(0, totalWanted(all) - available),
    terminatingReplicas: sum((rs) => rs.status.terminatingReplicas),
    conditions: deepCopy(d.status.conditions ?? []) as DeploymentCondition[],
  };
  if (d.status.collisionCount !== undefined) status.collisionCount = d.status.collisionCount;
  const enough = available >= desiredReplicas(d) - maxUnavailable(d);
  setCondition(
    status,
    enough
      ? condition('Available', 'True', 'MinimumReplicasAvailable', 'Deployment has minimum availability.', now)
      : condition(
          'Available',
          'False',
          'MinimumReplicasUnavailable',
          'Deployment does not have minimum availability.',
          now,
        ),
  );
  return status;
}

/**
 * The status with the Progressing and ReplicaFailure conditions that follow from how the rollout goes.
 *
 * @go k8s.io/kubernetes/pkg/controller/deployment#(*DeploymentController).syncRolloutStatus
 */
export function rolloutStatus(d: D, newRs: RS | undefined, all: readonly RS[], now: number): DeploymentStatus {
  const status = calculateStatus(d, newRs, all, now);
  if (!hasProgressDeadline(d)) status.conditions = withoutCondition(status.conditions, 'Progressing');
  const current = findCondition(status.conditions, 'Progressing');
  const done = status.replicas === status.updatedReplicas && current?.reason === reasons.available;
  if (hasProgressDeadline(d) && !done) setProgress(d, newRs, status, now);
  status.conditions = withoutCondition(status.conditions, 'ReplicaFailure');
  const failure = replicaFailure(newRs, all);
  if (failure !== undefined) status.conditions.push(failure);
  return status;
}

function setProgress(d: D, newRs: RS | undefined, status: DeploymentStatus, now: number): void {
  const subject = newRs === undefined ? `Deployment "${nameOf(d)}"` : `ReplicaSet "${nameOf(newRs)}"`;
  if (isComplete(d, status)) {
    setCondition(
      status,
      condition('Progressing', 'True', reasons.available, `${subject} has successfully progressed.`, now),
    );
  } else if (isProgressing(d, status)) {
    const next = condition('Progressing', 'True', reasons.updated, `${subject} is progressing.`, now);
    const old = findCondition(status.conditions, 'Progressing');
    if (old?.status === 'True' && old.lastTransitionTime !== undefined)
      next.lastTransitionTime = old.lastTransitionTime;
    status.conditions = [...withoutCondition(status.conditions, 'Progressing'), next];
  } else if (isTimedOut(d, status, now)) {
    setCondition(
      status,
      condition('Progressing', 'False', reasons.timedOut, `${subject} has timed out progressing.`, now),
    );
  }
}

/** True if all pods are updated and available, and no old ones run. */
export function isComplete(d: D, status: DeepReadonly<DeploymentStatus>): boolean {
  const desired = desiredReplicas(d);
  return (
    (status.updatedReplicas ?? 0) === desired &&
    (status.replicas ?? 0) === desired &&
    (status.availableReplicas ?? 0) === desired &&
    (status.observedGeneration ?? 0) >= (d.metadata.generation ?? 0)
  );
}

/** True if the rollout came further since the stored status. */
export function isProgressing(d: D, status: DeepReadonly<DeploymentStatus>): boolean {
  const old = d.status;
  const outdated = (s: DeepReadonly<DeploymentStatus>): number => (s.replicas ?? 0) - (s.updatedReplicas ?? 0);
  return (
    (status.updatedReplicas ?? 0) > (old.updatedReplicas ?? 0) ||
    outdated(status) < outdated(old) ||
    (status.readyReplicas ?? 0) > (old.readyReplicas ?? 0) ||
    (status.availableReplicas ?? 0) > (old.availableReplicas ?? 0)
  );
}

/** True if the rollout has not come further for longer than its deadline allows. */
export function isTimedOut(d: D, status: DeepReadonly<DeploymentStatus>, now: number): boolean {
  const current = findCondition<DeploymentCondition>(status.conditions, 'Progressing');
  if (current === undefined || current.reason === reasons.available) return false;
  if (current.reason === reasons.timedOut) return true;
  const since = millisOf((current as DeploymentCondition).lastUpdateTime);
  return since + (d.spec.progressDeadlineSeconds ?? 600) * 1000 < now;
}

function replicaFailure(newRs: RS | undefined, all: readonly RS[]): DeploymentCondition | undefined {
  const candidates = newRs === undefined ? all : [newRs, ...all];
  for (const rs of candidates) {
    const found = rs.status.conditions?.find((c) => c.type === 'ReplicaFailure');
    if (found === undefined) continue;
    const time = found.lastTransitionTime === undefined ? {} : { lastTransitionTime: found.lastTransitionTime };
    return {
      ...found,
      ...time,
      ...(found.lastTransitionTime === undefined ? {} : { lastUpdateTime: found.lastTransitionTime }),
    };
  }
  return undefined;
}

/** A condition of now. */
export function condition(
  type: string,
  status: string,
  reason: string,
  message: string,
  now: number,
): DeploymentCondition {
  const time = formatTime(now);
  return { type, status, lastUpdateTime: time, lastTransitionTime: time, reason, message };
}

/** Puts a condition in, unless one of the same status and reason is there; the time moves only with the status. */
export function setCondition(status: DeploymentStatus, next: DeploymentCondition): void {
  const old = findCondition<DeploymentCondition>(status.conditions, next.type);
  if (old?.status === next.status && old.reason === next.reason) return;
  if (old?.status === next.status && old.lastTransitionTime !== undefined) {
    next = { ...next, lastTransitionTime: old.lastTransitionTime };
  }
  status.conditions = [...withoutCondition(status.conditions, next.type), next];
}
