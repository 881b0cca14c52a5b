import type { Pod } from '@kubescript/api/core/v1';
import type { DeepReadonly } from '@kubescript/apimachinery';
import { allContainers } from '@kubescript/component-helpers';
import {
  type CycleState,
  type Handle,
  MAX_NODE_SCORE,
  type MaybeStatus,
  type NodeInfo,
  type PodInfo,
  type PreScorePlugin,
  type ScorePlugin,
  skip,
  stateKey,
} from '@kubescript/kube-scheduler';

const NAME = 'ImageLocality';
const MEGABYTE = 1024 * 1024;
/** Images below this size (summed) do not count; above the other, per container, more does not count. */
const MIN_THRESHOLD = 23 * MEGABYTE;
const MAX_THRESHOLD_PER_CONTAINER = 1000 * MEGABYTE;

const IMAGES = stateKey<readonly string[]>(NAME);

/**
 * Prefers nodes that have the pod's images already, the more the bigger they are; an image that few nodes have counts
 * less, so that pods do not pile up there.
 * @go kubernetes/pkg/scheduler/framework/plugins/imagelocality#ImageLocality
 */
export class ImageLocalityPlugin implements PreScorePlugin, ScorePlugin {
  readonly name = NAME;
  readonly #handle: Pick<Handle, 'snapshot'>;

  constructor(handle: Pick<Handle, 'snapshot'>) {
    this.#handle = handle;
  }

  /** Where no candidate has any of the images all would score 0, so scoring is skipped. */
  preScore(state: CycleState, { pod }: PodInfo, nodes: readonly NodeInfo[]): MaybeStatus {
    const images = imagesOf(pod);
    if (!nodes.some((node) => images.some((image) => node.images.has(image)))) return skip;
    state.write(IMAGES, images);
    return undefined;
  }

  score(state: CycleState, { pod }: PodInfo, node: NodeInfo): number {
    const totalNodes = this.#handle.snapshot().nodes.length;
    let sum = 0;
    for (const image of state.mustRead(IMAGES)) {
      const found = node.images.get(image);
      if (found !== undefined) sum += Math.trunc((found.sizeBytes * found.numNodes) / totalNodes);
    }
    const containers = pod.spec.containers.length + (pod.spec.initContainers?.length ?? 0);
    return priorityOf(sum, containers);
  }
}

function priorityOf(sum: number, containers: number): number {
  const max = MAX_THRESHOLD_PER_CONTAINER * containers;
  const clamped = Math.min(Math.max(sum, MIN_THRESHOLD), max);
  return Math.trunc((MAX_NODE_SCORE * (clamped - MIN_THRESHOLD)) / (max - MIN_THRESHOLD));
}

function imagesOf(pod: DeepReadonly<Pod>): readonly string[] {
  return allContainers(pod).map(({ image = '' }) => normalizedImageName(image));
}

/** The name under which a node lists an image: with a tag. */
export function normalizedImageName(name: string): string {
  return name.lastIndexOf(':') <= name.lastIndexOf('/') ? `${name}:latest` : name;
}
