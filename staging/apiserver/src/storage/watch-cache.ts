import { CacheEvent } from './cache-event.ts';
import type { EncodedItem } from './encoded-item.ts';
import { EventRing } from './event-ring.ts';
import type { FieldIndex } from './field-index.ts';
import { prefixEnd } from './keys.ts';
import type { ObjectAttributes } from './object-attributes.ts';
import { compareKeys, SortedEntries } from './sorted-entries.ts';

/** An object in the cache. */
export interface CacheEntry {
  readonly key: string;
  readonly modRevision: number;
  /** Of the stored value, in bytes. */
  readonly size: number;
  readonly item: EncodedItem;
  readonly attributes: ObjectAttributes;
}

const RING_CAPACITY = 5000;

/** The state of one resource as of `revision`, and its latest changes. Nothing here waits. */
export class WatchCache {
  private readonly entries = new SortedEntries<CacheEntry>();
  private readonly fields: readonly FieldIndex[];
  private ring = new EventRing(RING_CAPACITY, 0);
  private current = 0;
  private changed = 0;
  private bytes = 0;

  constructor(fields: readonly FieldIndex[]) {
    this.fields = fields;
  }

  /** Everything up to this revision of the store is in here. */
  get revision(): number {
    return this.current;
  }

  /** Changes above this revision are remembered. */
  get startRevision(): number {
    return this.ring.startRevision;
  }

  /** How many objects there are. */
  get size(): number {
    return this.entries.size;
  }

  /** What the objects take in the store, in bytes. */
  get storedBytes(): number {
    return this.bytes;
  }

  /** How many changes are remembered at most. */
  get capacity(): number {
    return RING_CAPACITY;
  }

  /** The revision of the last change of this resource. */
  get changeRevision(): number {
    return this.changed;
  }

  /** Replaces everything by a fresh list. */
  reset(entries: readonly CacheEntry[], revision: number): void {
    this.entries.reset(entries);
    this.bytes = entries.reduce((total, { size }) => total + size, 0);
    for (const field of this.fields) {
      field.clear();
      for (const entry of entries) field.replace(undefined, entry);
    }
    this.ring = new EventRing(RING_CAPACITY, revision);
    this.current = revision;
    this.changed = revision;
  }

  /** Applies one change (entry undefined: a deletion) and returns it as watchers see it. */
  apply(key: string, revision: number, entry: CacheEntry | undefined): CacheEvent {
    const old = entry === undefined ? this.entries.delete(key) : this.entries.set(entry);
    this.bytes += (entry?.size ?? 0) - (old?.size ?? 0);
    for (const field of this.fields) field.replace(old, entry);
    const event = new CacheEvent(key, revision, { current: entry, previous: old });
    this.ring.push(event);
    this.changed = revision;
    this.advance(revision);
    return event;
  }

  /** The store has come this far without another change here. */
  advance(revision: number): void {
    if (revision > this.current) this.current = revision;
  }

  get(key: string): CacheEntry | undefined {
    return this.entries.get(key);
  }

  /** The entries under a prefix in key order, from `startKey` on. */
  list(prefix: string, startKey = prefix): readonly CacheEntry[] {
    return this.entries.range(startKey, prefixEnd(prefix));
  }

  /** The entries under a prefix whose indexed field has this value, in key order; undefined if there is no index. */
  listByField(field: string, value: string, prefix: string, startKey = prefix): readonly CacheEntry[] | undefined {
    const index = this.fields.find(({ name }) => name === field);
    if (index === undefined) return undefined;
    const found: CacheEntry[] = [];
    for (const entry of index.entriesOf(value)) {
      if (entry.key.startsWith(prefix) && entry.key >= startKey) found.push(entry);
    }
    return found.sort(compareKeys);
  }

  /** The changes above `revision`; undefined if the cache does not reach back so far. */
  since(revision: number): readonly CacheEvent[] | undefined {
    return this.ring.since(revision);
  }
}
