import { closeSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { DatabaseSync } from 'node:sqlite';

import { type Clock, realClock } from '@kubescript/apimachinery';

import { AsyncQueue } from '../async-queue.ts';
import {
  type Backend,
  type BackendEvent,
  type BackendObserver,
  CompactedError,
  FutureRevisionError,
  type KeyValue,
  type RangeResult,
  type WriteResult,
} from '../backend.ts';
import { prefixEnd } from '../keys.ts';
import { type OpenDatabase, openDatabase } from './database.ts';
import { GroupCommit } from './group-commit.ts';
import { Observers } from '../observers.ts';
import { keyValueOf, prepareStatements, scalar, type Statements } from './statements.ts';

const NO_VALUE = new Uint8Array(0);
/** Revisions that one step of a compaction looks at, so that the event loop is never held for long. */
const COMPACTION_STEP = 2000;
const EXPIRY_PERIOD_MS = 1000;

/** How to open the embedded store. */
export interface EmbeddedOptions {
  /** Where its files are; made if missing. One process at a time may have it open. */
  readonly directory: string;
  readonly clock?: Clock;
  /** False: writes are acknowledged before they are on disk, and lost with the machine; for tests. */
  readonly durable?: boolean;
}

/**
 * Opens the embedded store. Throws StoreOpenError if the directory cannot be used, is in use by another process, or
 * holds a damaged store. The caller must dispose the result.
 */
export function openEmbeddedBackend(options: EmbeddedOptions): EmbeddedBackend {
  return new EmbeddedBackend(openDatabase(options.directory), options.clock ?? realClock, options.durable ?? true);
}

/** The store in this process: SQLite as a log of revisions, with group commit. See docs/adr/0001-embedded-store.md. */
export class EmbeddedBackend implements Backend {
  private readonly db: DatabaseSync;
  private readonly file: string;
  private readonly walFd: number;
  private readonly clock: Clock;
  private readonly sql: Statements;
  private readonly commit: GroupCommit;
  private readonly observers = new Observers();
  private readonly closing = new AbortController();
  private readonly expiry: Promise<void>;
  /** Of the last write, durable or not. */
  private revision: number;
  /** Of the last durable write: what everybody may know. */
  private published: number;
  private compactRevision: number;
  private committedRevision: number;
  private open: BackendEvent[] = [];
  private committed: BackendEvent[] = [];
  private progressWanted = false;

  constructor({ db, walFd, file }: OpenDatabase, clock: Clock, durable: boolean) {
    this.db = db;
    this.walFd = walFd;
    this.file = file;
    this.clock = clock;
    this.sql = prepareStatements(db);
    this.compactRevision = scalar(this.sql.compacted);
    this.revision = Math.max(1, this.compactRevision, scalar(this.sql.lastRevision));
    this.published = this.revision;
    this.committedRevision = this.revision;
    this.commit = new GroupCommit(db, durable ? walFd : undefined, {
      onCommit: () => {
        this.closeBatch();
      },
      onDurable: () => {
        this.publish();
      },
      onRollback: () => {
        this.undoBatch();
      },
    });
    this.expiry = this.expireLeases(this.closing.signal);
  }

  async get(key: string, options: { readonly revision?: number } = {}): Promise<RangeResult> {
    await this.commit.settled();
    const at = this.checkRevision(options.revision);
    const kv = at === undefined ? this.current(key) : this.valueAt(key, at);
    const kvs = kv === undefined ? [] : [kv];
    return { kvs, revision: this.published, more: false, count: kvs.length };
  }

  async list(
    prefix: string,
    options: { readonly startKey?: string; readonly limit?: number; readonly revision?: number } = {},
  ): Promise<RangeResult> {
    await this.commit.settled();
    const at = this.checkRevision(options.revision);
    const from = options.startKey ?? prefix;
    const to = prefixEnd(prefix);
    const limit = options.limit === undefined || options.limit === 0 ? -1 : options.limit + 1;
    const rows =
      at === undefined
        ? this.sql.list.all(from, to, limit)
        : this.sql.listAt.all({ ':from': from, ':to': to, ':at': at, ':limit': limit });
    const more = limit > 0 && rows.length === limit;
    const kvs = (more ? rows.slice(0, -1) : rows).map(keyValueOf);
    const count = more ? this.countRange(from, to, at) : kvs.length;
    return { kvs, revision: this.published, more, count };
  }

  async count(prefix: string): Promise<number> {
    await this.commit.settled();
    return this.countRange(prefix, prefixEnd(prefix), this.checkRevision(0));
  }

  put(
    key: string,
    value: Uint8Array,
    expected: number,
    options: { readonly ttlSeconds?: number } = {},
  ): Promise<WriteResult> {
    const ttl = options.ttlSeconds ?? 0;
    return this.commit.run(() => this.applyPut(key, value, expected, ttl > 0 ? this.clock.now() + ttl * 1000 : 0));
  }

  delete(key: string, expected: number): Promise<WriteResult> {
    return this.commit.run(() => this.applyDelete(key, expected));
  }

  observe(prefix: string, afterRevision: number, observer: BackendObserver): Disposable {
    observer.onProgress(this.historySince(prefix, afterRevision), this.published);
    return this.observers.add(prefix, observer);
  }

  async *watch(
    prefix: string,
    options: { readonly afterRevision: number; readonly signal?: AbortSignal },
  ): AsyncGenerator<{ readonly events: readonly BackendEvent[]; readonly revision: number }> {
    const { signal } = options;
    const queue = new AsyncQueue<{ readonly events: readonly BackendEvent[]; readonly revision: number }>();
    const afterRevision = options.afterRevision === 0 ? this.published : options.afterRevision;
    const end = (): void => {
      queue.end();
    };
    const wanted = { told: false };
    using _observation = this.observe(prefix, afterRevision, {
      onProgress: (events, revision) => {
        if (events.length > 0 || !wanted.told || this.progressWanted) queue.push({ events, revision });
        wanted.told = true;
      },
    });
    signal?.addEventListener('abort', end, { once: true });
    this.closing.signal.addEventListener('abort', end, { once: true });
    try {
      if (signal?.aborted === true) return;
      yield* queue;
    } finally {
      signal?.removeEventListener('abort', end);
      this.closing.signal.removeEventListener('abort', end);
    }
  }

  async requestProgress(): Promise<void> {
    await this.commit.settled();
    this.progressWanted = true;
    this.observers.publish([], this.published);
    this.progressWanted = false;
  }

  async currentRevision(): Promise<number> {
    await this.commit.settled();
    return this.published;
  }

  async compact(revision: number): Promise<void> {
    await this.commit.settled();
    if (revision <= this.compactRevision) throw new CompactedError(this.compactRevision);
    if (revision > this.published) throw new FutureRevisionError(this.published);
    const from = this.compactRevision;
    this.compactRevision = revision;
    await this.commit.run(() => this.sql.setCompacted.run(revision));
    for (let low = from; low < revision && !this.closing.signal.aborted; low += COMPACTION_STEP) {
      const high = Math.min(low + COMPACTION_STEP, revision);
      await this.commit.run(() => {
        this.sql.dropSuperseded.run(low, high);
        this.sql.dropDeletions.run(low, high);
      });
    }
  }

  /** The size of the database file and of its write-ahead log. */
  async size(): Promise<number> {
    const [main, log] = await Promise.all([stat(this.file), stat(`${this.file}-wal`)]);
    return main.size + log.size;
  }

  checkHealth(): Promise<void> {
    if (this.closing.signal.aborted) return Promise.reject(new Error('the store is closed'));
    return this.commit.broken === undefined ? Promise.resolve() : Promise.reject(this.commit.broken);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.closing.signal.aborted) return;
    this.closing.abort(new Error('the store is closed'));
    await this.expiry;
    while (this.commit.broken === undefined && this.commit.settled() !== undefined) await this.commit.settled();
    closeSync(this.walFd);
    this.db.close();
  }

  private applyPut(key: string, value: Uint8Array, expected: number, expires: number): WriteResult {
    const previous = this.current(key);
    if ((previous?.modRevision ?? 0) !== expected) {
      return { succeeded: false, revision: this.revision, current: previous };
    }
    const revision = this.revision + 1;
    const createRevision = previous?.createRevision ?? revision;
    this.sql.insertLog.run(revision, key, createRevision, expected, value);
    this.sql.upsertCurrent.run(key, revision, createRevision, expires);
    this.record('put', { key, value, createRevision, modRevision: revision }, previous);
    return { succeeded: true, revision };
  }

  private applyDelete(key: string, expected: number): WriteResult {
    const previous = this.current(key);
    if (previous?.modRevision !== expected) {
      return { succeeded: false, revision: this.revision, current: previous };
    }
    const revision = this.revision + 1;
    this.sql.insertLog.run(revision, key, previous.createRevision, expected, null);
    this.sql.deleteCurrent.run(key);
    this.record('delete', { key, value: NO_VALUE, createRevision: 0, modRevision: revision }, previous);
    return { succeeded: true, revision };
  }

  private record(type: 'put' | 'delete', kv: KeyValue, previous: KeyValue | undefined): void {
    this.revision = kv.modRevision;
    this.open.push(previous === undefined ? { type, kv } : { type, kv, previous });
  }

  /** The open batch is complete: what is written from now on belongs to the next one. */
  private closeBatch(): void {
    this.committed = this.open;
    this.committedRevision = this.revision;
    this.open = [];
  }

  /** A batch is durable: everything that was in it becomes known, before its writers are told. */
  private publish(): void {
    const events = this.committed;
    this.committed = [];
    this.published = events.at(-1)?.kv.modRevision ?? this.published;
    if (events.length > 0) this.observers.publish(events, this.published);
  }

  private undoBatch(): void {
    this.open = [];
    this.revision = this.committedRevision;
  }

  private current(key: string): KeyValue | undefined {
    const row = this.sql.currentOf.get(key);
    return row === undefined ? undefined : keyValueOf(row);
  }

  private valueAt(key: string, at: number): KeyValue | undefined {
    const rows = this.sql.listAt.all({ ':from': key, ':to': `${key}\0`, ':at': at, ':limit': 1 });
    return rows[0] === undefined ? undefined : keyValueOf(rows[0]);
  }

  private countRange(from: string, to: string, at: number | undefined): number {
    if (at === undefined) return scalar(this.sql.count, from, to);
    return Number(this.sql.countAt.get({ ':from': from, ':to': to, ':at': at })?.['n'] ?? 0);
  }

  /** At which revision to read; undefined if that is the current state. What is not durable yet is never read. */
  private checkRevision(revision: number | undefined): number | undefined {
    const at = revision === undefined || revision === 0 ? this.published : revision;
    if (at > this.published) throw new FutureRevisionError(this.published);
    if (at < this.compactRevision) throw new CompactedError(this.compactRevision);
    return at === this.revision ? undefined : at;
  }

  private historySince(prefix: string, afterRevision: number): readonly BackendEvent[] {
    if (afterRevision >= this.published) return [];
    if (afterRevision < this.compactRevision) throw new CompactedError(this.compactRevision);
    return this.sql.history.all(afterRevision, this.published, prefix, prefixEnd(prefix)).map(eventOf);
  }

  /** Deletes what has outlived its time to live, until the store closes. */
  private async expireLeases(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.clock.sleep(EXPIRY_PERIOD_MS, signal);
        const rows = this.sql.expired.all(this.clock.now());
        await Promise.all(rows.map((row) => this.delete(row['key'] as string, row['rev'] as number)));
      } catch {
        // The store is closing, or broken: then every request reports it.
        if (this.commit.broken !== undefined) return;
      }
    }
  }
}

function eventOf(row: Record<string, unknown>): BackendEvent {
  const deleted = row['value'] === null;
  const kv = keyValueOf(row);
  const oldRev = row['oldRev'];
  const previous =
    typeof oldRev === 'number'
      ? {
          key: kv.key,
          value: row['oldValue'] as Uint8Array,
          createRevision: row['oldCreateRevision'] as number,
          modRevision: oldRev,
        }
      : undefined;
  const event: BackendEvent = deleted
    ? { type: 'delete', kv: { ...kv, createRevision: 0, value: NO_VALUE } }
    : { type: 'put', kv };
  return previous === undefined ? event : { ...event, previous };
}
