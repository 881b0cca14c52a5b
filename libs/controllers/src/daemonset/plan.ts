import type { DaemonSet, DaemonSetStatus } from '@kubescript/api/apps/v1';
import type { Node, Pod } from '@kubescript/api/core/v1';
import { deepCopy, type DeepReadonly, nameOf } from '@kubescript/apimachinery';
import { isPodAvailable, isPodReady } from '@kubescript/component-helpers';

import { revisionHashLabel } from '../history/controller-history.ts';
import { resolveIntOrPercent } from '../shared/int-or-percent.ts';
import { nodeFit, targetNodeOf } from './node-fit.ts';

type P = DeepReadonly<Pod>;

/** What a plan for a DaemonSet starts from. */
export interface DaemonSetInput {
  readonly ds: DeepReadonly<DaemonSet>;
  readonly nodes: readonly DeepReadonly<Node>[];
  readonly pods: readonly P[];
  /** Hash of the present template. */
  readonly hash: string;
  readonly now: number;
}

/** Which daemons to start and stop. */
export interface DaemonSetPlan {
  readonly createOn: readonly string[];
  readonly delete: readonly P[];
}

/** The pods of a DaemonSet by node, oldest first. */
export function podsByNode(pods: readonly P[]): Map<string, P[]> {
  const byNode = new Map<string, P[]>();
  for (const pod of pods) {
    const node = targetNodeOf(pod);
    const known = byNode.get(node);
    if (known === undefined) byNode.set(node, [pod]);
    else known.push(pod);
  }
  for (const list of byNode.values()) list.sort(byAge);
  return byNode;
}

/**
 * One daemon on every node that should have one, none elsewhere, and ended ones replaced.
 *
 * @go k8s.io/kubernetes/pkg/controller/daemon#(*DaemonSetsController).podsShouldBeOnNode
 */
export function planNodes(input: DaemonSetInput): DaemonSetPlan {
  const { ds, nodes } = input;
  const createOn: string[] = [];
  const doomed: P[] = [];
  const byNode = podsByNode(input.pods);
  const { maxSurge } = limitsOf(ds, nodes.length);
  for (const node of nodes) {
    const pods = byNode.get(nameOf(node)) ?? [];
    byNode.delete(nameOf(node));
    const { shouldRun, mayStay } = nodeFit(ds, node);
    if (!mayStay) doomed.push(...pods);
    else if (pods.length === 0) createOn.push(...(shouldRun ? [nameOf(node)] : []));
    else doomed.push(...surplusOn(pods, input, maxSurge));
  }
  for (const [name, pods] of byNode) if (name !== '') doomed.push(...pods);
  return { createOn, delete: doomed.filter((pod) => pod.metadata.deletionTimestamp === undefined) };
}

/** Ended pods, and all but one of those that run (one of each revision while pods surge). */
function surplusOn(pods: readonly P[], input: DaemonSetInput, maxSurge: number): readonly P[] {
  const alive = pods.filter((pod) => pod.metadata.deletionTimestamp === undefined);
  const ended = alive.filter((pod) => pod.status.phase === 'Failed' || pod.status.phase === 'Succeeded');
  const running = alive.filter((pod) => !ended.includes(pod));
  if (maxSurge === 0) return [...ended, ...running.slice(1)];
  const isNew = (pod: P): boolean => pod.metadata.labels?.[revisionHashLabel] === input.hash;
  return [...ended, ...running.filter(isNew).slice(1), ...running.filter((pod) => !isNew(pod)).slice(1)];
}

/**
 * The next daemons to replace with ones of the present template.
 *
 * @go k8s.io/kubernetes/pkg/controller/daemon#(*DaemonSetsController).rollingUpdate
 */
