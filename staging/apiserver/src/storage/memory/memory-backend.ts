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
import { Observers } from '../observers.ts';
import { prefixEnd } from '../keys.ts';
import { compareKeys, SortedEntries } from '../sorted-entries.ts';
import { Leases } from './leases.ts';

const noValue = new Uint8Array(0);

/** What a store held at one moment. Values are shared, never changed: to start from one costs no copies of them. */
export interface MemorySnapshot {
  readonly revision: number;
  readonly kvs: readonly KeyValue[];
}

/** How to open a store in memory. */
export interface MemoryOptions {
  /** What it holds at first; the history before it is gone. */
  readonly from?: MemorySnapshot;
  readonly clock?: Clock;
}

/** Opens a store that lives as long as this process: for tests. The caller must dispose the result. */
export function openMemoryBackend(options: MemoryOptions = {}): MemoryBackend {
  return new MemoryBackend(options.from ?? { revision: 1, kvs: [] }, options.clock ?? realClock);
}

/** The contract of Backend on plain maps: nothing is written anywhere, so no write waits. */
export class MemoryBackend implements Backend {
  private readonly entries = new SortedEntries<KeyValue>();
  private readonly observers = new Observers();
  private readonly closing = new AbortController();
  private readonly leases: Leases;
  private history: BackendEvent[] = [];
  private revision: number;
  private compactRevision: number;

  constructor(from: MemorySnapshot, clock: Clock) {
    this.entries.reset(from.kvs);
    this.revision = from.revision;
    this.compactRevision = from.revision === 1 ? 0 : from.revision;
    this.leases = new Leases(clock, (key) => {
      const { modRevision = 0 } = this.entries.get(key) ?? {};
      if (modRevision > 0) this.applyDelete(key, modRevision);
    });
  }

  /** What the store holds now, for others to start from. Times to live are not part of it. */
  snapshot(): MemorySnapshot {
    return { revision: this.revision, kvs: [...this.entries.all()] };
  }

  get(key: string, options: { readonly revision?: number } = {}): Promise<RangeResult> {
    return answer(() => {
      const kv = this.entriesAt(options.revision).get(key);
      return {
        kvs: kv === undefined ? [] : [kv],
        revision: this.revision,
        more: false,
        count: kv === undefined ? 0 : 1,
      };
    });
  }

  list(
    prefix: string,
    options: { readonly startKey?: string; readonly limit?: number; readonly revision?: number } = {},
  ): Promise<RangeResult> {
    return answer(() => {
      const { startKey = prefix, limit = 0, revision } = options;
      const all = this.entriesAt(revision).range(startKey, prefixEnd(prefix));
      const more = limit > 0 && all.length > limit;
      return { kvs: more ? all.slice(0, limit) : all, revision: this.revision, more, count: all.length };
    });
  }

  count(prefix: string): Promise<number> {
    return answer(() => this.entries.range(prefix, prefixEnd(prefix)).length);
  }

  put(
    key: string,
    value: Uint8Array,
    expected: number,
    options: { readonly ttlSeconds?: number } = {},
  ): Promise<WriteResult> {
    return answer(() => {
      const previous = this.entries.get(key);
      const refused = this.refuse(previous, expected);
      if (refused !== undefined) return refused;
      const modRevision = ++this.revision;
      const kv = { key, value, createRevision: previous?.createRevision ?? modRevision, modRevision };
      this.entries.set(kv);
      this.leases.set(key, options.ttlSeconds ?? 0);
      this.record('put', kv, previous);
      return { succeeded: true, revision: modRevision };
    });
  }

  delete(key: string, expected: number): Promise<WriteResult> {
    return answer(() => this.applyDelete(key, expected));
  }

  observe(prefix: string, afterRevision: number, observer: BackendObserver): Disposable {
    this.checkOpen();
    observer.onProgress(this.historySince(prefix, afterRevision), this.revision);
    return this.observers.add(prefix, observer);
  }

