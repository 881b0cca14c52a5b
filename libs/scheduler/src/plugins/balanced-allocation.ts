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

import { type ResourceReader, isExtended, resourceReader } from './resource-scorer.ts';

/**
 * Prefers nodes on which the pod leaves CPU, memory and so on evenly used.
 * @go kubernetes/pkg/scheduler/framework/plugins/noderesources#BalancedAllocation
 */
export class BalancedAllocationPlugin implements PreScorePlugin, ScorePlugin {
  readonly name = 'NodeResourcesBalancedAllocation';
  readonly #resources: readonly { readonly read: ResourceReader; readonly isOptional: boolean }[];

  constructor({ resources = [{ name: 'cpu' }, { name: 'memory' }] }: NodeResourcesBalancedAllocationArgs = {}) {
    this.#resources = resources.map(({ name }) => ({ read: resourceReader(name), isOptional: isExtended(name) }));
  }

  /** A pod that requests none of the resources cannot unbalance anything. */
  preScore(_state: CycleState, { requests }: PodInfo): MaybeStatus {
    return this.#resources.every(({ read }) => read(requests) === 0) ? skip : undefined;
  }

  score(_state: CycleState, pod: PodInfo, node: NodeInfo): number {
    let count = 0;
    let sum = 0;
    let squares = 0;
    for (const { read, isOptional } of this.#resources) {
      const allocatable = read(node.allocatable);
      const requested = read(pod.requests);
      if (allocatable === 0 || (isOptional && requested === 0)) continue;
      const fraction = Math.min(1, (read(node.requested) + requested) / allocatable);
      count++;
      sum += fraction;
      squares += fraction * fraction;
    }
    return Math.trunc((1 - deviation(count, sum, squares)) * MAX_NODE_SCORE + ROUNDING);
  }
}

/** Lifts a score that is whole but for the error of floating point numbers. */
const ROUNDING = 1e-9;

/** The standard deviation of values by their number, sum and sum of squares. */
function deviation(count: number, sum: number, squares: number): number {
  if (count < 2) return 0;
  const mean = sum / count;
  return Math.sqrt(Math.max(0, squares / count - mean * mean));
}
