import type { Pod, TopologySpreadConstraint } from '@kubescript/api/core/v1';
import { type DeepReadonly, type Selector, labelSelectorAsSelector, namespaceOf } from '@kubescript/apimachinery';
import { findUntoleratedTaint, forbidsScheduling } from '@kubescript/component-helpers';
import {
  ActionType,
  type ClusterEventWithHint,
  type CycleState,
  type EnqueueExtensions,
  type FilterPlugin,
  type Handle,
  MAX_NODE_SCORE,
  type MaybeStatus,
  type NodeInfo,
  type PluginStatus,
  type PodInfo,
  type PodTopologySpreadArgs,
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
import { labelOf } from './topology-counts.ts';

const NAME = 'PodTopologySpread';
const HOSTNAME = 'kubernetes.io/hostname';
const UNEVEN = unschedulable("node(s) didn't match pod topology spread constraints").by(NAME);
const NO_LABEL = unresolvable("node(s) didn't match pod topology spread constraints (missing required label)").by(NAME);

/** A constraint ready to be counted. */
interface Constraint {
  readonly maxSkew: number;
  readonly topologyKey: string;
  readonly minDomains: number;
  readonly selector: Selector;
  readonly honorsAffinity: boolean;
  readonly honorsTaints: boolean;
}

/** A constraint with the number of matching pods per domain. */
interface Spread {
  readonly constraint: Constraint;
  readonly counts: Map<string, number>;
  /** The least of the counts, once it was asked for; a change of the counts forgets it. */
  smallest?: number | undefined;
}

const SPREADS = stateKey<readonly Spread[]>(`PreFilter${NAME}`, (spreads) =>
  spreads.map(({ constraint, counts }) => ({ constraint, counts: new Map(counts) })),
);

interface Scoring {
  readonly spreads: readonly (Spread & { readonly weight: number })[];
  /** Nodes without one of the topology keys: they get no score. */
  readonly ignored: ReadonlySet<string>;
}

const SCORING = stateKey<Scoring>(`PreScore${NAME}`);

/**
 * Spreads pods over topology domains as their constraints ask for; `defaultConstraints` of the configuration stand in
 * for pods without any. (Upstream's built-in default constraints, which only score, are not applied.)
 * @go kubernetes/pkg/scheduler/framework/plugins/podtopologyspread#PodTopologySpread
 */
export class PodTopologySpreadPlugin
  implements PreFilterPlugin, FilterPlugin, PreScorePlugin, ScorePlugin, EnqueueExtensions
{
  readonly name = NAME;
  readonly #handle: Pick<Handle, 'snapshot'>;
  readonly #defaults: readonly DeepReadonly<TopologySpreadConstraint>[];

  constructor(handle: Pick<Handle, 'snapshot'>, args: PodTopologySpreadArgs = {}) {
    this.#handle = handle;
    this.#defaults = args.defaultConstraints ?? [];
  }

  preFilter(state: CycleState, info: PodInfo, nodes: readonly NodeInfo[]): PluginStatus | undefined {
    const constraints = this.#constraintsOf(info.pod, 'DoNotSchedule');
    if (constraints.length === 0) return skip;
    const spreads = constraints.map((constraint) => ({ constraint, counts: new Map<string, number>() }));
    for (const node of nodes) {
      if (constraints.some(({ topologyKey }) => labelOf(node, topologyKey) === undefined)) continue;
      for (const spread of spreads) countNode(spread, info, node);
    }
    state.write(SPREADS, spreads);
    return undefined;
  }

  addPod(state: CycleState, pod: PodInfo, added: PodInfo, node: NodeInfo): MaybeStatus {
    change(state, pod, added, node, 1);
    return undefined;
  }

  removePod(state: CycleState, pod: PodInfo, removed: PodInfo, node: NodeInfo): MaybeStatus {
    change(state, pod, removed, node, -1);
    return undefined;
  }

  filter(state: CycleState, { pod }: PodInfo, node: NodeInfo): MaybeStatus {
    for (const spread of state.mustRead(SPREADS)) {
      const { constraint, counts } = spread;
      const domain = labelOf(node, constraint.topologyKey);
      if (domain === undefined) return NO_LABEL;
      const self = constraint.selector.matches(pod.metadata.labels) ? 1 : 0;
      const skew = (counts.get(domain) ?? 0) + self - smallestOf(spread);
      if (skew > constraint.maxSkew) return UNEVEN;
    }
    return undefined;
  }

  preScore(state: CycleState, info: PodInfo, nodes: readonly NodeInfo[]): MaybeStatus {
    const constraints = this.#constraintsOf(info.pod, 'ScheduleAnyway');
    if (constraints.length === 0) return skip;
    const lacks = (node: NodeInfo): boolean => constraints.some((c) => labelOf(node, c.topologyKey) === undefined);
    const candidates = nodes.filter((node) => !lacks(node));
    const spreads = constraints.map((constraint) => ({
      constraint,
      counts: new Map<string, number>(),
      weight: Math.log(domainCount(constraint, candidates) + 2),
    }));
    for (const node of this.#handle.snapshot().nodes) {
      if (!lacks(node)) for (const spread of spreads) countNode(spread, info, node);
    }
    state.write(SCORING, { spreads, ignored: new Set(nodes.filter(lacks).map(({ name }) => name)) });
    return undefined;
  }

  /** The more matching pods are in the node's domains already, the higher; normalizing turns that round. */
  score(state: CycleState, _pod: PodInfo, node: NodeInfo): number {
    const { spreads, ignored } = state.mustRead(SCORING);
    if (ignored.has(node.name)) return 0;
    let sum = 0;
    for (const { constraint, counts, weight } of spreads) {
      const domain = labelOf(node, constraint.topologyKey);
      if (domain !== undefined) sum += (counts.get(domain) ?? 0) * weight + (constraint.maxSkew - 1);
    }
    return Math.round(sum);
  }

  normalizeScores(state: CycleState, _pod: PodInfo, scores: Float64Array, nodes: readonly NodeInfo[]): void {
    const { ignored } = state.mustRead(SCORING);
    const counted = scores.filter((_, index) => !ignored.has(nodes[index]?.name ?? ''));
    const [min, max] = [Math.min(...counted), Math.max(...counted)];
    for (const [index, score] of scores.entries()) {
      if (ignored.has(nodes[index]?.name ?? '')) scores[index] = 0;
      else scores[index] = max === 0 ? MAX_NODE_SCORE : Math.trunc((MAX_NODE_SCORE * (max + min - score)) / max);
    }
  }

  eventsToRegister(): readonly ClusterEventWithHint[] {
    const pods = ActionType.Add | ActionType.Delete | ActionType.UpdatePodLabel;
    const nodes = ActionType.Add | ActionType.Delete | ActionType.UpdateNodeLabel | ActionType.UpdateNodeTaint;
    return [
      {
        event: clusterEvent('AssignedPod', pods),
        queueingHint: ({ pod }, before, after) => {
          const others = [asPod(before), asPod(after)].filter((other) => other !== undefined);
          const counts = this.#constraintsOf(pod, 'DoNotSchedule').some(({ selector }) =>
            others.some((other) => namespaceOf(other) === namespaceOf(pod) && selector.matches(other.metadata.labels)),
          );
          return counts ? 'Queue' : 'Skip';
        },
      },
      { event: clusterEvent('UnscheduledPod', ActionType.UpdatePodLabel), queueingHint: ifSamePod },
      { event: clusterEvent('Node', nodes) },
    ];
  }

  #constraintsOf(pod: DeepReadonly<Pod>, whenUnsatisfiable: string): readonly Constraint[] {
    const own = pod.spec.topologySpreadConstraints ?? [];
    return (own.length > 0 ? own : this.#defaults)
      .filter((constraint) => constraint.whenUnsatisfiable === whenUnsatisfiable)
      .map((constraint) => compile(constraint, pod));
  }
}

