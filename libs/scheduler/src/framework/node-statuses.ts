import {
  type NodeInfo,
  type NodeStatuses,
  type PluginStatus,
  type Snapshot,
  unresolvable,
} from '@kubescript/kube-scheduler';

/** Why nodes were turned down, as the filters went along. */
export class NodeStatusMap implements NodeStatuses {
  readonly #statuses = new Map<string, PluginStatus>();
  absent: PluginStatus = unresolvable();

  get size(): number {
    return this.#statuses.size;
  }

  set(nodeName: string, status: PluginStatus): void {
    this.#statuses.set(nodeName, status);
  }

  get(nodeName: string): PluginStatus {
    return this.#statuses.get(nodeName) ?? this.absent;
  }

  entries(): Iterable<readonly [string, PluginStatus]> {
    return this.#statuses.entries();
  }

  nodesWithCode(code: PluginStatus['code'], snapshot: Snapshot): readonly NodeInfo[] {
    if (this.absent.code === code) return snapshot.nodes.filter(({ name }) => this.get(name).code === code);
    return [...this.#statuses]
      .filter(([, status]) => status.code === code)
      .map(([name]) => snapshot.get(name))
      .filter((info) => info !== undefined);
  }
}
