import type { Node, Pod, Taint } from '@kubescript/api/core/v1';
import { type DeepReadonly, formatTime, isNotFound, keyOf, nameOf, namespaceOf, uidOf } from '@kubescript/apimachinery';
import { type EventRecorder, type SharedInformer, type WorkQueue, corev1, newWorkQueue } from '@kubescript/client';

import { type Controller, type ControllerContext, runWorkers } from '../shared/controller.ts';
import { evictionTime } from './plan-eviction.ts';

const podsByNode = 'taintEvictionByNode';

/**
 * Deletes pods from nodes with NoExecute taints that they do not tolerate, or no longer.
 * @go k8s.io/kubernetes/pkg/controller/tainteviction#Controller
 */
export class TaintEvictionController implements Controller {
  readonly name = 'taint-eviction-controller';
  readonly #context: ControllerContext;
  readonly #nodes: SharedInformer<Node>;
  readonly #pods: SharedInformer<Pod>;
  readonly #queue: WorkQueue;
  readonly #recorder: EventRecorder;

  constructor(context: ControllerContext) {
    this.#context = context;
    this.#queue = newWorkQueue({ clock: context.clock, name: 'noexec_taint_pod' });
    this.#recorder = context.newRecorder('taint-eviction-controller');
    this.#nodes = context.informers.for(corev1.nodes);
    this.#pods = context.informers.for(corev1.pods);
    this.#pods.addIndexer(podsByNode, ({ spec }) => (spec.nodeName === undefined ? [] : [spec.nodeName]));
    this.#nodes.addEventHandler({
      onAdd: (node) => {
        this.onNode(node);
      },
      onUpdate: (old, node) => {
        if (taintsOf(old).length > 0 || taintsOf(node).length > 0) this.onNode(node);
      },
    });
    this.#pods.addEventHandler({
      onAdd: (pod) => {
        this.onPod(pod);
      },
      onUpdate: (_, pod) => {
        this.onPod(pod);
      },
    });
  }

  run(signal: AbortSignal): Promise<void> {
    const waitFor = [this.#nodes, this.#pods];
    const logger = this.#context.newLogger(this.name);
    return runWorkers(
      { name: this.name, queue: this.#queue, workers: 8, logger, waitFor, sync: (key) => this.evictIfDue(key) },
      signal,
    );
  }

  /** Looks at the pods of a node whose taints may have changed. */
  onNode(node: DeepReadonly<Node>): void {
    if (taintsOf(node).length === 0) return;
    for (const pod of this.#pods.lister.byIndex(podsByNode, nameOf(node))) this.#queue.add(keyOf(pod));
  }

  /** Looks at a pod on a node that has taints. */
  onPod(pod: DeepReadonly<Pod>): void {
    const node = this.#nodes.lister.get('', pod.spec.nodeName ?? '');
    if (node !== undefined && taintsOf(node).length > 0) this.#queue.add(keyOf(pod));
  }

  /** Deletes a pod whose time has come, or comes back when it will have. */
  async evictIfDue(key: string): Promise<void> {
    const pod = this.#pods.lister.getByKey(key);
    if (pod?.spec.nodeName === undefined || pod.metadata.deletionTimestamp !== undefined) return;
    const node = this.#nodes.lister.get('', pod.spec.nodeName);
    const now = this.#context.clock.now();
    const due = evictionTime(node === undefined ? [] : taintsOf(node), pod.spec.tolerations, now);
    if (due === undefined) return;
    if (due > now) this.#queue.addAfter(key, due - now);
    else await this.#evict(pod);
  }

  async #evict(pod: DeepReadonly<Pod>): Promise<void> {
    const pods = this.#context.client.resource(corev1.pods, namespaceOf(pod));
    const condition = {
      type: 'DisruptionTarget',
      status: 'True',
      reason: 'DeletionByTaintManager',
      message: 'Taint manager: deleting due to NoExecute taint',
      lastTransitionTime: formatTime(this.#context.clock.now()),
    };
    this.#recorder.event(pod, 'Normal', 'TaintManagerEviction', `Marking for deletion Pod ${keyOf(pod)}`);
    const patch = { metadata: { uid: uidOf(pod) }, status: { conditions: [condition] } };
    try {
      await pods.patch(nameOf(pod), 'application/strategic-merge-patch+json', patch, { subresource: 'status' });
      await pods.delete(nameOf(pod), { preconditions: { uid: uidOf(pod) } });
    } catch (err) {
      if (!isNotFound(err)) throw err;
    }
  }
}

function taintsOf({ spec }: DeepReadonly<Node>): readonly DeepReadonly<Taint>[] {
  return (spec.taints ?? []).filter(({ effect }) => effect === 'NoExecute');
}
