/** Entries in the order of their keys, found by key in constant time. */
export class SortedEntries<E extends { readonly key: string }> {
  private readonly byKey = new Map<string, E>();
  private sorted: E[] = [];
  private dirty = false;

  get size(): number {
    return this.byKey.size;
  }

  get(key: string): E | undefined {
    return this.byKey.get(key);
  }

  /** Adds or replaces; returns what was there. */
  set(entry: E): E | undefined {
    const old = this.byKey.get(entry.key);
    this.byKey.set(entry.key, entry);
    if (this.dirty) return old;
    const at = this.lowerBound(entry.key);
    if (old === undefined) this.sorted.splice(at, 0, entry);
    else this.sorted[at] = entry;
    return old;
  }

  /** Removes; returns what was there. */
  delete(key: string): E | undefined {
    const old = this.byKey.get(key);
    if (old === undefined) return undefined;
    this.byKey.delete(key);
    if (!this.dirty) this.sorted.splice(this.lowerBound(key), 1);
    return old;
  }

  /** Replaces everything. */
  reset(entries: Iterable<E>): void {
    this.byKey.clear();
    for (const entry of entries) this.byKey.set(entry.key, entry);
    this.dirty = true;
  }

  /** The entries from `from` (inclusive) to `to` (exclusive), ascending. */
  range(from: string, to: string): readonly E[] {
    this.sort();
    const low = this.lowerBound(from);
    return this.sorted.slice(low, this.lowerBound(to, low));
  }

  all(): Iterable<E> {
    return this.byKey.values();
  }

  private sort(): void {
    if (!this.dirty) return;
    this.sorted = [...this.byKey.values()].sort(compareKeys);
    this.dirty = false;
  }

  private lowerBound(key: string, from = 0): number {
    let low = from;
    let high = this.sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const entry = this.sorted[middle];
      if (entry !== undefined && entry.key < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Orders by key, as the store does. */
export function compareKeys(a: { readonly key: string }, b: { readonly key: string }): number {
  if (a.key === b.key) return 0;
  return a.key < b.key ? -1 : 1;
}
