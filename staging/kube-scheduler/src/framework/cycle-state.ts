/** Names an entry of a CycleState and carries its type. Make one per plugin, at module level. */
export interface StateKey<T> {
  readonly name: string;
  /** How to copy the value for a what-if evaluation; values without it are shared by copies, so must not change. */
  readonly clone?: (value: T) => T;
  /** Never set: carries T for the compiler. */
  readonly valueType?: T;
}

/** Makes a key; two keys are the same entry only if they are the same object. */
export function stateKey<T>(name: string, clone?: (value: T) => T): StateKey<T> {
  return clone === undefined ? { name } : { name, clone };
}

/**
 * What plugins leave for their later extension points while one pod is being scheduled. One is made per attempt.
 * @go kube-scheduler/framework#CycleState
 */
export class CycleState {
  /** Filter plugins whose PreFilter answered Skip. */
  skipFilterPlugins: ReadonlySet<string> = new Set();
  /** Score plugins whose PreScore answered Skip. */
  skipScorePlugins: ReadonlySet<string> = new Set();
  readonly #entries = new Map<StateKey<unknown>, unknown>();

  /** The value written under the key, or undefined. */
  read<T>(key: StateKey<T>): T | undefined {
    return this.#entries.get(key as StateKey<unknown>) as T | undefined;
  }

  /** The value written under the key; throws where there is none, which is a fault of the plugin. */
  mustRead<T>(key: StateKey<T>): T {
    const value = this.read(key);
    if (value === undefined) throw new Error(`reading "${key.name}" from the cycle state: not found`);
    return value;
  }

  write<T>(key: StateKey<T>, value: T): void {
    this.#entries.set(key as StateKey<unknown>, value);
  }

  /** A copy that can be changed independently, as far as the keys know how to clone. */
  clone(): CycleState {
    const copy = new CycleState();
    copy.skipFilterPlugins = this.skipFilterPlugins;
    copy.skipScorePlugins = this.skipScorePlugins;
    for (const [key, value] of this.#entries)
      copy.#entries.set(key, key.clone === undefined ? value : key.clone(value));
    return copy;
  }
}
