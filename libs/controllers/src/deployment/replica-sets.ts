import type { Deployment, ReplicaSet } from '@kubescript/api/apps/v1';
import type { PodTemplateSpec } from '@kubescript/api/core/v1';
import type { DeepReadonly } from '@kubescript/apimachinery';

import { semanticEqual } from '../shared/equal.ts';
import { podTemplateHash, revisionOf } from './annotations.ts';
import { byCreation, wanted } from './rolling.ts';

type RS = DeepReadonly<ReplicaSet>;

/** True if two templates make the same pods, whatever their hash label says. */
export function sameTemplate(
  a: DeepReadonly<PodTemplateSpec> | undefined,
  b: DeepReadonly<PodTemplateSpec> | undefined,
): boolean {
  return semanticEqual(withoutHash(a), withoutHash(b));
}

function withoutHash(template: DeepReadonly<PodTemplateSpec> | undefined): unknown {
  const { [podTemplateHash]: _, ...labels } = template?.metadata?.labels ?? {};
  return { ...template, metadata: { ...template?.metadata, labels, creationTimestamp: undefined } };
}

/** The ReplicaSet of the Deployment's present template: of several the oldest. */
export function findNewReplicaSet(d: DeepReadonly<Deployment>, sets: readonly RS[]): RS | undefined {
  return [...sets].sort(byCreation).find((rs) => sameTemplate(rs.spec.template, d.spec.template));
}

/**
 * The one ReplicaSet that a change of size concerns: the only active one, or the newest if none is; undefined if
 * several are active.
 *
 * @go k8s.io/kubernetes/pkg/controller/deployment/util#FindActiveOrLatest
 */
export function activeOrLatest(newRs: RS | undefined, old: readonly RS[]): RS | undefined {
  const active = [...old, ...(newRs === undefined ? [] : [newRs])].filter((rs) => wanted(rs) > 0);
  if (active.length > 1) return undefined;
  return active[0] ?? newRs ?? [...old].sort(byCreation).at(-1);
}

/**
 * The old ReplicaSets beyond the history limit that nothing runs in, lowest revision first.
 *
 * @go k8s.io/kubernetes/pkg/controller/deployment#(*DeploymentController).cleanupDeployment
 */
export function outdatedReplicaSets(d: DeepReadonly<Deployment>, old: readonly RS[]): readonly RS[] {
  const limit = d.spec.revisionHistoryLimit;
  if (limit === undefined || limit === 2_147_483_647) return [];
  const alive = old.filter((rs) => rs.metadata.deletionTimestamp === undefined);
  const excess = alive.length - limit;
  if (excess <= 0) return [];
  return alive
    .sort((a, b) => revisionOf(a) - revisionOf(b) || byCreation(a, b))
    .slice(0, excess)
    .filter((rs) => rs.status.replicas === 0 && wanted(rs) === 0 && isObserved(rs));
}

function isObserved(rs: RS): boolean {
  return (rs.metadata.generation ?? 0) <= (rs.status.observedGeneration ?? 0);
}