function compile(constraint: DeepReadonly<TopologySpreadConstraint>, pod: DeepReadonly<Pod>): Constraint {
  const keys = (constraint.matchLabelKeys ?? []).filter((key) => pod.metadata.labels?.[key] !== undefined);
  const selector = labelSelectorAsSelector(constraint.labelSelector);
  const sameLabels = (labels: Readonly<Record<string, string>> | undefined): boolean => {
    return keys.every((key) => labels?.[key] === pod.metadata.labels?.[key]);
  };
  return {
    maxSkew: constraint.maxSkew,
    topologyKey: constraint.topologyKey,
    minDomains: constraint.minDomains ?? 1,
    selector:
      keys.length === 0
        ? selector
        : { ...selector, matches: (labels) => selector.matches(labels) && sameLabels(labels) },
    honorsAffinity: constraint.nodeAffinityPolicy !== 'Ignore',
    honorsTaints: constraint.nodeTaintsPolicy === 'Honor',
  };
}

/** Adds the matching pods of a node to its domain, if the node counts for the constraint. */
function countNode({ constraint, counts }: Spread, info: PodInfo, node: NodeInfo): void {
  const domain = labelOf(node, constraint.topologyKey);
  if (domain === undefined || !isCounted(constraint, info, node)) return;
  let matching = counts.get(domain) ?? 0;
  for (const other of node.pods.values()) if (isMatching(constraint, info, other)) matching++;
  counts.set(domain, matching);
}

function isCounted({ honorsAffinity, honorsTaints }: Constraint, info: PodInfo, { node }: NodeInfo): boolean {
  if (node === undefined) return false;
  if (honorsAffinity && info.requiredNodeAffinity?.(node) === false) return false;
  return (
    !honorsTaints || findUntoleratedTaint(node.spec.taints, info.pod.spec.tolerations, forbidsScheduling) === undefined
  );
}

function isMatching({ selector }: Constraint, { pod }: PodInfo, { pod: other }: PodInfo): boolean {
  return (
    other.metadata.deletionTimestamp === undefined &&
    namespaceOf(other) === namespaceOf(pod) &&
    selector.matches(other.metadata.labels)
  );
}

function change(state: CycleState, pod: PodInfo, other: PodInfo, node: NodeInfo, sign: 1 | -1): void {
  for (const spread of state.mustRead(SPREADS)) {
    const { constraint, counts } = spread;
    const domain = labelOf(node, constraint.topologyKey);
    if (domain === undefined || !isCounted(constraint, pod, node) || !isMatching(constraint, pod, other)) continue;
    counts.set(domain, (counts.get(domain) ?? 0) + sign);
    spread.smallest = undefined;
  }
}

/** The least number of matching pods in a domain; 0 while there are fewer domains than asked for. */
function smallestOf(spread: Spread): number {
  const { constraint, counts } = spread;
  spread.smallest ??= counts.size < constraint.minDomains ? 0 : Math.min(...counts.values());
  return spread.smallest;
}

function domainCount({ topologyKey }: Constraint, nodes: readonly NodeInfo[]): number {
  return topologyKey === HOSTNAME ? nodes.length : new Set(nodes.map((node) => labelOf(node, topologyKey))).size;
}
