import {
  MAX_NODE_SCORE,
  type NodeInfo,
  type PodInfo,
  type ResourceSpec,
  type Resources,
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

/** Reads one resource from sums; made once per resource, because scoring asks for it very often. */
export type ResourceReader = (resources: Resources) => number;

/** The reader of a resource by its name. */
export function resourceReader(name: string): ResourceReader {
  switch (name) {
    case 'cpu':
      return (resources) => resources.milliCpu;
    case 'memory':
      return (resources) => resources.memory;
    default:
      return (resources) => resources.get(name);
  }
}

/** Extended resources that a pod does not ask for say nothing about where it should go. */
export function isExtended(name: string): boolean {
  return name.includes('/');
}

/** Makes the scorer of a strategy; without one LeastAllocated over CPU and memory. */
export function newResourceScorer(strategy: ScoringStrategy = {}): ResourceScorer {
  const scoreAmount = amountScorer(strategy);
  const resources = (strategy.resources ?? DEFAULT_RESOURCES).map(({ name, weight }) => ({
    weight: weight ?? 1,
    read: resourceReader(name),
    /** CPU and memory count with assumed minima. */
    hasMinimum: name === 'cpu' || name === 'memory',
    isOptional: isExtended(name),
  }));
  return (pod, node) => {
    let sum = 0;
    let weights = 0;
    for (const { weight, read, hasMinimum, isOptional } of resources) {
      const allocatable = read(node.allocatable);
      if (allocatable === 0 || (isOptional && read(pod.requests) === 0)) continue;
      const requested = hasMinimum
        ? read(node.nonZeroRequested) + read(pod.nonZeroRequests)
        : read(node.requested) + read(pod.requests);
      sum += weight * scoreAmount(requested, allocatable);
      weights += weight;
    }
    return weights === 0 ? 0 : Math.trunc(sum / weights);
  };
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
