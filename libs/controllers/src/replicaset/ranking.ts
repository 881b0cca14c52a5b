import type { Pod } from '@kubescript/api/core/v1';
import { type DeepReadonly, nameOf } from '@kubescript/apimachinery';
import { isPodReady, podCondition } from '@kubescript/component-helpers';
import { millisOf } from '../shared/time.ts';

const deletionCost = 'controller.kubernetes.io/pod-deletion-cost';
const phaseOrder: Readonly<Record<string, number>> = { Pending: 0, Unknown: 1, Running: 2 };

/**
 * The pods to delete first: `count` of them, chosen so that the least is lost. `ranks` gives for each pod how many of
 * its kind share its node.
 *
 * @go k8s.io/kubernetes/pkg/controller#ActivePodsWithRanks
 */
export function podsToDelete(
  pods: readonly DeepReadonly<Pod>[],
  count: number,
  options: { readonly rankOf: (pod: DeepReadonly<Pod>) => number; readonly now: number },
): readonly DeepReadonly<Pod>[] {
  if (count >= pods.length) return pods;
  const keyed = pods.map((pod) => ({ pod, key: sortKey(pod, options.rankOf(pod), options.now) }));
  keyed.sort((a, b) => compareKeys(a.key, b.key));
  return keyed.slice(0, Math.max(0, count)).map(({ pod }) => pod);
}

/** How many active pods of the same controller family each pod's node has. */
export function ranksByNode(pods: readonly DeepReadonly<Pod>[]): (pod: DeepReadonly<Pod>) => number {
  const counts = new Map<string, number>();
  for (const { spec } of pods) counts.set(spec.nodeName ?? '', (counts.get(spec.nodeName ?? '') ?? 0) + 1);
  return (pod) => counts.get(pod.spec.nodeName ?? '') ?? 0;
}

/** Numbers in the order of their importance; the pod whose key is smaller goes first. */
function sortKey(pod: DeepReadonly<Pod>, rank: number, now: number): readonly (number | string)[] {
  const ready = isPodReady(pod);
  const readySince = millisOf(podCondition(pod, 'Ready')?.lastTransitionTime);
  return [
    (pod.spec.nodeName ?? '') === '' ? 0 : 1,
    phaseOrder[pod.status.phase ?? ''] ?? 2,
    ready ? 1 : 0,
    Number(pod.metadata.annotations?.[deletionCost] ?? '0') || 0,
    -rank,
    ready ? magnitude(now - readySince) : 0,
    -maxRestarts(pod),
    magnitude(now - millisOf(pod.metadata.creationTimestamp)),
    nameOf(pod),
  ];
}

/** Ages are compared by their order of magnitude, so that chance decides among pods of about the same age. */
function magnitude(ms: number): number {
  return Number.isFinite(ms) && ms > 0 ? Math.floor(Math.log2(ms * 1e6)) : 0;
}

function maxRestarts(pod: DeepReadonly<Pod>): number {
  return Math.max(0, ...(pod.status.containerStatuses ?? []).map((status) => status.restartCount));
}

function compareKeys(a: readonly (number | string)[], b: readonly (number | string)[]): number {
  for (const [index, value] of a.entries()) {
    const other = b[index] ?? value;
    if (value < other) return -1;
    if (value > other) return 1;
  }
  return 0;
}
