import type { QueuedPod } from './queued-pod.ts';

/**
 * Pods that wait for an event, filed by the plugins that turned them down, so that an event costs as much as there
 * are pods waiting for it.
 */
export class UnschedulablePods {
  readonly #pods = new Map<string, QueuedPod>();
  readonly #byPlugin = new Map<string, Set<QueuedPod>>();

  get size(): number {
    return this.#pods.size;
  }

  get(id: string): QueuedPod | undefined {
    return this.#pods.get(id);
  }

  add(pod: QueuedPod): void {
    this.delete(pod.id);
    this.#pods.set(pod.id, pod);
    for (const plugin of pod.rejectors) {
      const filed = this.#byPlugin.get(plugin);
      if (filed === undefined) this.#byPlugin.set(plugin, new Set([pod]));
      else filed.add(pod);
    }
  }

  delete(id: string): QueuedPod | undefined {
    const pod = this.#pods.get(id);
    if (pod === undefined) return undefined;
    this.#pods.delete(id);
    for (const plugin of pod.rejectors) this.#byPlugin.get(plugin)?.delete(pod);
    return pod;
  }

  values(): Iterable<QueuedPod> {
    return this.#pods.values();
  }

  /** The pods that any of the plugins turned down. */
  waitingFor(plugins: Iterable<string>): ReadonlySet<QueuedPod> {
    const found = new Set<QueuedPod>();
    for (const plugin of plugins) for (const pod of this.#byPlugin.get(plugin) ?? []) found.add(pod);
    return found;
  }
}
