/** One state of an object, as clients saw it. The value of each write is unique in a run. */
export interface Version {
  readonly rv: number;
  readonly uid: string;
  readonly value: string;
}

/** What a client asked for. `expected` is the resourceVersion that it made a condition. */
export type Call =
  | { readonly kind: 'create'; readonly value: string }
  | { readonly kind: 'update'; readonly value: string; readonly expected?: number }
  | { readonly kind: 'delete'; readonly expected?: number }
  | { readonly kind: 'get' };

/** What a client was told; `unknown` if the answer never came. */
export type Outcome =
  | { readonly kind: 'ok'; readonly version: Version }
  | { readonly kind: 'deleted'; readonly uid: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'exists' }
  | { readonly kind: 'conflict' }
  | { readonly kind: 'unknown' };

/** A request about one object. An unknown outcome is completed when nobody can carry it out any more. */
export interface Operation {
  readonly client: string;
  readonly key: string;
  readonly call: Call;
  readonly outcome: Outcome;
  readonly invoked: number;
  readonly completed: number;
}

/** An answered list. */
export interface Listing {
  readonly client: string;
  readonly invoked: number;
  readonly completed: number;
  readonly rv: number;
  /** It asked for the newest state; false if it took any (`resourceVersion=0`). */
  readonly consistent: boolean;
  readonly items: ReadonlyMap<string, Version>;
}

/** An event of a watch; `version` of a deletion has the revision of the deletion. */
export interface WatchedEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly key: string;
  readonly version: Version;
  readonly at: number;
}

/** One watch from its start to its end. */
export interface WatchStream {
  readonly client: string;
  readonly from: number;
  /** What was there at `from`. */
  readonly initial: ReadonlyMap<string, Version>;
  readonly events: readonly WatchedEvent[];
  /** The revision up to which it told everything: that of its last event or bookmark. */
  readonly until: number;
}

/** A write that happened, by what anybody saw of it. */
export interface Change {
  readonly rv: number;
  readonly key: string;
  readonly uid: string;
  /** Undefined for a deletion. */
  readonly value: string | undefined;
}

/** What clients did and saw between two moments at which nothing was under way. */
export interface History {
  readonly start: ReadonlyMap<string, Version>;
  /** The newest revision that was known at the start. */
  readonly startRv: number;
  /** Changes from before the start, which watches that began there must tell. */
  readonly earlier: readonly Change[];
  readonly operations: readonly Operation[];
  readonly lists: readonly Listing[];
  readonly watches: readonly WatchStream[];
  readonly end: ReadonlyMap<string, Version>;
}
