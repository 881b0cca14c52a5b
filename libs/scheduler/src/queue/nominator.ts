import type { Nominator, PodInfo } from '@kubescript/kube-scheduler';

const NONE: readonly PodInfo[] = [];

/**
 * Pods for which room is being made on a node, so that other pods do not take it.
 * @go kubernetes/pkg/scheduler/backend/queue#nominator
 */
export class PodNominator implements Nominator {
  readonly #nodes = new Map<string, string>();
  readonly #pods = new Map<string, Map<string, PodInfo>>();

  nominate(pod: PodInfo, nodeName: string): void {
    this.remove(pod.id);
    this.#nodes.set(pod.id, nodeName);
    const pods = this.#pods.get(nodeName) ?? new Map<string, PodInfo>();
    pods.set(pod.id, pod);
    this.#pods.set(nodeName, pods);
  }

  remove(podId: string): void {
    const nodeName = this.#nodes.get(podId);
    if (nodeName === undefined) return;
    this.#nodes.delete(podId);
    const pods = this.#pods.get(nodeName);
    pods?.delete(podId);
    if (pods?.size === 0) this.#pods.delete(nodeName);
  }

  nodeOf(podId: string): string | undefined {
    return this.#nodes.get(podId);
  }

  podsFor(nodeName: string): readonly PodInfo[] {
    const pods = this.#pods.get(nodeName);
    return pods === undefined ? NONE : [...pods.values()];
  }
}
