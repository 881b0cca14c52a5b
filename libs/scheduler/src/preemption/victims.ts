import type { PodDisruptionBudget } from '@kubescript/api/policy/v1';
import { type DeepReadonly, labelSelectorAsSelector, namespaceOf } from '@kubescript/apimachinery';
import { podPriority } from '@kubescript/component-helpers';
import type { CycleState, Handle, NodeInfo, PluginStatus, PodInfo } from '@kubescript/kube-scheduler';
import { unresolvable } from '@kubescript/kube-scheduler';

/** What must go from a node to make room for a pod. */
export interface Candidate {
  readonly nodeName: string;
  /** The most important first. */
  readonly victims: readonly PodInfo[];
  /** How many of them are under a budget that allows no more disruptions. */
  readonly violations: number;
}

type Simulator = Pick<Handle, 'runFilters' | 'runPreFilterAddPod' | 'runPreFilterRemovePod'>;

/** Nobody on the node counts less than the pod. */
const NO_VICTIMS = unresolvable('No preemption victims found for incoming pod');

/**
 * Finds the fewest and least important pods of a node that must go: takes away all that count less than the pod, and,
 * if it fits then, gives back as many as possible, the most important first, those under a spent budget before others.
 * @go kubernetes/pkg/scheduler/framework/plugins/defaultpreemption#(*DefaultPreemption).SelectVictimsOnNode
 */
export function selectVictims(
  handle: Simulator,
  cycle: { readonly state: CycleState; readonly pod: PodInfo },
  node: NodeInfo,
  budgets: readonly DeepReadonly<PodDisruptionBudget>[],
): Candidate | PluginStatus {
  const state = cycle.state.clone();
  const copy = node.clone();
  const { pod } = cycle;
  const lesser = [...node.pods.values()].filter((other) => podPriority(other.pod) < podPriority(pod.pod));
  if (lesser.length === 0) return NO_VICTIMS;
  for (const other of lesser) take(handle, state, pod, other, copy);
  const status = handle.runFilters(state, pod, copy);
  if (status !== undefined) return status;
  const { violating, others } = splitByBudgets(lesser.toSorted(compareImportance), budgets);
  const mustGo = (other: PodInfo): boolean => {
    give(handle, state, pod, other, copy);
    if (handle.runFilters(state, pod, copy) === undefined) return false;
    take(handle, state, pod, other, copy);
    return true;
  };
  const violatingVictims = violating.filter(mustGo);
  const victims = [...violatingVictims, ...others.filter(mustGo)].toSorted(compareImportance);
  return { nodeName: node.name, victims, violations: violatingVictims.length };
}

/** The more important of two pods first: by priority, then by who runs for longer. */
export function compareImportance(a: PodInfo, b: PodInfo): number {
  return podPriority(b.pod) - podPriority(a.pod) || startOf(a) - startOf(b);
}

/** When a pod started, milliseconds; one that did not is the youngest. */
export function startOf({ pod }: PodInfo): number {
  return pod.status.startTime === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(pod.status.startTime);
}

function take(handle: Simulator, state: CycleState, pod: PodInfo, other: PodInfo, node: NodeInfo): void {
  node.removePod(other.id);
  handle.runPreFilterRemovePod(state, pod, other, node);
}

function give(handle: Simulator, state: CycleState, pod: PodInfo, other: PodInfo, node: NodeInfo): void {
  node.addPod(other);
  handle.runPreFilterAddPod(state, pod, other, node);
}

/** Tells apart the pods whose removal would violate a budget, taking off the budgets as it goes. */
function splitByBudgets(
  pods: readonly PodInfo[],
  budgets: readonly DeepReadonly<PodDisruptionBudget>[],
): { readonly violating: readonly PodInfo[]; readonly others: readonly PodInfo[] } {
  const allowed = budgets.map((budget) => ({
    budget,
    selector: labelSelectorAsSelector(budget.spec.selector),
    left: budget.status.disruptionsAllowed ?? 0,
  }));
  const isViolating = ({ pod }: PodInfo): boolean => {
    const concerned = allowed.filter(
      ({ budget, selector }) =>
        namespaceOf(budget) === namespaceOf(pod) &&
        !selector.isEmpty &&
        selector.matches(pod.metadata.labels) &&
        budget.status.disruptedPods?.[pod.metadata.name ?? ''] === undefined,
    );
    for (const entry of concerned) entry.left--;
    return concerned.some(({ left }) => left < 0);
  };
  const marked = pods.map((pod) => ({ pod, isViolating: isViolating(pod) }));
  return {
    violating: marked.filter((entry) => entry.isViolating).map(({ pod }) => pod),
    others: marked.filter((entry) => !entry.isViolating).map(({ pod }) => pod),
  };
}
