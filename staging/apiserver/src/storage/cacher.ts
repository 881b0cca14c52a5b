import { type Clock, type KubeObject, realClock } from '@kubescript/apimachinery';

import type { RestWatchEvent } from '../registry/rest.ts';
import { type Backend, type BackendEvent, CompactedError, type KeyValue } from './backend.ts';
import { CacheEvent } from './cache-event.ts';
import { startFeed } from './cache-feed.ts';
import { CacheWatcher, type WatchScope } from './cache-watcher.ts';
import { FieldIndex } from './field-index.ts';
import { attributesFunc, type AttributesOf, type AttributesPredicate } from './object-attributes.ts';
import { type StorageCodec, storedItem } from './object-codec.ts';
import type { StorageMetrics } from './storage-metrics.ts';
import { newTooLargeResourceVersion, newTooOldResourceVersion } from './storage-errors.ts';
import { type CacheEntry, WatchCache } from './watch-cache.ts';
import { WatcherIndex } from './watcher-index.ts';

/** How long a read waits for a revision that the cache has not seen yet. */
const FRESHNESS_TIMEOUT_MS = 3000;
const PROGRESS_PERIOD_MS = 100;
const BOOKMARK_PERIOD_MS = 60_000;

/** What a cacher caches. */
export interface CacherOptions<T extends KubeObject> {
  readonly backend: Backend;
  /** With the slash at its end: `/registry/pods/`. */
  readonly prefix: string;
  readonly codec: StorageCodec<T>;
  /** What selectors see of an object; by default its labels, name and namespace. */
  readonly attributesOf?: AttributesOf;
  /** Field labels that the cache keeps an index of. */
  readonly indexedFields?: readonly string[];
  readonly clock?: Clock;
  readonly metrics?: StorageMetrics;
}

/** How a watch begins. */
export interface WatchStart {
  readonly scope: WatchScope;
  readonly matches: AttributesPredicate;
  readonly allowBookmarks: boolean;
  /** `state`: the current objects first; a number: the changes after it; `now`: only what comes. */
  readonly from: 'state' | 'now' | number;
  /** With `state`: a bookmark that says that the state has been told. */
  readonly markInitialEnd: boolean;
  readonly signal: AbortSignal;
}

/**
 * The watch cache of one resource: its objects decoded once, their encodings made once, and every watch served from one
 * feed. It starts when it is first needed, and is never behind an acknowledged write of this process.
 *
 * @go k8s.io/apiserver/pkg/storage/cacher#Cacher
 */
export class Cacher<T extends KubeObject> implements AsyncDisposable {
  readonly prefix: string;
  private readonly backend: Backend;
  private readonly codec: StorageCodec<T>;
  private readonly clock: Clock;
  private readonly metrics: StorageMetrics | undefined;
  private readonly attributesOf: AttributesOf;
  private readonly cache: WatchCache;
  private readonly watchers: WatcherIndex;
  private readonly stop = new AbortController();
  private readonly background: Promise<void>[] = [];
  private readonly waiting = new Set<{ readonly revision: number; resolve(): void }>();
  private starting: Promise<void> | undefined;
  private started = false;

  constructor(options: CacherOptions<T>) {
    this.prefix = options.prefix;
    this.backend = options.backend;
    this.codec = options.codec;
    this.clock = options.clock ?? realClock;
    this.metrics = options.metrics;
    this.attributesOf = options.attributesOf ?? attributesFunc();
    const fields = (options.indexedFields ?? []).map((name) => new FieldIndex(name));
    this.cache = new WatchCache(fields);
    this.watchers = new WatcherIndex(fields);
  }

  /** True once the first list is in the cache. */
  get isStarted(): boolean {
    return this.started;
  }

  /** Everything up to this revision of the store is in the cache. */
  get revision(): number {
    return this.cache.revision;
  }

  /** How many objects are in the cache. */
  get size(): number {
    return this.cache.size;
  }

  /** What the objects in the cache take in the store, in bytes. */
  get storedBytes(): number {
    return this.cache.storedBytes;
  }

  /** How many changes the cache remembers at most. */
  get capacity(): number {
    return this.cache.capacity;
  }

  /** The revision of the last change of this resource. */
  get changeRevision(): number {
    return this.cache.changeRevision;
  }

  /** Starts the cache if it is not yet started; rejects if the store cannot be read (the next call tries again). */
  start(): Promise<void> {
    this.starting ??= this.fill().catch((err: unknown) => {
      this.starting = undefined;
      throw err;
    });
    return this.starting;
  }

  /** Resolves when the cache has all that is durable in the store at the time of the call. */
  async waitUntilConsistent(): Promise<void> {
    await this.start();
    try {
      await this.waitFor(await this.backend.currentRevision());
      this.metrics?.onConsistentRead({ success: true, fallback: false });
    } catch (error) {
      this.metrics?.onConsistentRead({ success: false, fallback: false });
      throw error;
    }
  }