export function planUpdate(input: DaemonSetInput): DaemonSetPlan {
  const { ds, now, hash } = input;
  if (ds.spec.updateStrategy?.type === 'OnDelete') return { createOn: [], delete: [] };
  const wanted = input.nodes.filter((node) => nodeFit(ds, node).shouldRun);
  const { maxSurge, maxUnavailable } = limitsOf(ds, wanted.length);
  const available = (pod: P | undefined): boolean =>
    pod !== undefined &&
    pod.metadata.deletionTimestamp === undefined &&
    isPodAvailable(pod, ds.spec.minReadySeconds ?? 0, now);
  const byNode = podsByNode(input.pods);
  const states = wanted.map((node) => {
    const pods = byNode.get(nameOf(node)) ?? [];
    const isNew = (pod: P): boolean => pod.metadata.labels?.[revisionHashLabel] === hash;
    return { node: nameOf(node), old: pods.find((pod) => !isNew(pod)), fresh: pods.find(isNew) };
  });
  if (maxSurge > 0) return planSurge(states, maxSurge, available);
  const unavailable = states.filter(({ old, fresh }) => !available(old) && !available(fresh)).length;
  const outdated = states.filter(({ old, fresh }) => old !== undefined && fresh === undefined);
  const broken = outdated.flatMap(({ old }) => (old !== undefined && !available(old) ? [old] : []));
  const working = outdated.flatMap(({ old }) => (old !== undefined && available(old) ? [old] : []));
  const doomed = [...broken, ...working.slice(0, Math.max(0, maxUnavailable - unavailable))];
  return { createOn: [], delete: doomed.filter((pod) => pod.metadata.deletionTimestamp === undefined) };
}

function planSurge(
  states: readonly { readonly node: string; readonly old: P | undefined; readonly fresh: P | undefined }[],
  maxSurge: number,
  available: (pod: P | undefined) => boolean,
): DaemonSetPlan {
  const surging = states.filter(({ old, fresh }) => old !== undefined && fresh !== undefined).length;
  const outdated = states.filter(({ old, fresh }) => old !== undefined && fresh === undefined);
  const broken = outdated.filter(({ old }) => !available(old));
  const working = outdated.filter(({ old }) => available(old));
  const createOn = [...broken, ...working.slice(0, Math.max(0, maxSurge - surging))].map(({ node }) => node);
  const replaced = states.flatMap(({ old, fresh }) => (old !== undefined && available(fresh) ? [old] : []));
  return { createOn, delete: replaced.filter((pod) => pod.metadata.deletionTimestamp === undefined) };
}

function limitsOf(
  ds: DeepReadonly<DaemonSet>,
  nodes: number,
): { readonly maxSurge: number; readonly maxUnavailable: number } {
  const { maxSurge, maxUnavailable } = ds.spec.updateStrategy?.rollingUpdate ?? {};
  const surge = resolveIntOrPercent(maxSurge, nodes, true);
  const unavailable = resolveIntOrPercent(maxUnavailable ?? (surge > 0 ? 0 : 1), nodes, true);
  return { maxSurge: surge, maxUnavailable: surge === 0 ? Math.max(1, unavailable) : unavailable };
}

/** The status that follows from nodes and pods. */
export function daemonSetStatus(input: DaemonSetInput): DaemonSetStatus {
  const { ds, nodes, hash, now } = input;
  const byNode = podsByNode(input.pods);
  const status = {
    currentNumberScheduled: 0,
    numberMisscheduled: 0,
    desiredNumberScheduled: 0,
    numberReady: 0,
    updatedNumberScheduled: 0,
    numberAvailable: 0,
    numberUnavailable: 0,
  };
  for (const node of nodes) {
    const pods = byNode.get(nameOf(node)) ?? [];
    if (!nodeFit(ds, node).shouldRun) {
      if (pods.length > 0) status.numberMisscheduled += 1;
      continue;
    }
    status.desiredNumberScheduled += 1;
    const alive = pods.filter((pod) => pod.metadata.deletionTimestamp === undefined);
    if (pods.length > 0) status.currentNumberScheduled += 1;
    if (alive.some(isPodReady)) status.numberReady += 1;
    if (alive.some((pod) => isPodAvailable(pod, ds.spec.minReadySeconds ?? 0, now))) status.numberAvailable += 1;
    if (pods.some((pod) => pod.metadata.labels?.[revisionHashLabel] === hash)) status.updatedNumberScheduled += 1;
  }
  status.numberUnavailable = status.desiredNumberScheduled - status.numberAvailable;
  const { collisionCount, conditions } = ds.status;
  return {
    ...status,
    observedGeneration: ds.metadata.generation ?? 0,
    ...(collisionCount === undefined ? {} : { collisionCount }),
    ...(conditions === undefined
      ? {}
      : { conditions: deepCopy(conditions) as NonNullable<DaemonSetStatus['conditions']> }),
  };
}

function byAge(a: P, b: P): number {
  const [x, y] = [a.metadata.creationTimestamp ?? '', b.metadata.creationTimestamp ?? ''];
  if (x !== y) return x < y ? -1 : 1;
  return nameOf(a) < nameOf(b) ? -1 : 1;
}
