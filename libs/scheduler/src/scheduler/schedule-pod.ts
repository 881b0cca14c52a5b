import {
  type CycleState,
  type FilterPlugin,
  type MaybeStatus,
  type NodeInfo,
  type PluginStatus,
  type PodInfo,
  type Snapshot,
  unresolvable,
} from '@kubescript/kube-scheduler';

import type { Framework, PreFilterOutcome } from '../framework/framework.ts';
import { NodeStatusMap } from '../framework/node-statuses.ts';
import type { Diagnosis } from './fit-error.ts';

/** Where a pod goes, or why it goes nowhere. */
export type ScheduleResult =
  | { readonly outcome: 'fits'; readonly nodeName: string; readonly evaluated: number; readonly feasible: number }
  | { readonly outcome: 'no nodes' }
  | { readonly outcome: 'unschedulable'; readonly diagnosis: Diagnosis }
  | { readonly outcome: 'error'; readonly status: PluginStatus };

/** Clusters up to this size are always searched completely. */
const MIN_FEASIBLE_NODES = 100;
const MIN_PERCENTAGE = 5;

/** Picks nodes for pods; remembers where the last search ended, so that every node gets its turn. */
export class NodeSelection {
  readonly #snapshot: Snapshot;
  readonly #percentage: number;
  readonly #random: () => number;
  #start = 0;

  /** `percentageOfNodesToScore` 0 adapts to the number of nodes; `random` decides between equal nodes. */
  constructor(snapshot: Snapshot, percentageOfNodesToScore = 0, random: () => number = Math.random) {
    this.#snapshot = snapshot;
    this.#percentage = percentageOfNodesToScore;
    this.#random = random;
  }

  /**
   * Finds the best node for a pod: filters until enough nodes are found, then scores those. Synchronous throughout:
   * nothing can change between its look at the nodes and its answer.
   * @go kubernetes/pkg/scheduler#(*Scheduler).schedulePod
   */
  schedulePod(framework: Framework, state: CycleState, pod: PodInfo): ScheduleResult {
    if (this.#snapshot.nodes.length === 0) return { outcome: 'no nodes' };
    const preFilter = framework.runPreFilter(state, pod);
    if (preFilter.status !== undefined) return this.#rejected(preFilter.status);
    const statuses = new NodeStatusMap();
    const feasible = this.#findFeasibleNodes(framework, state, pod, preFilter, statuses);
    if ('code' in feasible) return { outcome: 'error', status: feasible };
    const [first] = feasible;
    if (first === undefined) return { outcome: 'unschedulable', diagnosis: this.#diagnose(statuses, preFilter) };
    const evaluated = feasible.length + statuses.size;
    if (feasible.length === 1) return { outcome: 'fits', nodeName: first.name, evaluated, feasible: 1 };
    const status = framework.runPreScore(state, pod, feasible);
    if (status !== undefined) return { outcome: 'error', status };
    const nodeName = this.#selectHost(feasible, framework.runScore(state, pod, feasible)).name;
    return { outcome: 'fits', nodeName, evaluated, feasible: feasible.length };
  }

  #findFeasibleNodes(
    framework: Framework,
    state: CycleState,
    pod: PodInfo,
    { nodeNames }: PreFilterOutcome,
    statuses: NodeStatusMap,
  ): readonly NodeInfo[] | PluginStatus {
    const filters = framework.activeFilters(state);
    const nominated = this.#nominatedNode(framework, pod);
    if (nominated !== undefined && (nodeNames?.has(nominated.name) ?? true)) {
      if (framework.filterNode(filters, state, pod, nominated) === undefined) return [nominated];
    }
    if (nodeNames !== undefined) {
      statuses.absent = unresolvable("node(s) didn't satisfy plugin NodeAffinity");
      const nodes = [...nodeNames].map((name) => this.#snapshot.get(name)).filter((node) => node !== undefined);
      return search({ framework, filters, state, pod, nodes, start: 0, wanted: nodes.length, statuses }).found;
    }
    return this.#searchAll(framework, filters, state, pod, statuses);
  }

  #searchAll(
    framework: Framework,
    filters: readonly FilterPlugin[],
    state: CycleState,
    pod: PodInfo,
    statuses: NodeStatusMap,
  ): readonly NodeInfo[] | PluginStatus {
    const { nodes } = this.#snapshot;
    const wanted = numFeasibleNodesToFind(nodes.length, framework.percentageOfNodesToScore ?? this.#percentage);
    const start = this.#start % nodes.length;
    const { found, looked } = search({ framework, filters, state, pod, nodes, start, wanted, statuses });
    this.#start = (start + looked) % nodes.length;
    return found;
  }

  #nominatedNode(framework: Framework, { id, pod }: PodInfo): NodeInfo | undefined {
    const name = framework.nominator.nodeOf(id) ?? pod.status.nominatedNodeName ?? '';
    return name === '' ? undefined : this.#snapshot.get(name);
  }

  /** The best node; among equals one at random. */
  #selectHost(nodes: readonly NodeInfo[], scores: Float64Array): NodeInfo {
    let best = 0;
    let equals = 1;
    for (let i = 1; i < scores.length; i++) {
      const [score = 0, highest = 0] = [scores[i], scores[best]];
      if (score > highest) {
        best = i;
        equals = 1;
      } else if (score === highest && this.#random() * ++equals < 1) best = i;
    }
    const node = nodes[best];
    if (node === undefined) throw new Error('no node to choose from');
    return node;
  }

  #rejected(status: PluginStatus): ScheduleResult {
    if (!status.isRejected) return { outcome: 'error', status };
    const statuses = new NodeStatusMap();
    statuses.absent = status;
    const plugins = new Set([status.plugin]);
    return {
      outcome: 'unschedulable',
      diagnosis: {
        numAllNodes: this.#snapshot.nodes.length,
        statuses,
        unschedulablePlugins: status.code === 'Pending' ? new Set() : plugins,
        pendingPlugins: status.code === 'Pending' ? plugins : new Set(),
        preFilterMessage: status.message,
      },
    };
  }

