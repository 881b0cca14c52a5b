import type { Deployment, ReplicaSet } from '@kubescript/api/apps/v1';
import { type DeepReadonly, nameOf } from '@kubescript/apimachinery';

import { resolveIntOrPercent } from '../shared/int-or-percent.ts';
import { annotations, numberIn } from './annotations.ts';

type D = DeepReadonly<Deployment>;
type RS = DeepReadonly<ReplicaSet>;

/** A ReplicaSet and the number of replicas that it should have. */
export interface Scaling {
  readonly replicaSet: RS;
  readonly replicas: number;
}

/** Replicas that a ReplicaSet asks for. */
export function wanted(rs: RS | undefined): number {
  return rs?.spec.replicas ?? (rs === undefined ? 0 : 1);
}

/** Sum of the replicas that ReplicaSets ask for. */
export function totalWanted(sets: readonly RS[]): number {
  return sets.reduce((sum, rs) => sum + wanted(rs), 0);
}

/** Sum of the pods that are available. */
export function totalAvailable(sets: readonly RS[]): number {
  return sets.reduce((sum, rs) => sum + (rs.status.availableReplicas ?? 0), 0);
}

/** Replicas that a Deployment asks for. */
export function desiredReplicas(d: D): number {
  return d.spec.replicas ?? 1;
}

/** True unless the strategy is Recreate. */
export function isRollingUpdate(d: D): boolean {
  return d.spec.strategy?.type !== 'Recreate';
}

/**
 * How many pods there may be above, and how many may be unavailable below what is asked for. Never both zero.
 *
 * @go k8s.io/kubernetes/pkg/controller/deployment/util#ResolveFenceposts
 */
export function fenceposts(d: D): { readonly maxSurge: number; readonly maxUnavailable: number } {
  if (!isRollingUpdate(d)) return { maxSurge: 0, maxUnavailable: 0 };
  const desired = desiredReplicas(d);
  const { maxSurge, maxUnavailable } = d.spec.strategy?.rollingUpdate ?? {};
  const surge = resolveIntOrPercent(maxSurge, desired, true);
  const unavailable = resolveIntOrPercent(maxUnavailable, desired, false);
  return { maxSurge: surge, maxUnavailable: surge === 0 && unavailable === 0 ? 1 : unavailable };
}

/** How many pods may be unavailable; not more than are asked for. */
export function maxUnavailable(d: D): number {
  return Math.min(fenceposts(d).maxUnavailable, desiredReplicas(d));
}

/**
 * The replicas that the new ReplicaSet may have now, given all that run.
 *
 * @go k8s.io/kubernetes/pkg/controller/deployment/util#NewRSNewReplicas
 */
export function newReplicaSetSize(d: D, all: readonly RS[], current: number): number {
  const desired = desiredReplicas(d);
  if (!isRollingUpdate(d)) return desired;
  const room = desired + fenceposts(d).maxSurge - totalWanted(all);
  if (room <= 0) return current;
  return current + Math.min(room, desired - current);
}

/**
 * The next step for the new ReplicaSet of a rolling update; undefined if it has the right size.
 *
 * @go k8s.io/kubernetes/pkg/controller/deployment#(*DeploymentController).reconcileNewReplicaSet
 */
export function planNewReplicaSet(d: D, newRs: RS, all: readonly RS[]): Scaling | undefined {
  const desired = desiredReplicas(d);
  const current = wanted(newRs);
  const replicas = current > desired ? desired : newReplicaSetSize(d, all, current);
  return replicas === current ? undefined : { replicaSet: newRs, replicas };
}

/**
 * The next step for the old ReplicaSets of a rolling update: first the pods that do not work anyway, then as many as
 * the minimum of available pods allows.
 *
 * @go k8s.io/kubernetes/pkg/controller/deployment#(*DeploymentController).reconcileOldReplicaSets
 */
export function planOldReplicaSets(d: D, newRs: RS, old: readonly RS[]): readonly Scaling[] {
  const active = old.filter((rs) => wanted(rs) > 0).sort(byCreation);
  if (active.length === 0) return [];
  const all = [...active, newRs];
  const minAvailable = desiredReplicas(d) - maxUnavailable(d);
  const newUnavailable = wanted(newRs) - (newRs.status.availableReplicas ?? 0);
  const mayGo = totalWanted(all) - minAvailable - newUnavailable;
  if (mayGo <= 0) return [];
  const sizes = new Map(active.map((rs) => [rs, wanted(rs)]));
  takeUnhealthy(sizes, mayGo);
  takeHealthy(sizes, totalAvailable(all) - minAvailable);
  return [...sizes]
    .filter(([rs, size]) => size !== wanted(rs))
    .map(([replicaSet, replicas]) => ({ replicaSet, replicas }));
}

function takeUnhealthy(sizes: Map<RS, number>, limit: number): void {
  let left = limit;
  for (const [rs, size] of sizes) {
    const taken = Math.min(left, Math.max(0, size - (rs.status.availableReplicas ?? 0)));
    sizes.set(rs, size - taken);
    left -= taken;
  }
}

function takeHealthy(sizes: Map<RS, number>, limit: number): void {
  let left = Math.max(0, limit);
  for (const [rs, size] of sizes) {
    const taken = Math.min(left, size);
    sizes.set(rs, size - taken);
    left -= taken;
  }
}

/**
 * How a change of `spec.replicas` is spread while several ReplicaSets run: in proportion to their sizes.
 *
 * @go k8s.io/kubernetes/pkg/controller/deployment#(*DeploymentController).scale
 */
export function planProportionalScaling(d: D, sets: readonly RS[]): readonly Scaling[] {
  const active = sets.filter((rs) => wanted(rs) > 0);
  const desired = desiredReplicas(d);
  const allowed = desired > 0 ? desired + fenceposts(d).maxSurge : 0;
  const toAdd = allowed - totalWanted(active);
  const newestFirst = toAdd > 0 ? -1 : 1;
  const bySize = [...active].sort((a, b) => wanted(b) - wanted(a) || newestFirst * byCreation(a, b));
  let added = 0;
  const sizes = bySize.map((rs) => {
    const share = toAdd === 0 ? 0 : proportion(rs, d, toAdd, added);
    added += share;
    return { replicaSet: rs, replicas: wanted(rs) + share };
  });
  return sizes.map((size, index) =>
    index === 0 && toAdd !== 0 ? { ...size, replicas: Math.max(0, size.replicas + toAdd - added) } : size,
  );
}

function proportion(rs: RS, d: D, toAdd: number, added: number): number {
  if (wanted(rs) === 0 || toAdd === added) return 0;
  const fraction = fractionOf(rs, d);
  const allowed = toAdd - added;
  return toAdd > 0 ? Math.min(fraction, allowed) : Math.max(fraction, allowed);
}

function fractionOf(rs: RS, d: D): number {
  if (desiredReplicas(d) === 0) return -wanted(rs);
  const max = desiredReplicas(d) + fenceposts(d).maxSurge;
  const before = numberIn(rs, annotations.maxReplicas) ?? d.status.replicas ?? 0;
  if (before === 0) return 0;
  return Math.round((wanted(rs) * max) / before) - wanted(rs);
}

/** Orders by age, oldest first, then by name. */
export function byCreation(a: RS, b: RS): number {
  const [x, y] = [a.metadata.creationTimestamp ?? '', b.metadata.creationTimestamp ?? ''];
  if (x !== y) return x < y ? -1 : 1;
  return nameOf(a) < nameOf(b) ? -1 : 1;
}
