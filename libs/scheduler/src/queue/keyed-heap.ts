/** A binary heap whose items can be found, replaced and removed by key, all in O(log n). */
export class KeyedHeap<T> {
  readonly #items: T[] = [];
  readonly #positions = new Map<string, number>();
  readonly #keyOf: (item: T) => string;
  readonly #less: (a: T, b: T) => boolean;

  constructor(keyOf: (item: T) => string, less: (a: T, b: T) => boolean) {
    this.#keyOf = keyOf;
    this.#less = less;
  }

  get length(): number {
    return this.#items.length;
  }

  has(key: string): boolean {
    return this.#positions.has(key);
  }

  get(key: string): T | undefined {
    const position = this.#positions.get(key);
    return position === undefined ? undefined : this.#items[position];
  }

  /** The item that is before all others, or undefined. */
  peek(): T | undefined {
    return this.#items[0];
  }

  /** Adds an item, or replaces the one with the same key. */
  put(item: T): void {
    const position = this.#positions.get(this.#keyOf(item)) ?? this.#items.length;
    this.#place(item, position);
    this.#down(this.#up(position));
  }

  pop(): T | undefined {
    const first = this.#items[0];
    if (first !== undefined) this.delete(this.#keyOf(first));
    return first;
  }

  /** Removes and returns the item of that key, or undefined. */
  delete(key: string): T | undefined {
    const position = this.#positions.get(key);
    if (position === undefined) return undefined;
    const item = this.#items[position];
    const last = this.#items.pop();
    this.#positions.delete(key);
    if (last !== undefined && position < this.#items.length) {
      this.#place(last, position);
      this.#down(this.#up(position));
    }
    return item;
  }

  /** All items, in no order. */
  values(): Iterable<T> {
    return this.#items.values();
  }

  #place(item: T, position: number): void {
    this.#items[position] = item;
    this.#positions.set(this.#keyOf(item), position);
  }

  #isBefore(a: number, b: number): boolean {
    const [x, y] = [this.#items[a], this.#items[b]];
    return x !== undefined && y !== undefined && this.#less(x, y);
  }

  #swap(a: number, b: number): void {
    const [x, y] = [this.#items[a], this.#items[b]];
    if (x === undefined || y === undefined) return;
    this.#place(x, b);
    this.#place(y, a);
  }

  #up(position: number): number {
    let at = position;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#isBefore(at, parent)) break;
      this.#swap(at, parent);
      at = parent;
    }
    return at;
  }

  #down(position: number): void {
    let at = position;
    for (;;) {
      const left = 2 * at + 1;
      if (left >= this.#items.length) return;
      const child = left + 1 < this.#items.length && this.#isBefore(left + 1, left) ? left + 1 : left;
      if (!this.#isBefore(child, at)) return;
      this.#swap(child, at);
      at = child;
    }
  }
}
