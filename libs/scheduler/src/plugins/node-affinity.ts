import type { Node } from '@kubescript/api/core/v1';
import type { DeepReadonly } from '@kubescript/apimachinery';
import {
  type NodeMatcher,
  type PreferredNodeMatcher,
  compileNodeSelector,
  compileNodeSelectorTerm,
  nodeNamesOf,
  preferredNodeAffinityOf,
} from '@kubescript/component-helpers';
import {
  ActionType,
  type ClusterEventWithHint,
  type CycleState,
  type EnqueueExtensions,
  type FilterPlugin,
  type MaybeStatus,
  type NodeAffinityArgs,
  type NodeInfo,
  type PluginStatus,
  type PodInfo,
  type PreFilterPlugin,
  type PreFilterResult,
  type PreScorePlugin,
  type ScorePlugin,
  clusterEvent,
  defaultNormalizeScores,
  skip,
  stateKey,
  unresolvable,
} from '@kubescript/kube-scheduler';

import { ifNodeBecame } from './hints.ts';

const NAME = 'NodeAffinity';
const MISMATCH = unresolvable("node(s) didn't match Pod's node affinity/selector").by(NAME);
const CONFLICT = unresolvable('pod affinity terms conflict').by(NAME);
const ADDED_MISMATCH = unresolvable("node(s) didn't match scheduler-enforced node affinity").by(NAME);
const PREFERRED = stateKey<readonly PreferredNodeMatcher[]>(NAME);

/**
 * Admits nodes that fulfil the pod's node selector and required node affinity, and prefers those that fulfil its
 * preferences.
 * @go kubernetes/pkg/scheduler/framework/plugins/nodeaffinity#NodeAffinity
 */
export class NodeAffinityPlugin
  implements PreFilterPlugin, FilterPlugin, PreScorePlugin, ScorePlugin, EnqueueExtensions
{
  readonly name = NAME;
  readonly #added: NodeMatcher | undefined;
  readonly #addedPreferred: readonly PreferredNodeMatcher[];

  constructor({ addedAffinity }: NodeAffinityArgs = {}) {
    const required = addedAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
    this.#added = required === undefined ? undefined : compileNodeSelector(required);
    this.#addedPreferred = (addedAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? []).map(
      ({ weight, preference }) => ({ weight, matches: compileNodeSelectorTerm(preference) }),
    );
  }

  preFilter(_state: CycleState, info: PodInfo): PreFilterResult | PluginStatus | undefined {
    if (info.requiredNodeAffinity === undefined && this.#added === undefined) return skip;
    const required = info.pod.spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
    const nodeNames = required === undefined ? undefined : nodeNamesOf(required);
    if (nodeNames === undefined) return undefined;
    return nodeNames.size === 0 ? CONFLICT : { nodeNames };
  }

  filter(_state: CycleState, info: PodInfo, { node }: NodeInfo): MaybeStatus {
    if (node === undefined) return MISMATCH;
    if (this.#added !== undefined && !this.#added(node)) return ADDED_MISMATCH;
    return info.requiredNodeAffinity === undefined || info.requiredNodeAffinity(node) ? undefined : MISMATCH;
  }

  preScore(state: CycleState, { pod }: PodInfo): MaybeStatus {
    const preferred = [...this.#addedPreferred, ...preferredNodeAffinityOf(pod)];
    if (preferred.length === 0) return skip;
    state.write(PREFERRED, preferred);
    return undefined;
  }

  score(state: CycleState, _pod: PodInfo, { node }: NodeInfo): number {
    if (node === undefined) return 0;
    let sum = 0;
    for (const { weight, matches } of state.mustRead(PREFERRED)) if (matches(node)) sum += weight;
    return sum;
  }

  normalizeScores(_state: CycleState, _pod: PodInfo, scores: Float64Array): void {
    defaultNormalizeScores(scores, { reverse: false });
  }

  eventsToRegister(): readonly ClusterEventWithHint[] {
    const accepts = (info: PodInfo, node: DeepReadonly<Node>): boolean =>
      (this.#added?.(node) ?? true) && (info.requiredNodeAffinity?.(node) ?? true);
    const event = clusterEvent('Node', ActionType.Add | ActionType.UpdateNodeLabel);
    return [{ event, queueingHint: ifNodeBecame(accepts) }];
  }
}