  #diagnose(statuses: NodeStatusMap, preFilter: PreFilterOutcome): Diagnosis {
    const unschedulablePlugins = new Set(preFilter.plugins);
    const pendingPlugins = new Set<string>();
    for (const [, status] of statuses.entries()) {
      (status.code === 'Pending' ? pendingPlugins : unschedulablePlugins).add(status.plugin);
    }
    const numAllNodes = this.#snapshot.nodes.length;
    return { numAllNodes, statuses, unschedulablePlugins, pendingPlugins, preFilterMessage: '' };
  }
}

interface Search {
  readonly framework: Framework;
  readonly filters: readonly FilterPlugin[];
  readonly state: CycleState;
  readonly pod: PodInfo;
  readonly nodes: readonly NodeInfo[];
  readonly start: number;
  /** Stop after this many. */
  readonly wanted: number;
  /** Told why the others were turned down. */
  readonly statuses: NodeStatusMap;
}

function search(options: Search): { readonly found: readonly NodeInfo[] | PluginStatus; readonly looked: number } {
  const { framework, filters, state, pod, nodes, start, wanted, statuses } = options;
  const found: NodeInfo[] = [];
  let looked = 0;
  for (let index = start; looked < nodes.length && found.length < wanted; looked++, index++) {
    if (index >= nodes.length) index = 0;
    const node = nodes[index];
    if (node === undefined) continue;
    const status: MaybeStatus = framework.filterNode(filters, state, pod, node);
    if (status === undefined) found.push(node);
    else if (status.isRejected) statuses.set(node.name, status);
    else return { found: status, looked };
  }
  return { found, looked };
}

/**
 * How many feasible nodes are enough: all of up to 100; else the given percentage, or, if that is 0, one that falls
 * from 50 % to 5 % as the cluster grows.
 * @go kubernetes/pkg/scheduler#(*Scheduler).numFeasibleNodesToFind
 */
export function numFeasibleNodesToFind(numNodes: number, percentage: number): number {
  if (numNodes < MIN_FEASIBLE_NODES) return numNodes;
  const adaptive = Math.max(MIN_PERCENTAGE, 50 - Math.trunc(numNodes / 125));
  const percent = percentage === 0 ? adaptive : percentage;
  if (percent >= 100) return numNodes;
  return Math.max(MIN_FEASIBLE_NODES, Math.trunc((numNodes * percent) / 100));
}