  /** Resolves when the cache has seen `revision`; rejects with 504 if that takes too long. */
  async waitFor(revision: number): Promise<void> {
    if (this.started && this.cache.revision >= revision) {
      if (revision > 0) this.metrics?.onReadWait(0);
      return;
    }
    await this.start();
    const begin = this.clock.now();
    try {
      await this.waitUntil(revision, begin + FRESHNESS_TIMEOUT_MS);
    } finally {
      if (revision > 0) this.metrics?.onReadWait((this.clock.now() - begin) / 1000);
    }
  }

  private async waitUntil(revision: number, deadline: number): Promise<void> {
    while (this.cache.revision < revision) {
      if (this.clock.now() >= deadline) throw newTooLargeResourceVersion(revision, this.cache.revision);
      await this.askForProgress();
      await this.nextProgress(revision);
    }
  }

  /** The object under a key as the cache knows it. */
  get(key: string): CacheEntry | undefined {
    return this.cache.get(key);
  }

  /** The objects under a prefix in key order. */
  list(prefix: string, startKey?: string): readonly CacheEntry[] {
    return this.cache.list(prefix, startKey);
  }

  /** Like `list`, only those whose indexed field has the value; undefined if the field has no index. */
  listByField(field: string, value: string, prefix: string, startKey?: string): readonly CacheEntry[] | undefined {
    return this.cache.listByField(field, value, prefix, startKey);
  }

  /** A stored value as an entry: the cached one if it is of that revision, so that its encodings are found again. */
  entryOf(kv: KeyValue): CacheEntry {
    const entry = this.started ? this.cache.get(kv.key) : undefined;
    return entry?.modRevision === kv.modRevision ? entry : this.newEntry(kv);
  }

  /**
   * Opens a watch. Throws 410 if `from` lies before what store and cache still know. The watch ends at the signal, when
   * the watcher is too slow, and when the cache has to start again; the watcher then goes on from what it saw last.
   */
  async watch(options: WatchStart): Promise<AsyncIterable<RestWatchEvent>> {
    await this.start();
    const past = typeof options.from === 'number' ? await this.changesSince(options.from, options.scope) : NO_PAST;
    // From here to the registration nothing waits, so no change is lost between the two.
    const initial = this.initialEvents(options, past);
    const watcher = new CacheWatcher({
      scope: options.scope,
      matches: options.matches,
      allowBookmarks: options.allowBookmarks,
      afterRevision: Math.max(past.until, this.cache.revision),
      initial,
      onTooSlow: () => this.metrics?.onWatcherTerminated(),
      onReturn: (ended) => {
        this.watchers.remove(ended);
        options.signal.removeEventListener('abort', end);
      },
    });
    const end = (): void => {
      watcher.queue.end();
    };
    options.signal.addEventListener('abort', end, { once: true });
    this.watchers.add(watcher);
    if (options.signal.aborted || this.stop.signal.aborted) end();
    return watcher.queue;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.stop.abort(new Error('the cache is closed'));
    for (const watcher of [...this.watchers.all()]) watcher.queue.end();
    await Promise.allSettled(this.background);
  }

  private async fill(): Promise<void> {
    const { signal } = this.stop;
    const feed = await startFeed(
      this.backend,
      this.prefix,
      {
        reset: (kvs, revision) => {
          this.reset(kvs, revision);
        },
        progress: (events, revision) => {
          this.progress(events, revision);
        },
        bookmark: () => this.metrics?.onBookmark(),
      },
      { signal, clock: this.clock },
    );
    this.background.push(feed.done, this.sendBookmarks(signal));
  }

  /** A new beginning: watchers cannot be told what happened between, so they have to come back. */
  private reset(kvs: readonly KeyValue[], revision: number): void {
    const entries = kvs.map((kv) => this.entryOf(kv));
    this.cache.reset(entries, revision);
    this.metrics?.onInitialized(entries.length);
    this.metrics?.onStorageList({ fetched: entries.length, evaluated: entries.length, returned: entries.length });
    if (this.started) for (const watcher of [...this.watchers.all()]) watcher.queue.end();
    this.started = true;
    this.wake();
  }

  private progress(events: readonly BackendEvent[], revision: number): void {
    for (const event of events) {
      const { key, modRevision } = event.kv;
      const entry = event.type === 'put' ? this.newEntry(event.kv) : undefined;
      this.metrics?.onEventReceived();
      this.watchers.deliver(this.cache.apply(key, modRevision, entry));
      this.metrics?.onEventDispatched();
    }
    this.cache.advance(revision);
    this.wake();
  }

