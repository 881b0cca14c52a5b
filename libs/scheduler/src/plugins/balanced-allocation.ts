import {
  type CycleState,
  MAX_NODE_SCORE,
  type MaybeStatus,
  type NodeInfo,
  type NodeResourcesBalancedAllocationArgs,
  type PodInfo,
  type PreScorePlugin,
  type ScorePlugin,
  skip,
} from '@kubescript/kube-scheduler';

import { isSkipped } from './resource-scorer.ts';

/**
 * Prefers nodes on which the pod leaves CPU, memory and so on evenly used.
 * @go kubernetes/pkg/scheduler/framework/plugins/noderesources#BalancedAllocation
 */
export class BalancedAllocationPlugin implements PreScorePlugin, ScorePlugin {
  readonly name = 'NodeResourcesBalancedAllocation';
  readonly #resources: readonly string[];

  constructor({ resources = [{ name: 'cpu' }, { name: 'memory' }] }: NodeResourcesBalancedAllocationArgs = {}) {
    this.#resources = resources.map(({ name }) => name);
  }

  /** A pod that requests none of the resources cannot unbalance anything. */
  preScore(_state: CycleState, { requests }: PodInfo): MaybeStatus {
    return this.#resources.every((name) => requests.get(name) === 0) ? skip : undefined;
  }

  score(_state: CycleState, pod: PodInfo, node: NodeInfo): number {
    const fractions: number[] = [];
    for (const name of this.#resources) {
      const allocatable = node.allocatable.get(name);
      if (allocatable === 0 || isSkipped(name, pod)) continue;
      fractions.push(Math.min(1, (node.requested.get(name) + pod.requests.get(name)) / allocatable));
    }
    return Math.trunc((1 - deviation(fractions)) * MAX_NODE_SCORE);
  }
}

/** The standard deviation; of two values it is half of their distance. */
function deviation(values: readonly number[]): number {
  const [first, second] = values;
  if (first === undefined || second === undefined) return 0;
  if (values.length === 2) return Math.abs(first - second) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
}
