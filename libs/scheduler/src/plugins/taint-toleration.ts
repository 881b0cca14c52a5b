import type { Node, Toleration } from '@kubescript/api/core/v1';
import type { DeepReadonly } from '@kubescript/apimachinery';
import { findUntoleratedTaint, forbidsScheduling, tolerationsTolerateTaint } from '@kubescript/component-helpers';
import {
  ActionType,
  type ClusterEventWithHint,
  type CycleState,
  type EnqueueExtensions,
  type FilterPlugin,
  type MaybeStatus,
  type NodeInfo,
  type PodInfo,
  type PreScorePlugin,
  type ScorePlugin,
  clusterEvent,
  defaultNormalizeScores,
  skip,
  stateKey,
  unresolvable,
} from '@kubescript/kube-scheduler';

import { ifNodeBecame, ifSamePod } from './hints.ts';

const NAME = 'TaintToleration';
const SOFT_TOLERATIONS = stateKey<readonly DeepReadonly<Toleration>[]>(NAME);

/** Turns down nodes with taints that the pod does not tolerate, and prefers those with fewer soft ones. */
export const taintToleration: FilterPlugin & PreScorePlugin & ScorePlugin & EnqueueExtensions = {
  name: NAME,

  filter(_state, { pod }: PodInfo, { node }: NodeInfo): MaybeStatus {
    const taints = node?.spec.taints;
    if (taints === undefined) return undefined;
    const taint = findUntoleratedTaint(taints, pod.spec.tolerations, forbidsScheduling);
    if (taint === undefined) return undefined;
    return unresolvable(`node(s) had untolerated taint {${taint.key}: ${taint.value ?? ''}}`).by(NAME);
  },

  /** Where no node has a soft taint all would score the same, so scoring is skipped. */
  preScore(state: CycleState, { pod }: PodInfo, nodes: readonly NodeInfo[]): MaybeStatus {
    if (!nodes.some(({ node }) => node?.spec.taints?.some(isSoft))) return skip;
    state.write(
      SOFT_TOLERATIONS,
      (pod.spec.tolerations ?? []).filter(({ effect = '' }) => effect === '' || effect === 'PreferNoSchedule'),
    );
    return undefined;
  },

  score(state: CycleState, _pod: PodInfo, { node }: NodeInfo): number {
    const tolerations = state.mustRead(SOFT_TOLERATIONS);
    return (
      node?.spec.taints?.filter((taint) => isSoft(taint) && !tolerationsTolerateTaint(tolerations, taint)).length ?? 0
    );
  },

  normalizeScores(_state, _pod, scores: Float64Array): void {
    defaultNormalizeScores(scores, { reverse: true });
  },

  eventsToRegister(): readonly ClusterEventWithHint[] {
    return [
      {
        event: clusterEvent('Node', ActionType.Add | ActionType.UpdateNodeTaint),
        queueingHint: ifNodeBecame(toleratesAll),
      },
      { event: clusterEvent('UnscheduledPod', ActionType.UpdatePodToleration), queueingHint: ifSamePod },
    ];
  },
};

function isSoft({ effect }: { readonly effect: string }): boolean {
  return effect === 'PreferNoSchedule';
}

function toleratesAll({ pod }: PodInfo, node: DeepReadonly<Node>): boolean {
  return findUntoleratedTaint(node.spec.taints, pod.spec.tolerations, forbidsScheduling) === undefined;
}