  async *watch(
    prefix: string,
    options: { readonly afterRevision: number; readonly signal?: AbortSignal },
  ): AsyncGenerator<{ readonly events: readonly BackendEvent[]; readonly revision: number }> {
    const queue = new AsyncQueue<{ readonly events: readonly BackendEvent[]; readonly revision: number }>();
    const end = (): void => {
      queue.end();
    };
    const afterRevision = options.afterRevision === 0 ? this.revision : options.afterRevision;
    using _observation = this.observe(prefix, afterRevision, {
      onProgress: (events, revision) => {
        queue.push({ events, revision });
      },
    });
    using signals = new DisposableStack();
    for (const signal of [options.signal, this.closing.signal]) {
      signal?.addEventListener('abort', end, { once: true });
      signals.defer(() => signal?.removeEventListener('abort', end));
    }
    if (options.signal?.aborted === true) return;
    yield* queue;
  }

  requestProgress(): Promise<void> {
    return answer(() => {
      this.observers.publish([], this.revision);
    });
  }

  currentRevision(): Promise<number> {
    return answer(() => this.revision);
  }

  compact(revision: number): Promise<void> {
    return answer(() => {
      if (revision <= this.compactRevision) throw new CompactedError(this.compactRevision);
      if (revision > this.revision) throw new FutureRevisionError(this.revision);
      this.compactRevision = revision;
      this.history = this.history.filter(({ kv }) => kv.modRevision > revision);
    });
  }

  checkHealth(): Promise<void> {
    return answer(() => {
      this.checkOpen();
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.closing.abort(new Error('the store is closed'));
    await this.leases[Symbol.asyncDispose]();
  }

  private applyDelete(key: string, expected: number): WriteResult {
    const previous = this.entries.get(key);
    const refused = this.refuse(previous, expected);
    if (refused !== undefined || previous === undefined) {
      return refused ?? { succeeded: false, revision: this.revision, current: undefined };
    }
    const modRevision = ++this.revision;
    this.entries.delete(key);
    this.leases.set(key, 0);
    this.record('delete', { key, value: noValue, createRevision: 0, modRevision }, previous);
    return { succeeded: true, revision: modRevision };
  }

  /** The answer to a write whose condition does not hold. */
  private refuse(current: KeyValue | undefined, expected: number): WriteResult | undefined {
    this.checkOpen();
    return (current?.modRevision ?? 0) === expected
      ? undefined
      : { succeeded: false, revision: this.revision, current };
  }

  private record(type: 'put' | 'delete', kv: KeyValue, previous: KeyValue | undefined): void {
    const event: BackendEvent = previous === undefined ? { type, kv } : { type, kv, previous };
    this.history.push(event);
    this.observers.publish([event], kv.modRevision);
  }

  private historySince(prefix: string, afterRevision: number): readonly BackendEvent[] {
    if (afterRevision >= this.revision) return [];
    if (afterRevision < this.compactRevision) throw new CompactedError(this.compactRevision);
    return this.history.filter(({ kv }) => kv.modRevision > afterRevision && kv.key.startsWith(prefix));
  }

  /** The entries as they were at a revision: what is there now, with the later history taken back. */
  private entriesAt(at: number | undefined): Pick<SortedEntries<KeyValue>, 'get' | 'range'> {
    if (at === undefined || at === 0 || at === this.revision) return this.entries;
    if (at > this.revision) throw new FutureRevisionError(this.revision);
    if (at < this.compactRevision) throw new CompactedError(this.compactRevision);
    const past = new SortedEntries<KeyValue>();
    past.reset([...this.entries.all()].sort(compareKeys));
    for (const { kv, previous } of this.history.filter(({ kv }) => kv.modRevision > at).reverse()) {
      if (previous === undefined) past.delete(kv.key);
      else past.set(previous);
    }
    return past;
  }

  private checkOpen(): void {
    if (this.closing.signal.aborted) throw this.closing.signal.reason;
  }
}

/** What `read` gives or throws, as a promise. */
function answer<T>(read: () => T): Promise<T> {
  return new Promise((resolve) => {
    resolve(read());
  });
}
