import type { Backend, BackendEvent, KeyValue, RangeResult, WriteResult } from '@kubescript/apiserver';

/** Brings stored values into another form and back. */
export interface ValueConverter {
  /** The values in the form in which they are worked on. */
  toServed(values: readonly Uint8Array[]): Promise<readonly Uint8Array[]>;
  /** The value in the form in which it is stored. */
  toStored(value: Uint8Array): Promise<Uint8Array>;
}

/**
 * A store of which every value is seen in another form than it is kept in. Getting there takes time, so it tells of
 * changes by `watch` alone: whoever caches it catches up like with a store of another process.
 */
export class ConvertingBackend implements Backend {
  readonly #inner: Backend;
  readonly #converter: ValueConverter;

  constructor(inner: Backend, converter: ValueConverter) {
    this.#inner = inner;
    this.#converter = converter;
  }

  async get(...args: Parameters<Backend['get']>): Promise<RangeResult> {
    return this.#convertRange(await this.#inner.get(...args));
  }

  async list(...args: Parameters<Backend['list']>): Promise<RangeResult> {
    return this.#convertRange(await this.#inner.list(...args));
  }

  count(prefix: string): Promise<number> {
    return this.#inner.count(prefix);
  }

  async put(
    key: string,
    value: Uint8Array,
    expected: number,
    options?: { readonly ttlSeconds?: number },
  ): Promise<WriteResult> {
    const stored = await this.#converter.toStored(value);
    return this.#convertResult(await this.#inner.put(key, stored, expected, options));
  }

  async delete(key: string, expected: number): Promise<WriteResult> {
    return this.#convertResult(await this.#inner.delete(key, expected));
  }

  async *watch(...args: Parameters<Backend['watch']>): ReturnType<Backend['watch']> {
    for await (const { events, revision } of this.#inner.watch(...args)) {
      yield { events: await this.#convertEvents(events), revision };
    }
  }

  requestProgress(): Promise<void> {
    return this.#inner.requestProgress();
  }

  async hasReliableProgress(): Promise<boolean> {
    return (await this.#inner.hasReliableProgress?.()) ?? true;
  }

  currentRevision(): Promise<number> {
    return this.#inner.currentRevision();
  }

  compact(revision: number): Promise<void> {
    return this.#inner.compact(revision);
  }

  checkHealth(signal?: AbortSignal): Promise<void> {
    return this.#inner.checkHealth(signal);
  }

  /** The store itself is somebody else's to close. */
  [Symbol.asyncDispose](): Promise<void> {
    return Promise.resolve();
  }

  async #convertRange(range: RangeResult): Promise<RangeResult> {
    return { ...range, kvs: await this.#convertAll(range.kvs) };
  }

  async #convertResult(result: WriteResult): Promise<WriteResult> {
    if (result.succeeded || result.current === undefined) return result;
    const [current] = await this.#convertAll([result.current]);
    return { ...result, current };
  }

  async #convertEvents(events: readonly BackendEvent[]): Promise<BackendEvent[]> {
    const states = events.flatMap(({ type, kv, previous }) => [
      ...(type === 'put' ? [kv] : []),
      ...(previous === undefined ? [] : [previous]),
    ]);
    const converted = (await this.#convertAll(states)).values();
    const next = (): KeyValue => converted.next().value as KeyValue;
    return events.map((event) => {
      const kv = event.type === 'put' ? next() : event.kv;
      return event.previous === undefined ? { ...event, kv } : { ...event, kv, previous: next() };
    });
  }

  async #convertAll(kvs: readonly KeyValue[]): Promise<KeyValue[]> {
    if (kvs.length === 0) return [];
    const values = await this.#converter.toServed(kvs.map(({ value }) => value));
    return kvs.map((kv, index) => ({ ...kv, value: values[index] ?? kv.value }));
  }
}
