import type { Backend, BackendEvent, BackendObserver, KeyValue, RangeResult, WriteResult } from '../backend.ts';
import type { Transformed, ValueTransformer } from './transformer.ts';

/** Told how transformations went, for metrics. */
export interface TransformationObserver {
  onTransformed(type: 'from_storage' | 'to_storage', failed: boolean, milliseconds: number): void;
}

/**
 * The values of one resource, encrypted in the store behind it. What this process wrote is known by the bytes that it
 * wrote, so nobody decrypts it again.
 *
 * @go k8s.io/apiserver/pkg/storage/etcd3#store
 */
export class EncryptedBackend implements Backend {
  readonly detectsStale = true;
  readonly observe?: NonNullable<Backend['observe']>;
  readonly hasReliableProgress?: () => Promise<boolean>;
  readonly unchangedSince?: NonNullable<Backend['unchangedSince']>;
  readonly #store: Backend;
  readonly #transformer: () => ValueTransformer;
  readonly #observer: TransformationObserver;
  readonly #written = new WeakMap<Uint8Array, { readonly data: Uint8Array; readonly by: ValueTransformer }>();

  constructor(store: Backend, transformer: () => ValueTransformer, observer: TransformationObserver) {
    this.#store = store;
    this.#transformer = transformer;
    this.#observer = observer;
    if (store.hasReliableProgress)
      this.hasReliableProgress = () => store.hasReliableProgress?.() ?? Promise.resolve(true);
    if (store.unchangedSince) this.unchangedSince = store.unchangedSince.bind(store);
    if (store.observe) {
      this.observe = (prefix, afterRevision, observer) =>
        (store.observe as NonNullable<Backend['observe']>)(prefix, afterRevision, this.#decrypting(observer));
    }
  }

  async get(key: string, options?: Parameters<Backend['get']>[1]): Promise<RangeResult> {
    return this.#decryptRange(await this.#store.get(key, options));
  }

  async list(prefix: string, options?: Parameters<Backend['list']>[1]): Promise<RangeResult> {
    return this.#decryptRange(await this.#store.list(prefix, options));
  }

  count(prefix: string): Promise<number> {
    return this.#store.count(prefix);
  }

  async put(
    key: string,
    value: Uint8Array,
    expected: number,
    options?: { readonly ttlSeconds?: number },
  ): Promise<WriteResult> {
    const transformer = this.#transformer();
    const stored = await this.#observed('to_storage', () => transformer.toStorage(value, key));
    this.#written.set(stored, { data: value, by: transformer });
    return this.#decryptResult(await this.#store.put(key, stored, expected, options));
  }

  async delete(key: string, expected: number): Promise<WriteResult> {
    return this.#decryptResult(await this.#store.delete(key, expected));
  }

  async *watch(
    prefix: string,
    options: Parameters<Backend['watch']>[1],
  ): AsyncGenerator<{ readonly events: readonly BackendEvent[]; readonly revision: number }> {
    for await (const { events, revision } of this.#store.watch(prefix, options)) {
      const decrypted: BackendEvent[] = [];
      for (const event of events) decrypted.push(await this.#decryptEvent(event));
      yield { events: decrypted, revision };
    }
  }

  requestProgress(): Promise<void> {
    return this.#store.requestProgress();
  }

  currentRevision(): Promise<number> {
    return this.#store.currentRevision();
  }

  compact(revision: number): Promise<void> {
    return this.#store.compact(revision);
  }

  checkHealth(signal?: AbortSignal): Promise<void> {
    return this.#store.checkHealth(signal);
  }

  /** The store behind it belongs to others. */
  [Symbol.asyncDispose](): Promise<void> {
    return Promise.resolve();
  }

  #decrypting(observer: BackendObserver): BackendObserver {
    return {
      onProgress: (events, revision) => {
        observer.onProgress(
          events.map((event) => this.#decryptEventNow(event)),
          revision,
        );
      },
    };
  }

  async #decryptRange(range: RangeResult): Promise<RangeResult> {
    const kvs: KeyValue[] = [];
    for (const kv of range.kvs) {
      const decrypted = this.#decrypt(kv);
      kvs.push(decrypted instanceof Promise ? await decrypted : decrypted);
    }
    return { ...range, kvs };
  }

  async #decryptResult(result: WriteResult): Promise<WriteResult> {
    if (result.succeeded || result.current === undefined) return result;
    return { ...result, current: await this.#decrypt(result.current) };
  }

  async #decryptEvent(event: BackendEvent): Promise<BackendEvent> {
    const previous = event.previous && (await this.#decrypt(event.previous));
    const kv = event.type === 'put' ? await this.#decrypt(event.kv) : event.kv;
    return previous ? { ...event, kv, previous } : { ...event, kv };
  }

  /** What a store in this process tells was written by this process, so its keys are at hand. */
  #decryptEventNow(event: BackendEvent): BackendEvent {
    const now = (kv: KeyValue): KeyValue => {
      const decrypted = this.#decrypt(kv);
      if (!(decrypted instanceof Promise)) return decrypted;
      decrypted.catch(() => undefined);
      throw new Error(`the key of ${kv.key} is not at hand`);
    };
    const kv = event.type === 'put' ? now(event.kv) : event.kv;
    return event.previous ? { ...event, kv, previous: now(event.previous) } : { ...event, kv };
  }

  #decrypt(kv: KeyValue): KeyValue | Promise<KeyValue> {
    const transformer = this.#transformer();
    const written = this.#written.get(kv.value);
    if (written) return { ...kv, value: written.data, isStale: written.by !== transformer };
    const result = this.#observed('from_storage', () => readValue(transformer, kv));
    return result instanceof Promise ? result.then((done) => decrypted(kv, done)) : decrypted(kv, result);
  }

  #observed<T>(type: 'from_storage' | 'to_storage', run: () => T | Promise<T>): T | Promise<T> {
    const start = performance.now();
    const end = (failed: boolean): void => {
      this.#observer.onTransformed(type, failed, performance.now() - start);
    };
    let result: T | Promise<T>;
    try {
      result = run();
    } catch (error) {
      end(true);
      throw error;
    }
    if (!(result instanceof Promise)) {
      end(false);
      return result;
    }
    return result.finally(() => {
      end(false);
    });
  }
}

function readValue(transformer: ValueTransformer, kv: KeyValue): Transformed | Promise<Transformed> {
  const fail = (error: unknown): never => {
    throw new Error(`unable to transform key "${kv.key}": ${(error as Error).message}`, { cause: error });
  };
  try {
    const result = transformer.fromStorage(kv.value, kv.key);
    return result instanceof Promise ? result.catch(fail) : result;
  } catch (error) {
    return fail(error);
  }
}

const decrypted = (kv: KeyValue, { data, isStale }: Transformed): KeyValue => ({ ...kv, value: data, isStale });
