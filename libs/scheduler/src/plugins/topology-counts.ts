import type { NodeInfo } from '@kubescript/kube-scheduler';

/** How many of something there are per value of each topology key. */
export class TopologyCounts {
  readonly #counts = new Map<string, Map<string, number>>();

  get isEmpty(): boolean {
    return this.#counts.size === 0;
  }

  /** Adds to the topology that a node is in; a node without the label is in none. */
  add(key: string, node: NodeInfo, amount: number): void {
    const value = labelOf(node, key);
    if (value === undefined || amount === 0) return;
    const values = this.#counts.get(key) ?? new Map<string, number>();
    const sum = (values.get(value) ?? 0) + amount;
    if (sum === 0) values.delete(value);
    else values.set(value, sum);
    if (values.size === 0) this.#counts.delete(key);
    else this.#counts.set(key, values);
  }

  /** The count of the topology that a node is in. */
  at(key: string, node: NodeInfo): number {
    const value = labelOf(node, key);
    return value === undefined ? 0 : (this.#counts.get(key)?.get(value) ?? 0);
  }

  /** The sum over all keys of the counts of the topologies that a node is in. */
  sumAt(node: NodeInfo): number {
    let sum = 0;
    for (const key of this.#counts.keys()) sum += this.at(key, node);
    return sum;
  }

  /** Whether any key has a positive count in the topology that a node is in. */
  hasAnyAt(node: NodeInfo): boolean {
    for (const key of this.#counts.keys()) if (this.at(key, node) > 0) return true;
    return false;
  }

  clone(): TopologyCounts {
    const copy = new TopologyCounts();
    for (const [key, values] of this.#counts) copy.#counts.set(key, new Map(values));
    return copy;
  }
}

/** The value of a node's label. */
export function labelOf({ node }: NodeInfo, key: string): string | undefined {
  return node?.metadata.labels?.[key];
}
