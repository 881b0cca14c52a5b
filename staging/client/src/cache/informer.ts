import type { DeepReadonly, KubeObject } from '@kubescript/apimachinery';

import type { Resource } from '../typed/resource.ts';

/** What happens to the objects of a resource, told in the order of their resourceVersions per object. */
export interface EventHandler<T> {
  onAdd?(object: DeepReadonly<T>, isInInitialList: boolean): void;
  onUpdate?(oldObject: DeepReadonly<T>, newObject: DeepReadonly<T>): void;
  /** `object` is the last known state; it may be stale if the deletion was seen in a relist only. */
  onDelete?(object: DeepReadonly<T>): void;
}

/** Reads from the cache of an informer. Objects are shared: never change them. */
export interface Lister<T> {
  /** The object, or undefined; `namespace` is '' for cluster-scoped resources. */
  get(namespace: string, name: string): DeepReadonly<T> | undefined;
  /** The object with that key (`namespace/name` or `name`), or undefined. */
  getByKey(key: string): DeepReadonly<T> | undefined;
  /** All objects, or those of one namespace, that the filter accepts. */
  list(options?: {
    readonly namespace?: string;
    readonly filter?: (object: DeepReadonly<T>) => boolean;
  }): readonly DeepReadonly<T>[];
  /** The objects that the indexer of that name filed under `value`. */
  byIndex(index: string, value: string): readonly DeepReadonly<T>[];
}

/** Files an object under any number of values. */
export type Indexer<T> = (object: DeepReadonly<T>) => readonly string[];

/** A list and a watch that keep a cache current and tell handlers of every change. */
export interface SharedInformer<T extends KubeObject> {
  readonly lister: Lister<T>;
  /** Adds a handler (it is told of everything already cached first); the returned function removes it. */
  addEventHandler(handler: EventHandler<T>): () => void;
  /** Adds an indexer; allowed at any time, existing objects are filed. */
  addIndexer(name: string, indexer: Indexer<T>): void;
  /** True once the first list is in the cache. */
  hasSynced(): boolean;
  /** Resolves once the first list is in the cache; rejects with the signal's reason. */
  whenSynced(signal?: AbortSignal): Promise<void>;
  /** Runs until the signal; reconnects with backoff for ever. */
  run(signal: AbortSignal): Promise<void>;
}

/** One informer per resource for all who ask. */
export interface SharedInformerFactory {
  for<T extends KubeObject>(resource: Resource<T>): SharedInformer<T>;
  /**
   * The informer of that resource if somebody asked for it already, else one that fetches and caches only the
   * metadata of the objects.
   */
  forMetadata(resource: Resource<KubeObject>): SharedInformer<KubeObject>;
  /** Ends the informer of a resource that is no longer served, and forgets it. */
  forget(resource: Resource<KubeObject>): void;
  /** Starts every informer asked for so far, and those asked for later; resolves at the signal when all have ended. */
  run(signal: AbortSignal): Promise<void>;
  /** Resolves when all informers asked for so far have synced. */
  waitForSync(signal: AbortSignal): Promise<void>;
}
