import type { DeepReadonly, KubeObject } from '@kubescript/apimachinery';

import { jsonEqual } from '../registry/json-equal.ts';
import type { EncodedObject } from '../registry/rest.ts';
import type { Backend, KeyValue } from './backend.ts';
import type { Cacher } from './cacher.ts';
import type { EncodedItem } from './encoded-item.ts';
import { type StorageCodec, storedItem } from './object-codec.ts';

/** An object and the revision of its last write. */
export interface StoredObject<T extends KubeObject> {
  readonly item: EncodedItem<T>;
  readonly modRevision: number;
}

/** What to write. */
export interface NextState<T extends KubeObject> {
  readonly object: DeepReadonly<T>;
  readonly ttlSeconds?: number | undefined;
}

/**
 * Reads and conditional writes of the objects of one kind by key.
 *
 * @go k8s.io/apiserver/pkg/storage#Interface
 */
export class ObjectStorage<T extends KubeObject> {
  private readonly backend: Backend;
  private readonly codec: StorageCodec<T>;
  private readonly cacher: Cacher<T>;

  constructor(backend: Backend, codec: StorageCodec<T>, cacher: Cacher<T>) {
    this.backend = backend;
    this.codec = codec;
    this.cacher = cacher;
  }

  /** The object as the store has it now. */
  async read(key: string): Promise<StoredObject<T> | undefined> {
    if (this.backend.observe !== undefined && this.cacher.isStarted) {
      await this.backend.currentRevision();
      return this.cached(key);
    }
    const [kv] = (await this.backend.get(key)).kvs;
    return kv === undefined ? undefined : this.stored(kv);
  }

  /** The object as of `revision` or later; what the cache has is good enough. */
  async readNotOlderThan(key: string, revision: number): Promise<StoredObject<T> | undefined> {
    await this.cacher.waitFor(revision);
    return this.cached(key);
  }

  /** Writes a new object; undefined if the key is taken. */
  async create(key: string, next: NextState<T>): Promise<EncodedObject<T> | undefined> {
    const { result, value } = await this.put(key, next, 0);
    return result.succeeded ? this.written(key, value, result.revision) : undefined;
  }

  /**
   * Writes what `attempt` makes of the current state, again and again until nobody came between. A state that equals
   * the current one is not written. `attempt` first sees the cached state; what it throws counts only if that state
   * turns out to be current.
   *
   * @go k8s.io/apiserver/pkg/storage/etcd3#(*store).GuaranteedUpdate
   */
  async guaranteedUpdate(
    key: string,
    attempt: (current: StoredObject<T> | undefined) => Promise<NextState<T>>,
  ): Promise<EncodedObject<T>> {
    const cached = this.cacher.isStarted ? this.cached(key) : undefined;
    let isFresh = cached === undefined;
    let current = cached ?? (await this.read(key));
    for (;;) {
      const outcome = await settle(attempt(current));
      const isUnchanged =
        'next' in outcome && current !== undefined && sameState(outcome.next.object, current.item.object);
      if ('error' in outcome || isUnchanged) {
        if (!isFresh) {
          isFresh = true;
          const now = await this.read(key);
          if (now?.modRevision !== current?.modRevision) {
            current = now;
            continue;
          }
        }
        if ('error' in outcome) throw outcome.error;
        if (current !== undefined && !(await this.isStale(key, current))) return current.item;
      }
      if (!('next' in outcome)) continue;
      const { result, value } = await this.put(key, outcome.next, current?.modRevision ?? 0);
      if (result.succeeded) return this.written(key, value, result.revision);
      current = result.current === undefined ? undefined : this.stored(result.current);
      isFresh = true;
    }
  }

  /**
   * Deletes the object once `check` accepts its current state; returns its last state under the revision of the
   * deletion, or undefined if there is none.
   */
  async delete(
    key: string,
    check: (current: EncodedObject<T>) => Promise<void>,
  ): Promise<EncodedObject<T> | undefined> {
    let current = await this.read(key);
    while (current !== undefined) {
      await check(current.item);
      const result = await this.backend.delete(key, current.modRevision);
      if (result.succeeded) {
        return current.item.underVersion(String(result.revision));
      }
      current = result.current === undefined ? undefined : this.stored(result.current);
    }
    return undefined;
  }

  /** Whether the store holds this very state in an outdated form. */
  private async isStale(key: string, current: StoredObject<T>): Promise<boolean> {
    if (this.backend.detectsStale !== true) return false;
    const [kv] = (await this.backend.get(key)).kvs;
    return kv?.modRevision === current.modRevision && kv.isStale === true;
  }

  private async put(key: string, next: NextState<T>, expected: number): Promise<Put> {
    const options = next.ttlSeconds === undefined ? {} : { ttlSeconds: next.ttlSeconds };
    const value = this.codec.encode(next.object);
    return { value, result: await this.backend.put(key, value, expected, options) };
  }

  private cached(key: string): StoredObject<T> | undefined {
    return this.cacher.get(key) as StoredObject<T> | undefined;
  }

  private stored(kv: KeyValue): StoredObject<T> {
    return { item: this.cacher.entryOf(kv).item as unknown as EncodedItem<T>, modRevision: kv.modRevision };
  }

  /** The object just written: the cached one, if the cache has already been told of it. */
  private written(key: string, value: Uint8Array, revision: number): EncodedObject<T> {
    const cached = this.cacher.isStarted ? this.cached(key) : undefined;
    return cached?.modRevision === revision
      ? cached.item
      : storedItem(this.codec, { key, value, modRevision: revision });
  }
}

interface Put {
  readonly value: Uint8Array;
  readonly result: Awaited<ReturnType<Backend['put']>>;
}

async function settle<R>(promise: Promise<R>): Promise<{ readonly next: R } | { readonly error: unknown }> {
  try {
    return { next: await promise };
  } catch (error) {
    return { error };
  }
}

/** Equal but for the resourceVersion, which is not part of what is stored. */
function sameState(a: DeepReadonly<KubeObject>, b: DeepReadonly<KubeObject>): boolean {
  const { metadata: metaA, ...restA } = a;
  const { metadata: metaB, ...restB } = b;
  const { resourceVersion: _a, ...ownA } = metaA;
  const { resourceVersion: _b, ...ownB } = metaB;
  return jsonEqual(ownA, ownB) && jsonEqual(restA, restB);
}
