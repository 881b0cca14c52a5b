import { type Clock, type DeepReadonly, keyOf, type KubeObject, uidOf } from '@kubescript/apimachinery';

import type { ListOptions, ResourceClient } from '../typed/resource.ts';
import type { EventHandler, Indexer, Lister, SharedInformer } from './informer.ts';
import { ObjectStore } from './object-store.ts';
import { Reflector, type ReflectorSink } from './reflector.ts';

/** How an informer is made. */
export interface InformerOptions<T extends KubeObject> {
  readonly client: ResourceClient<T>;
  readonly selectors?: Pick<ListOptions, 'labelSelector' | 'fieldSelector'>;
  readonly clock?: Clock;
  /** Told of failures of the list and watch, and of handlers that threw. */
  readonly onError?: (err: unknown) => void;
  /** Reduces an object before it is cached. */
  readonly transform?: (object: DeepReadonly<T>) => DeepReadonly<T>;
}

/** An informer of one resource. Handlers are called one after the other, in the turn in which the event came. */
export function newSharedInformer<T extends KubeObject>(options: InformerOptions<T>): SharedInformer<T> {
  return new Informer(options);
}

class Informer<T extends KubeObject> implements SharedInformer<T>, ReflectorSink<T> {
  readonly #store = new ObjectStore<T>();
  readonly #handlers = new Set<EventHandler<T>>();
  readonly #waiting: (() => void)[] = [];
  readonly #options: InformerOptions<T>;
  #synced = false;

  constructor(options: InformerOptions<T>) {
    this.#options = options;
  }

  get lister(): Lister<T> {
    return this.#store;
  }

  addEventHandler(handler: EventHandler<T>): () => void {
    for (const object of this.#store.list()) {
      this.#guard(() => handler.onAdd?.(object, true));
    }
    this.#handlers.add(handler);
    return () => {
      this.#handlers.delete(handler);
    };
  }

  addIndexer(name: string, indexer: Indexer<T>): void {
    this.#store.addIndexer(name, indexer);
  }

  hasSynced(): boolean {
    return this.#synced;
  }

  whenSynced(signal?: AbortSignal): Promise<void> {
    if (this.#synced) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        reject(signal?.reason as Error);
      };
      if (signal?.aborted === true) {
        onAbort();
        return;
      }
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#waiting.push(() => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      });
    });
  }

  run(signal: AbortSignal): Promise<void> {
    return new Reflector<T>({ ...this.#options, sink: this }).run(signal);
  }

  replace(objects: readonly DeepReadonly<T>[]): void {
    const gone = new Set(this.#store.keys());
    for (const object of objects) {
      gone.delete(keyOf(object));
      this.changed(object);
    }
    for (const key of gone) this.#remove(key);
    this.#synced = true;
    for (const wake of this.#waiting.splice(0)) wake();
  }

  changed(seen: DeepReadonly<T>): void {
    const object = this.#options.transform?.(seen) ?? seen;
    const key = keyOf(object);
    const old = this.#store.getByKey(key);
    if (old !== undefined && old.metadata.resourceVersion === object.metadata.resourceVersion) return;
    if (old !== undefined && uidOf(old) !== uidOf(object)) this.#remove(key);
    const before = this.#store.set(object);
    if (before === undefined) this.#tell((handler) => handler.onAdd?.(object, !this.#synced));
    else this.#tell((handler) => handler.onUpdate?.(before, object));
  }

  deleted(object: DeepReadonly<T>): void {
    const key = keyOf(object);
    if (this.#store.delete(key) === undefined) return;
    this.#tell((handler) => handler.onDelete?.(object));
  }

  #remove(key: string): void {
    const old = this.#store.delete(key);
    if (old !== undefined) this.#tell((handler) => handler.onDelete?.(old));
  }

  #tell(event: (handler: EventHandler<T>) => void): void {
    for (const handler of this.#handlers) {
      this.#guard(() => {
        event(handler);
      });
    }
  }

  /** One handler's failure must neither stop the others nor the watch. */
  #guard(call: () => void): void {
    try {
      call();
    } catch (err) {
      this.#options.onError?.(err);
    }
  }
}
