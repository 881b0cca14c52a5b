import type { Pod } from '@kubescript/api/core/v1';
import { type DeepReadonly, namespaceOf } from '@kubescript/apimachinery';
import { corev1 } from '@kubescript/client';
import {
  ActionType,
  type AffinityTerm,
  type ClusterEventWithHint,
  type CycleState,
  type EnqueueExtensions,
  type FilterPlugin,
  type Handle,
  type InterPodAffinityArgs,
  MAX_NODE_SCORE,
  type MaybeStatus,
  type NodeInfo,
  type PluginStatus,
  PodInfo,
  type PreFilterPlugin,
  type PreScorePlugin,
  type ScorePlugin,
  clusterEvent,
  skip,
  stateKey,
  unresolvable,
  unschedulable,
} from '@kubescript/kube-scheduler';

import { asPod, ifSamePod } from './hints.ts';
import { TopologyCounts, labelOf } from './topology-counts.ts';

const NAME = 'InterPodAffinity';
const AFFINITY = unresolvable("node(s) didn't match pod affinity rules").by(NAME);
const ANTI_AFFINITY = unschedulable("node(s) didn't match pod anti-affinity rules").by(NAME);
const EXISTING = unschedulable("node(s) didn't satisfy existing pods anti-affinity rules").by(NAME);

interface Counts {
  /** Pods that match all affinity terms of the pod, per topology. */
  readonly affinity: TopologyCounts;
  /** Pods that match an anti-affinity term of the pod, per topology. */
  readonly antiAffinity: TopologyCounts;
  /** Pods that have an anti-affinity term which the pod matches, per topology. */
  readonly existing: TopologyCounts;
}

const COUNTS = stateKey<Counts>(`PreFilter${NAME}`, ({ affinity, antiAffinity, existing }) => ({
  affinity: affinity.clone(),
  antiAffinity: antiAffinity.clone(),
  existing: existing.clone(),
}));
const SCORES = stateKey<TopologyCounts>(`PreScore${NAME}`);

type NamespaceLabels = (namespace: string) => Readonly<Record<string, string>> | undefined;

/**
 * Keeps a pod near to, or away from, other pods, as its own terms and those of the other pods say.
 * @go kubernetes/pkg/scheduler/framework/plugins/interpodaffinity#InterPodAffinity
 */
