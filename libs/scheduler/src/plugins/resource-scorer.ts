import {
  MAX_NODE_SCORE,
  type NodeInfo,
  type PodInfo,
  type ResourceSpec,
  type ScoringStrategy,
  type UtilizationShapePoint,
} from '@kubescript/kube-scheduler';

/** Scores a node for a pod from 0 to MAX_NODE_SCORE. */
export type ResourceScorer = (pod: PodInfo, node: NodeInfo) => number;

/** Scores one resource by what would be requested of it (with the pod) and what there is. */
type AmountScorer = (requested: number, allocatable: number) => number;

const DEFAULT_RESOURCES: readonly ResourceSpec[] = [
  { name: 'cpu', weight: 1 },
  { name: 'memory', weight: 1 },
];

/** Makes the scorer of a strategy; without one LeastAllocated over CPU and memory. */
export function newResourceScorer(strategy: ScoringStrategy = {}): ResourceScorer {
  const resources = (strategy.resources ?? DEFAULT_RESOURCES).map(({ name, weight }) => ({
    name,
    weight: weight ?? 1,
  }));
  const scoreAmount = amountScorer(strategy);
  return (pod, node) => {
    let sum = 0;
    let weights = 0;
    for (const { name, weight } of resources) {
      const allocatable = node.allocatable.get(name);
      if (allocatable === 0 || isSkipped(name, pod)) continue;
      sum += weight * scoreAmount(requestedWith(pod, node, name), allocatable);
      weights += weight;
    }
    return weights === 0 ? 0 : Math.trunc(sum / weights);
  };
}

/** How much of a resource would be requested on the node with the pod; CPU and memory with assumed minima. */
export function requestedWith(pod: PodInfo, node: NodeInfo, name: string): number {
  if (name === 'cpu') return node.nonZeroRequested.milliCpu + pod.nonZeroRequests.milliCpu;
  if (name === 'memory') return node.nonZeroRequested.memory + pod.nonZeroRequests.memory;
  return node.requested.get(name) + pod.requests.get(name);
}

/** Extended resources that the pod does not ask for say nothing about where it should go. */
export function isSkipped(name: string, pod: PodInfo): boolean {
  return name.includes('/') && pod.requests.get(name) === 0;
}

function amountScorer(strategy: ScoringStrategy): AmountScorer {
  switch (strategy.type ?? 'LeastAllocated') {
    case 'LeastAllocated':
      return leastRequestedScore;
    case 'MostAllocated':
      return mostRequestedScore;
    case 'RequestedToCapacityRatio':
      return shapeScorer(strategy.requestedToCapacityRatio?.shape ?? []);
    default:
      throw new Error(`scoringStrategy.type: Unsupported value: "${strategy.type ?? ''}"`);
  }
}

function leastRequestedScore(requested: number, allocatable: number): number {
  return requested > allocatable ? 0 : Math.trunc(((allocatable - requested) * MAX_NODE_SCORE) / allocatable);
}

function mostRequestedScore(requested: number, allocatable: number): number {
  return Math.trunc((Math.min(requested, allocatable) * MAX_NODE_SCORE) / allocatable);
}

/** Interpolates between the points of a shape, whose scores are of 10. */
function shapeScorer(shape: readonly UtilizationShapePoint[]): AmountScorer {
  const points = shape.map(({ utilization, score }) => ({ utilization, score: (score * MAX_NODE_SCORE) / 10 }));
  return (requested, allocatable) => {
    const utilization = requested > allocatable ? 100 : Math.trunc((requested * 100) / allocatable);
    const after = points.findIndex((point) => utilization <= point.utilization);
    if (after === -1) return points.at(-1)?.score ?? 0;
    const [high, low] = [points[after], points[after - 1]];
    if (high === undefined) return 0;
    if (low === undefined) return high.score;
    const share = (utilization - low.utilization) / (high.utilization - low.utilization);
    return Math.trunc(low.score + (high.score - low.score) * share);
  };
}
