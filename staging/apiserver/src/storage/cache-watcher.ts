import type { RestWatchEvent } from '../registry/rest.ts';
import { AsyncQueue } from './async-queue.ts';
import type { CacheEvent } from './cache-event.ts';
import type { AttributesPredicate } from './object-attributes.ts';

/** Changes that a watcher may be behind before it is dropped; it then starts again from what it saw last. */
export const WATCHER_CAPACITY = 4096;

const tooSlow = new Error('the watcher does not keep up with the changes');

/** Where the changes that concern a watcher are found: one key, one value of an indexed field, or a key prefix. */
export type WatchScope =
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'field'; readonly field: string; readonly value: string; readonly prefix: string }
  | { readonly kind: 'prefix'; readonly prefix: string };

/** One open watch on the cache. */
export class CacheWatcher {
  readonly scope: WatchScope;
  readonly allowBookmarks: boolean;
  readonly queue: AsyncQueue<RestWatchEvent>;
  private readonly matches: AttributesPredicate;
  /** Changes up to here are not told (they were told as initial state). */
  private readonly afterRevision: number;
  private readonly onTooSlow: (() => void) | undefined;
  private isDropped = false;

  constructor(options: {
    readonly scope: WatchScope;
    readonly matches: AttributesPredicate;
    readonly afterRevision: number;
    readonly allowBookmarks: boolean;
    /** Told before everything else. */
    readonly initial: readonly RestWatchEvent[];
    readonly onReturn: (watcher: CacheWatcher) => void;
    /** Told when the watcher is dropped because its buffer is full. */
    readonly onTooSlow?: () => void;
  }) {
    this.scope = options.scope;
    this.matches = options.matches;
    this.afterRevision = options.afterRevision;
    this.allowBookmarks = options.allowBookmarks;
    this.onTooSlow = options.onTooSlow;
    this.queue = new AsyncQueue({
      initial: options.initial,
      capacity: WATCHER_CAPACITY,
      onReturn: () => {
        options.onReturn(this);
      },
    });
  }

  /** Tells the watcher of a change if it concerns it; a watcher whose buffer is full is dropped. */
  deliver(event: CacheEvent): void {
    if (event.revision <= this.afterRevision) return;
    if (this.scope.kind === 'key' ? event.key !== this.scope.key : !event.key.startsWith(this.scope.prefix)) return;
    const seen = event.seenThrough(this.matches);
    if (seen === undefined || this.queue.push(seen)) return;
    this.queue.overflow(tooSlow);
    if (!this.isDropped) this.onTooSlow?.();
    this.isDropped = true;
  }

  /** Tells how far the watch has come, unless the watcher did not ask for it or is behind. */
  bookmark(revision: number): void {
    if (!this.allowBookmarks || this.queue.size > 0) return;
    this.queue.push({ type: 'BOOKMARK', resourceVersion: String(revision), initialEventsEnd: false });
  }
}