export class InterPodAffinityPlugin
  implements PreFilterPlugin, FilterPlugin, PreScorePlugin, ScorePlugin, EnqueueExtensions
{
  readonly name = NAME;
  readonly #handle: Pick<Handle, 'snapshot'>;
  readonly #labelsOf: NamespaceLabels;
  readonly #hardWeight: number;
  readonly #ignoresPreferred: boolean;

  constructor(handle: Pick<Handle, 'snapshot' | 'informers'>, args: InterPodAffinityArgs = {}) {
    this.#handle = handle;
    const namespaces = handle.informers.for(corev1.namespaces).lister;
    this.#labelsOf = (namespace) => namespaces.get('', namespace)?.metadata.labels;
    this.#hardWeight = args.hardPodAffinityWeight ?? 1;
    this.#ignoresPreferred = args.ignorePreferredTermsOfExistingPods ?? false;
  }

  preFilter(state: CycleState, pod: PodInfo, nodes: readonly NodeInfo[]): PluginStatus | undefined {
    const counts = {
      affinity: new TopologyCounts(),
      antiAffinity: new TopologyCounts(),
      existing: new TopologyCounts(),
    };
    for (const node of this.#handle.snapshot().nodesWithRequiredAntiAffinityPods) {
      for (const other of node.podsWithRequiredAntiAffinity.values()) this.#countExisting(counts, pod, other, node, 1);
    }
    if (pod.requiredAffinityTerms.length + pod.requiredAntiAffinityTerms.length > 0) {
      for (const node of nodes) for (const other of node.pods.values()) this.#countOwn(counts, pod, other, node, 1);
    } else if (counts.existing.isEmpty) return skip;
    state.write(COUNTS, counts);
    return undefined;
  }

  addPod(state: CycleState, pod: PodInfo, added: PodInfo, node: NodeInfo): MaybeStatus {
    this.#change(state, pod, added, node, 1);
    return undefined;
  }

  removePod(state: CycleState, pod: PodInfo, removed: PodInfo, node: NodeInfo): MaybeStatus {
    this.#change(state, pod, removed, node, -1);
    return undefined;
  }

  filter(state: CycleState, pod: PodInfo, node: NodeInfo): MaybeStatus {
    const { affinity, antiAffinity, existing } = state.mustRead(COUNTS);
    if (!this.#fulfilsAffinity(pod, node, affinity)) return AFFINITY;
    if (pod.requiredAntiAffinityTerms.some(({ topologyKey }) => antiAffinity.at(topologyKey, node) > 0)) {
      return ANTI_AFFINITY;
    }
    return existing.hasAnyAt(node) ? EXISTING : undefined;
  }

  preScore(state: CycleState, pod: PodInfo): MaybeStatus {
    const hasPreferences = pod.preferredAffinityTerms.length + pod.preferredAntiAffinityTerms.length > 0;
    const { nodes, nodesWithAffinityPods } = this.#handle.snapshot();
    const scores = new TopologyCounts();
    for (const node of hasPreferences ? nodes : nodesWithAffinityPods) {
      const others = hasPreferences ? node.pods : node.podsWithAffinity;
      for (const other of others.values()) this.#score(scores, pod, other, node);
    }
    if (scores.isEmpty) return skip;
    state.write(SCORES, scores);
    return undefined;
  }

  score(state: CycleState, _pod: PodInfo, node: NodeInfo): number {
    return state.mustRead(SCORES).sumAt(node);
  }

  /** Spreads the scores, which may be negative, from 0 to the best. */
  normalizeScores(_state: CycleState, _pod: PodInfo, scores: Float64Array): void {
    const [min, max] = [Math.min(...scores), Math.max(...scores)];
    for (const [index, score] of scores.entries()) {
      scores[index] = max === min ? 0 : Math.trunc((MAX_NODE_SCORE * (score - min)) / (max - min));
    }
  }

  eventsToRegister(): readonly ClusterEventWithHint[] {
    const pods = ActionType.Add | ActionType.Delete | ActionType.UpdatePodLabel;
    const nodes = ActionType.Add | ActionType.UpdateNodeLabel;
    return [
      {
        event: clusterEvent('AssignedPod', pods),
        queueingHint: (pod, before, after) => this.#ifTermsAreConcerned(pod, asPod(before) ?? asPod(after)),
      },
      { event: clusterEvent('UnscheduledPod', ActionType.UpdatePodLabel), queueingHint: ifSamePod },
      { event: clusterEvent('Node', nodes) },
    ];
  }

  #fulfilsAffinity(pod: PodInfo, node: NodeInfo, counts: TopologyCounts): boolean {
    const terms = pod.requiredAffinityTerms;
    if (terms.some(({ topologyKey }) => labelOf(node, topologyKey) === undefined)) return false;
    if (terms.every(({ topologyKey }) => counts.at(topologyKey, node) > 0)) return true;
    return counts.isEmpty && this.#matchesAll(terms, pod.pod); // the first of pods that want to be together
  }

  #change(state: CycleState, pod: PodInfo, other: PodInfo, node: NodeInfo, sign: 1 | -1): void {
    const counts = state.mustRead(COUNTS);
    this.#countExisting(counts, pod, other, node, sign);
    this.#countOwn(counts, pod, other, node, sign);
  }

  #countExisting({ existing }: Counts, pod: PodInfo, other: PodInfo, node: NodeInfo, sign: 1 | -1): void {
    for (const term of other.requiredAntiAffinityTerms) {
      if (this.#matches(term, pod.pod)) existing.add(term.topologyKey, node, sign);
    }
  }

  #countOwn(counts: Counts, pod: PodInfo, other: PodInfo, node: NodeInfo, sign: 1 | -1): void {
    const { requiredAffinityTerms: near, requiredAntiAffinityTerms: away } = pod;
    if (near.length > 0 && this.#matchesAll(near, other.pod)) {
      for (const { topologyKey } of near) counts.affinity.add(topologyKey, node, sign);
    }
    for (const term of away) {
      if (this.#matches(term, other.pod)) counts.antiAffinity.add(term.topologyKey, node, sign);
    }
  }

  #score(scores: TopologyCounts, pod: PodInfo, other: PodInfo, node: NodeInfo): void {
    const add = (term: AffinityTerm, meant: PodInfo, weight: number): void => {
      if (this.#matches(term, meant.pod)) scores.add(term.topologyKey, node, weight);
    };
    for (const { term, weight } of pod.preferredAffinityTerms) add(term, other, weight);
    for (const { term, weight } of pod.preferredAntiAffinityTerms) add(term, other, -weight);
    for (const term of other.requiredAffinityTerms) add(term, pod, this.#hardWeight);
    if (this.#ignoresPreferred) return;
    for (const { term, weight } of other.preferredAffinityTerms) add(term, pod, weight);
    for (const { term, weight } of other.preferredAntiAffinityTerms) add(term, pod, -weight);
  }

  #ifTermsAreConcerned(info: PodInfo, other: DeepReadonly<Pod> | undefined): 'Queue' | 'Skip' {
    if (other === undefined) return 'Skip';
    const own = [...info.requiredAffinityTerms, ...info.requiredAntiAffinityTerms];
    if (own.some((term) => this.#matches(term, other))) return 'Queue';
    const theirs = new PodInfo(other).requiredAntiAffinityTerms;
    return theirs.some((term) => this.#matches(term, info.pod)) ? 'Queue' : 'Skip';
  }

  #matchesAll(terms: readonly AffinityTerm[], pod: DeepReadonly<Pod>): boolean {
    return terms.every((term) => this.#matches(term, pod));
  }

  #matches(term: AffinityTerm, pod: DeepReadonly<Pod>): boolean {
    return term.matches(pod, this.#labelsOf(namespaceOf(pod)));
  }
}
