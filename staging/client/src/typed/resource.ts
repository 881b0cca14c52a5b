import type { DeepReadonly, GroupVersionResource, KubeObject } from '@kubescript/apimachinery';

/** Binds a resource that is served to the type of its objects; the generated bindings are of this type. */
export interface Resource<T extends KubeObject> extends GroupVersionResource {
  readonly kind: string;
  readonly namespaced: boolean;
  /** Never set: carries T for the compiler. */
  readonly objectType?: T;
}

/** What of a resource to list or watch. */
export interface ListOptions {
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  readonly resourceVersion?: string;
  readonly resourceVersionMatch?: 'Exact' | 'NotOlderThan';
  readonly limit?: number;
  readonly continue?: string;
  readonly signal?: AbortSignal;
}

/** Options of a watch; it lasts until the server or the signal ends it. */
export interface WatchOptions extends ListOptions {
  readonly allowWatchBookmarks?: boolean;
  readonly sendInitialEvents?: boolean;
  readonly timeoutSeconds?: number;
}

/** Options of a write. */
export interface WriteOptions {
  readonly dryRun?: 'All';
  readonly fieldManager?: string;
  readonly fieldValidation?: 'Strict' | 'Warn' | 'Ignore';
  readonly signal?: AbortSignal;
}

/** Options of a deletion. */
export interface DeleteOptions {
  readonly gracePeriodSeconds?: number;
  readonly propagationPolicy?: 'Orphan' | 'Background' | 'Foreground';
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
  readonly dryRun?: 'All';
  readonly signal?: AbortSignal;
}

/** How the body of a patch is to be read. */
export type PatchType =
  | 'application/json-patch+json'
  | 'application/merge-patch+json'
  | 'application/strategic-merge-patch+json'
  | 'application/apply-patch+yaml';

/** A new object: what the server fills in may be left out. */
export type NewObject<T extends KubeObject> = Omit<T, 'status' | 'metadata'> & {
  readonly status?: Partial<T extends { status?: infer S } ? S : never>;
  readonly metadata: T['metadata'];
};

/** A page of objects and the resourceVersion that it was read at. */
export interface ObjectList<T> {
  readonly items: readonly DeepReadonly<T>[];
  readonly resourceVersion: string;
  readonly continue: string;
}

/**
 * The verbs of one resource, within one namespace where it was made for one ('' = cluster scope or all namespaces).
 * Every failure that the server reports is a `StatusError`; objects that come back are deep read-only, because they
 * may be shared with the server's caches.
 */
export interface ResourceClient<T extends KubeObject> {
  get(
    name: string,
    options?: { readonly resourceVersion?: string; readonly signal?: AbortSignal },
  ): Promise<DeepReadonly<T>>;
  list(options?: ListOptions): Promise<ObjectList<T>>;
  /** Yields every event; returns when the server ends the watch; throws StatusError for an ERROR event. */
  watch(options?: WatchOptions): AsyncIterable<ObjectEvent<T>>;
  create(object: NewObject<T> | DeepReadonly<NewObject<T>>, options?: WriteOptions): Promise<DeepReadonly<T>>;
  /** Writes the whole object; conflicts if `metadata.resourceVersion` is not the current one. */
  update(object: DeepReadonly<T>, options?: WriteOptions): Promise<DeepReadonly<T>>;
  updateStatus(object: DeepReadonly<T>, options?: WriteOptions): Promise<DeepReadonly<T>>;
  /** PUTs the object to a subresource that takes the whole of it (`finalize`, `approval`). */
  updateSubresource(subresource: string, object: DeepReadonly<T>, options?: WriteOptions): Promise<DeepReadonly<T>>;
  patch(
    name: string,
    type: PatchType,
    body: unknown,
    options?: WriteOptions & { readonly subresource?: string; readonly force?: boolean },
  ): Promise<DeepReadonly<T>>;
  delete(name: string, options?: DeleteOptions): Promise<void>;
  deleteCollection(options?: DeleteOptions & Pick<ListOptions, 'labelSelector' | 'fieldSelector'>): Promise<void>;
  /** POSTs to a subresource (`binding`, `eviction`, `token`) and returns its answer. */
  createSubresource<R>(name: string, subresource: string, body: unknown, options?: WriteOptions): Promise<R>;
}

/** What a watch of a ResourceClient yields. */
export type ObjectEvent<T> = {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK';
  readonly object: DeepReadonly<T>;
};

/** Makes the clients of all resources over one transport. */
export interface Client {
  /** The client of a resource; `namespace` '' (the default) means cluster scope, or all namespaces in list and watch. */
  resource<T extends KubeObject>(resource: Resource<T>, namespace?: string): ResourceClient<T>;
  /** The same, but get, list, watch and patch answer with the metadata of the objects only. */
  metadata(resource: Resource<KubeObject>, namespace?: string): ResourceClient<KubeObject>;
}
