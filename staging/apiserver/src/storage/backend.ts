/** What somebody knows of the keys under a prefix. */
export interface KnownKeys {
  readonly revision: number;
  readonly count: number;
}

/** A stored value and where it stands in the history of the store. */
export interface KeyValue {
  readonly key: string;
  readonly value: Uint8Array;
  /** Revision of the write that made this key. */
  readonly createRevision: number;
  /** Revision of the last write. */
  readonly modRevision: number;
  /** It would be stored in another form today (with another key, say). */
  readonly isStale?: boolean;
}

/** A change, in the order of revisions. */
export interface BackendEvent {
  readonly type: 'put' | 'delete';
  /** For a deletion, `modRevision` is the revision of the deletion and `value` is empty. */
  readonly kv: KeyValue;
  /** What was there before; absent where the key is new, and where the history needed was compacted. */
  readonly previous?: KeyValue;
}

/** A slice of the keys under a prefix, at one revision. */
export interface RangeResult {
  readonly kvs: readonly KeyValue[];
  /** Revision of the store at which this was read. */
  readonly revision: number;
  /** True if `limit` cut the result. */
  readonly more: boolean;
  /** Number of keys in the whole range, whatever the limit. */
  readonly count: number;
}

/** The outcome of a conditional write: `current` is what the condition met if it failed (undefined: no such key). */
export type WriteResult =
  | { readonly succeeded: true; readonly revision: number }
  | { readonly succeeded: false; readonly revision: number; readonly current: KeyValue | undefined };

/** Thrown when a revision is asked for that was compacted away. */
export class CompactedError extends Error {
  override readonly name = 'CompactedError';
  readonly compactRevision: number;

  constructor(compactRevision: number) {
    super(`required revision has been compacted (compact revision ${String(compactRevision)})`);
    this.compactRevision = compactRevision;
  }
}

/** Thrown when a revision is asked for that the store has not reached yet. */
export class FutureRevisionError extends Error {
  override readonly name = 'FutureRevisionError';
  readonly currentRevision: number;

  constructor(currentRevision: number) {
    super(`required revision is a future revision (current revision ${String(currentRevision)})`);
    this.currentRevision = currentRevision;
  }
}

/** What a store tells an observer, synchronously and in order: changes, and how far it has come. */
export interface BackendObserver {
  /** Everything up to `revision` has been told; `events` are the changes under the prefix, often none. */
  onProgress(events: readonly BackendEvent[], revision: number): void;
}

/**
 * A key-value store with the semantics of etcd v3, as far as Kubernetes needs them: one revision counter over the
 * whole store, history until compaction, conditional writes, watches from any kept revision, leases. Two drivers
 * (embedded, etcd) pass one contract suite. An acknowledged write survives `kill -9`.
 */
export interface Backend extends AsyncDisposable {
  get(key: string, options?: { readonly revision?: number; readonly signal?: AbortSignal }): Promise<RangeResult>;
  /** Keys that start with `prefix`, ascending by bytes, from `startKey` (inclusive) on. */
  list(
    prefix: string,
    options?: {
      readonly startKey?: string;
      readonly limit?: number;
      readonly revision?: number;
      readonly signal?: AbortSignal;
    },
  ): Promise<RangeResult>;
  count(prefix: string): Promise<number>;
  /**
   * Writes if the key's modRevision is `expected` (0: only if the key does not exist). `ttlSeconds` removes the key
   * after that time unless it is written again.
   */
  put(
    key: string,
    value: Uint8Array,
    expected: number,
    options?: { readonly ttlSeconds?: number },
  ): Promise<WriteResult>;
  /** Deletes if the key's modRevision is `expected`. */
  delete(key: string, expected: number): Promise<WriteResult>;
  /**
   * All changes under a prefix with a revision above `afterRevision` (0: from now on), without gaps. A `progress`
   * item says that everything up to `revision` has been delivered; one follows every `requestProgress()`. Throws
   * CompactedError if the start is compacted. `break` ends the watch.
   */
  watch(
    prefix: string,
    options: { readonly afterRevision: number; readonly signal?: AbortSignal },
  ): AsyncIterable<{ readonly events: readonly BackendEvent[]; readonly revision: number }>;
  /**
   * Only of a store in this process: like `watch`, but the observer is called before the write that it is told of is
   * acknowledged, so a cache fed by it is never behind its writers. Tells the history since `afterRevision` before it
   * returns; throws CompactedError like `watch`. Disposing the result ends it.
   */
  observe?(prefix: string, afterRevision: number, observer: BackendObserver): Disposable;
  /** Makes every open watch report its progress soon (an item with no events), if reports are reliable. */
  requestProgress(): Promise<void>;
  /**
   * False if a progress report may overtake the changes before it (old etcd); then watches report none. Absent: it
   * never does.
   */
  hasReliableProgress?(): Promise<boolean>;
  /**
   * Takes the place of progress reports where they are not reliable: if the keys under a prefix are those that somebody
   * knows (how many, as of which revision), the revision of the store up to which that holds; else undefined.
   */
  unchangedSince?(prefix: string, known: KnownKeys): Promise<number | undefined>;
  /** The revision of the last write that is durable. */
  currentRevision(): Promise<number>;
  /** Drops the history below `revision`; later reads and watches below it throw CompactedError. */
  compact(revision: number): Promise<void>;
  /** Whether it tells of values that they are stale; then a write of what is there already may be worth it. */
  readonly detectsStale?: boolean;
  /** What the store takes on disk, in bytes; absent where it is not on disk. */
  size?(signal?: AbortSignal): Promise<number>;
  /** Rejects if the store cannot serve. */
  checkHealth(signal?: AbortSignal): Promise<void>;
}