  private newEntry(kv: KeyValue): CacheEntry {
    const item = storedItem(this.codec, kv);
    const attributes = this.attributesOf(item.object);
    return { key: kv.key, modRevision: kv.modRevision, size: kv.value.length, item, attributes };
  }

  private wake(): void {
    for (const waiter of this.waiting) if (waiter.revision <= this.cache.revision) waiter.resolve();
  }

  /** Resolves when `revision` has been seen, and after a while anyway. */
  private async nextProgress(revision: number): Promise<void> {
    if (this.cache.revision >= revision) return;
    const pause = new AbortController();
    let waiter: { readonly revision: number; resolve(): void } | undefined;
    const seen = new Promise<void>((resolve) => {
      waiter = { revision, resolve };
      this.waiting.add(waiter);
    });
    await Promise.race([seen, this.clock.sleep(PROGRESS_PERIOD_MS, pause.signal).catch(() => undefined)]);
    pause.abort();
    if (waiter !== undefined) this.waiting.delete(waiter);
  }

  /** Where the store's reports are not reliable, it is asked whether the cache lacks something. */
  private async askForProgress(): Promise<void> {
    const { backend, prefix } = this;
    if ((await backend.hasReliableProgress?.()) !== false || backend.unchangedSince === undefined) {
      await backend.requestProgress();
      return;
    }
    const reached = await backend.unchangedSince(prefix, { revision: this.cache.revision, count: this.cache.size });
    if (reached !== undefined) this.progress([], reached);
  }

  private initialEvents(options: WatchStart, past: Past): readonly RestWatchEvent[] {
    if (options.from === 'now') return [];
    if (typeof options.from === 'number') {
      const changes = [...past.changes, ...(this.cache.since(past.until) ?? [])];
      return changes
        .filter((event) => inScope(event, options.scope))
        .flatMap((event) => event.seenThrough(options.matches) ?? []);
    }
    const events: RestWatchEvent[] = this.stateOf(options.scope)
      .filter(({ attributes }) => options.matches(attributes))
      .map(({ item }) => ({ type: 'ADDED', item }));
    if (options.markInitialEnd) {
      events.push({ type: 'BOOKMARK', resourceVersion: String(this.cache.revision), initialEventsEnd: true });
    }
    return events;
  }

  private stateOf(scope: WatchScope): readonly CacheEntry[] {
    switch (scope.kind) {
      case 'key': {
        const entry = this.cache.get(scope.key);
        return entry === undefined ? [] : [entry];
      }
      case 'field':
        return this.cache.listByField(scope.field, scope.value, scope.prefix) ?? [];
      case 'prefix':
        return this.cache.list(scope.prefix);
    }
  }

  /** Changes between `from` and the beginning of the cache's own memory, read from the store's history. */
  private async changesSince(from: number, scope: WatchScope): Promise<Past> {
    if (this.cache.since(from) !== undefined) return { changes: [], until: from };
    // Without reliable progress nobody can tell where the history that was read ends.
    if ((await this.backend.hasReliableProgress?.()) === false) {
      throw newTooOldResourceVersion(from, this.cache.startRevision);
    }
    const prefix = scope.kind === 'key' ? scope.key : scope.prefix;
    const changes: CacheEvent[] = [];
    let until = from;
    try {
      for await (const item of this.backend.watch(prefix, { afterRevision: from, signal: this.stop.signal })) {
        for (const event of item.events) changes.push(this.pastChange(event));
        until = item.revision;
        if (this.cache.since(until) !== undefined) break;
        await this.backend.requestProgress();
      }
    } catch (err) {
      if (err instanceof CompactedError) throw newTooOldResourceVersion(from, err.compactRevision);
      throw err;
    }
    return { changes, until };
  }

  private pastChange(event: BackendEvent): CacheEvent {
    const { key, modRevision } = event.kv;
    return new CacheEvent(key, modRevision, {
      current: event.type === 'put' ? this.entryOf(event.kv) : undefined,
      previous: event.previous === undefined ? undefined : this.entryOf(event.previous),
    });
  }

  private async sendBookmarks(signal: AbortSignal): Promise<void> {
    for (;;) {
      await this.clock.sleep(BOOKMARK_PERIOD_MS, signal).catch(() => undefined);
      if (signal.aborted) return;
      await this.waitUntilConsistent().catch(() => undefined);
      for (const watcher of this.watchers.all()) watcher.bookmark(this.cache.revision);
    }
  }
}

/** Changes that were read from the history, which is complete up to and including `until`. */
interface Past {
  readonly changes: readonly CacheEvent[];
  readonly until: number;
}

const NO_PAST: Past = { changes: [], until: 0 };

function inScope(event: CacheEvent, scope: WatchScope): boolean {
  return scope.kind === 'key' ? event.key === scope.key : event.key.startsWith(scope.prefix);
}
