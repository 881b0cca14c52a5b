import type { PodDisruptionBudget } from '@kubescript/api/policy/v1';
import { type DeepReadonly, formatTime, isNotFound, nameOf, namespaceOf, uidOf } from '@kubescript/apimachinery';
import { type Lister, corev1, policyv1 } from '@kubescript/client';
import { podCondition, podPriority, withPodCondition } from '@kubescript/component-helpers';
import {
  type CycleState,
  type DefaultPreemptionArgs,
  type Handle,
  type MaybeStatus,
  type NodeInfo,
  type NodeStatuses,
  PluginStatus,
  type PodInfo,
  type PostFilterPlugin,
  type PostFilterResult,
  unresolvable,
  unschedulable,
} from '@kubescript/kube-scheduler';

import { NodeStatusMap } from '../framework/node-statuses.ts';
import { pickCandidate } from '../preemption/pick-candidate.ts';
import { type Candidate, selectVictims } from '../preemption/victims.ts';
import { histogram } from '../scheduler/fit-error.ts';

const NAME = 'DefaultPreemption';
const NOT_HELPFUL = unresolvable('Preemption is not helpful for scheduling');

/**
 * Makes room for a pod that fits nowhere by deleting pods of lower priority, and nominates the pod for that node.
 * @go kubernetes/pkg/scheduler/framework/plugins/defaultpreemption#DefaultPreemption
 */
export class DefaultPreemptionPlugin implements PostFilterPlugin {
  readonly name = NAME;
  readonly #handle: Handle;
  readonly #budgets: Lister<PodDisruptionBudget>;
  readonly #minPercentage: number;
  readonly #minAbsolute: number;
  #offset = 0;

  constructor(handle: Handle, args: DefaultPreemptionArgs = {}) {
    this.#handle = handle;
    this.#budgets = handle.informers.for(policyv1.poddisruptionbudgets).lister;
    this.#minPercentage = args.minCandidateNodesPercentage ?? 10;
    this.#minAbsolute = args.minCandidateNodesAbsolute ?? 100;
  }

  async postFilter(
    state: CycleState,
    pod: PodInfo,
    statuses: NodeStatuses,
  ): Promise<{ readonly result?: PostFilterResult; readonly status: MaybeStatus }> {
    const objection = this.#whyNotEligible(pod);
    if (objection !== undefined) return { status: unschedulable(`preemption: ${objection}`) };
    const found = this.#findCandidates(state, pod, statuses);
    if (found instanceof PluginStatus) {
      // a nomination of before came to nothing
      return { result: { nominatedNodeName: '' }, status: found };
    }
    const best = pickCandidate(found);
    if (best === undefined) return { status: unschedulable('preemption: no candidate node for preemption') };
    this.#clearLesserNominations(pod, best.nodeName);
    await this.#makeRoom(best, pod);
    return { result: { nominatedNodeName: best.nodeName }, status: undefined };
  }

  /** A pod may not want to preempt, or the victims of its last preemption may still be ending. */
  #whyNotEligible({ pod, id }: PodInfo): string | undefined {
    if (pod.spec.preemptionPolicy === 'Never') return 'not eligible due to preemptionPolicy=Never.';
    const nominated = this.#handle.nominator.nodeOf(id) ?? pod.status.nominatedNodeName ?? '';
    const node = nominated === '' ? undefined : this.#handle.snapshot().get(nominated);
    const isEnding = [...(node?.pods.values() ?? [])].some(
      (other) =>
        other.pod.metadata.deletionTimestamp !== undefined &&
        podPriority(other.pod) < podPriority(pod) &&
        podCondition(other.pod, 'DisruptionTarget')?.reason === 'PreemptionByScheduler',
    );
    return isEnding ? 'not eligible due to a terminating pod on the nominated node.' : undefined;
  }

  /** Tries nodes until there is a choice; synchronous, so that the nodes hold still. */
  #findCandidates(state: CycleState, pod: PodInfo, statuses: NodeStatuses): readonly Candidate[] | PluginStatus {
    const snapshot = this.#handle.snapshot();
    const nodes = statuses.nodesWithCode('Unschedulable', snapshot);
    const budgets: readonly DeepReadonly<PodDisruptionBudget>[] = this.#budgets.list();
    const wanted = Math.max(this.#minAbsolute, Math.trunc((nodes.length * this.#minPercentage) / 100));
    const candidates: Candidate[] = [];
    const failures = new NodeStatusMap();
    failures.absent = NOT_HELPFUL;
    for (const node of rotated(nodes, this.#offset++)) {
      const candidate = selectVictims(this.#handle, { state, pod }, node, budgets);
      if (candidate instanceof PluginStatus) failures.set(node.name, candidate);
      else candidates.push(candidate);
      if (candidates.some(({ violations }) => violations === 0) && candidates.length >= wanted) break;
    }
    if (candidates.length > 0) return candidates;
    const numAllNodes = snapshot.nodes.length;
    const reasons = histogram(failures, numAllNodes);
    return unschedulable(`preemption: 0/${String(numAllNodes)} nodes are available: ${reasons}.`);
  }

  /** Pods of lower priority that were to get this node have to look again. */
  #clearLesserNominations(pod: PodInfo, nodeName: string): void {
    const { nominator } = this.#handle;
    for (const other of nominator.podsFor(nodeName)) {
      if (podPriority(other.pod) < podPriority(pod.pod)) nominator.remove(other.id);
    }
  }

  /** Reserves the room first, so that no other pod takes it while the victims go. */
  async #makeRoom({ victims, nodeName }: Candidate, preemptor: PodInfo): Promise<void> {
    const { nominator } = this.#handle;
    nominator.nominate(preemptor, nodeName);
    try {
      await Promise.all(victims.map((victim) => this.#deleteVictim(victim, nodeName, preemptor)));
    } catch (err) {
      nominator.remove(preemptor.id);
      throw err;
    }
  }

  /** Says why in the victim's status, then deletes it. One that is gone already is fine. */
  async #deleteVictim({ pod, id }: PodInfo, nodeName: string, preemptor: PodInfo): Promise<void> {
    for (const held of this.#handle.waitingPods()) {
      if (held.podInfo.id !== id) continue;
      held.reject(NAME, 'preempted');
      return;
    }
    const pods = this.#handle.client.resource(corev1.pods, namespaceOf(pod));
    const uid = uidOf(pod);
    try {
      const condition = {
        type: 'DisruptionTarget',
        status: 'True',
        reason: 'PreemptionByScheduler',
        message: `${preemptor.pod.spec.schedulerName ?? ''}: preempting to accommodate a higher priority pod`,
      };
      const conditions = withPodCondition(undefined, condition, formatTime(this.#handle.clock.now()));
      const patch = { metadata: { uid }, status: { conditions } };
      await pods.patch(nameOf(pod), 'application/strategic-merge-patch+json', patch, { subresource: 'status' });
      await pods.delete(nameOf(pod), { preconditions: { uid } });
    } catch (err) {
      if (!isNotFound(err)) throw err;
      return;
    }
    const message = `Preempted by pod ${uidOf(preemptor.pod)} on node ${nodeName}`;
    this.#handle.recorder.event(pod, 'Normal', 'Preempted', message);
  }
}

function rotated(nodes: readonly NodeInfo[], by: number): readonly NodeInfo[] {
  const start = nodes.length === 0 ? 0 : by % nodes.length;
  return [...nodes.slice(start), ...nodes.slice(0, start)];
}
