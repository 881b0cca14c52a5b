import type { Node } from '@kubescript/api/core/v1';
import { type DeepReadonly, nameOf } from '@kubescript/apimachinery';
import { type EventRecorder, type SharedInformer, type WorkQueue, corev1, newWorkQueue } from '@kubescript/client';

import { type Controller, type ControllerContext, runWorkers } from '../shared/controller.ts';
import { CidrRangeFullError, CidrSet } from './cidr-set.ts';

/** The networks from which nodes get the ranges of their pods. */
export interface NodeIpamOptions {
  /** `--cluster-cidr`: one network, or one of each family. */
  readonly clusterCidrs: readonly string[];
  /** `--node-cidr-mask-size-ipv4`. */
  readonly maskSizeIpv4: number;
  /** `--node-cidr-mask-size-ipv6`. */
  readonly maskSizeIpv6: number;
}

/**
 * Gives every node a range of addresses for its pods: `spec.podCIDRs`.
 * @go k8s.io/kubernetes/pkg/controller/nodeipam/ipam#rangeAllocator
 */
export class NodeIpamController implements Controller {
  readonly name = 'node-ipam-controller';
  readonly #context: ControllerContext;
  readonly #sets: readonly CidrSet[];
  readonly #nodes: SharedInformer<Node>;
  readonly #queue: WorkQueue;
  readonly #recorder: EventRecorder;

  /** Throws an Error if the networks or masks do not fit together. */
  constructor(context: ControllerContext, options: NodeIpamOptions) {
    this.#context = context;
    this.#sets = options.clusterCidrs.map(
      (cidr) => new CidrSet(cidr, cidr.includes(':') ? options.maskSizeIpv6 : options.maskSizeIpv4),
    );
    this.#queue = newWorkQueue({ clock: context.clock, name: 'node_ipam' });
    this.#recorder = context.newRecorder('cidrAllocator');
    this.#nodes = context.informers.for(corev1.nodes);
    this.#nodes.addEventHandler({
      onAdd: (node) => {
        this.onNode(node);
      },
      onUpdate: (_, node) => {
        this.onNode(node);
      },
      onDelete: (node) => {
        this.releaseRanges(node);
      },
    });
  }

  run(signal: AbortSignal): Promise<void> {
    return runWorkers(
      {
        name: this.name,
        queue: this.#queue,
        // One worker: what the informer's first list occupies must be known before anything is handed out.
        workers: 1,
        logger: this.#context.newLogger(this.name),
        waitFor: [this.#nodes],
        sync: (key) => this.allocateRanges(key),
      },
      signal,
    );
  }

  /** Occupies the ranges that a node has, or queues it to be given some. */
  onNode(node: DeepReadonly<Node>): void {
    const ranges = rangesOf(node);
    if (ranges.length === 0) this.#queue.add(nameOf(node));
    for (const range of ranges) for (const set of this.#sets) set.occupy(range);
  }

  /** Gives the ranges of a node that is gone back. */
  releaseRanges(node: DeepReadonly<Node>): void {
    for (const range of rangesOf(node)) for (const set of this.#sets) set.release(range);
  }

  /** Allocates a range of each network for a node that has none, and writes them. */
  async allocateRanges(name: string): Promise<void> {
    const node = this.#nodes.lister.get('', name);
    if (node === undefined || rangesOf(node).length > 0) return;
    const ranges = this.#allocate(node);
    try {
      const patch = { spec: { podCIDR: ranges[0], podCIDRs: ranges } };
      await this.#context.client.resource(corev1.nodes).patch(name, 'application/merge-patch+json', patch);
    } catch (err) {
      ranges.forEach((range, index) => this.#sets[index]?.release(range));
      throw err;
    }
  }

  #allocate(node: DeepReadonly<Node>): string[] {
    try {
      return this.#sets.map((set) => set.allocateNext());
    } catch (err) {
      if (err instanceof CidrRangeFullError) {
        this.#recorder.event(
          node,
          'Normal',
          'CIDRNotAvailable',
          `Node ${nameOf(node)} status is now: CIDRNotAvailable`,
        );
      }
      throw err;
    }
  }
}

function rangesOf({ spec }: DeepReadonly<Node>): readonly string[] {
  return spec.podCIDRs ?? (spec.podCIDR === undefined ? [] : [spec.podCIDR]);
}
