import type { DeepReadonly, FieldSet, GroupVersionKind, KubeObject, Status } from '@kubescript/apimachinery';

import type { ServerRequest, ServerResponse } from '../server/http.ts';
import type { RequestContext } from './strategy.ts';

/** An object of the hub version together with its encodings, shared by everybody who reads or watches it. */
export interface EncodedObject<T extends KubeObject = KubeObject> {
  readonly object: DeepReadonly<T>;
  /** The encoding filed under `key` (`v1;application/json`); made by `make` when first asked for, then kept. */
  encoding(key: string, make: (object: DeepReadonly<T>) => Uint8Array): Uint8Array;
  /** What `make` makes of the object, filed under `key`; made when first asked for, then kept. */
  derived<R>(key: string, make: (object: DeepReadonly<T>) => R): R;
  /**
   * Allows to drop the decoded object, which `restore` can make again from the encoding filed under `key`; absent where
   * nothing is kept for long.
   */
  letGo?(key: string, restore: (encoding: Uint8Array) => DeepReadonly<T>): void;
}

/** What to list or watch; selectors are already parsed into one predicate. */
export interface ListQuery {
  readonly resourceVersion: string;
  readonly resourceVersionMatch: '' | 'Exact' | 'NotOlderThan';
  readonly limit: number;
  readonly continue: string;
  /** The text of the selectors, for continue tokens and indexes. */
  readonly labelSelector: string;
  readonly fieldSelector: string;
  /** `metadata.name=` of the field selector, where it pins one. */
  readonly name?: string;
}

/** What to watch. */
export interface WatchQuery extends Omit<ListQuery, 'limit' | 'continue'> {
  readonly allowBookmarks: boolean;
  /** undefined: not asked. */
  readonly sendInitialEvents: boolean | undefined;
}

/** One page. */
export interface ListResult {
  readonly items: readonly EncodedObject[];
  readonly resourceVersion: string;
  readonly continue?: string;
  readonly remainingItemCount?: number;
}

/** One event of a watch before it is encoded. */
export type RestWatchEvent =
  | { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'; readonly item: EncodedObject }
  | { readonly type: 'BOOKMARK'; readonly resourceVersion: string; readonly initialEventsEnd: boolean }
  | { readonly type: 'ERROR'; readonly status: Status };

/** Validating admission, run by the registry with the object as it would be stored. */
export type ValidateAdmission = (object: DeepReadonly<KubeObject>, old?: DeepReadonly<KubeObject>) => Promise<void>;

/** How to create. */
export interface CreateCall extends RequestContext {
  readonly validate: ValidateAdmission;
  /** Whom managedFields names as the writer, for objects that the server itself makes; requests are tracked before. */
  readonly fieldManager?: string;
}

/** How to update: `transform` gives the new state (patch, mutating admission) and may run again after a conflict. */
export interface UpdateCall extends RequestContext {
  /** `current` is undefined if the object does not exist (PUT to create, apply). Returns a fresh object. */
  readonly transform: (current: DeepReadonly<KubeObject> | undefined) => Promise<KubeObject>;
  readonly validateCreate: ValidateAdmission;
  readonly validateUpdate: ValidateAdmission;
  /** Create where it does not exist, whatever the strategy says (server-side apply). */
  readonly forceAllowCreate?: boolean;
}

/** How to delete. */
export interface DeleteCall extends RequestContext {
  readonly gracePeriodSeconds?: number;
  readonly propagationPolicy?: 'Orphan' | 'Background' | 'Foreground';
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
  readonly validate: (old: DeepReadonly<KubeObject>) => Promise<void>;
}

/**
 * What can be done with a resource or subresource: each verb is there if the method is. Upstream splits this into
 * rest.Getter, rest.Lister and so on (apiserver/pkg/registry/rest/rest.go). Everything is of the hub version of `kind`.
 */
export interface Rest {
  /** The kind that is read and written here (Scale for `deployments/scale`). */
  readonly kind: GroupVersionKind;
  /** Other apiVersions that bodies may state (`policy/v1beta1` for evictions); they read the same. */
  readonly alsoAccepts?: readonly string[];
  get?(name: string, context: RequestContext & { readonly resourceVersion: string }): Promise<EncodedObject>;
  list?(query: ListQuery, context: RequestContext): Promise<ListResult>;
  watch?(query: WatchQuery, context: RequestContext): Promise<AsyncIterable<RestWatchEvent>>;
  /** `name` is '' except for subresources (binding, eviction, token). The object becomes the registry's. */
  create?(name: string, object: KubeObject, call: CreateCall): Promise<EncodedObject>;
  update?(name: string, call: UpdateCall): Promise<{ readonly item: EncodedObject; readonly created: boolean }>;
  /** `deleted` tells whether the object is gone, or only marked (finalizers, grace period). */
  delete?(name: string, call: DeleteCall): Promise<{ readonly item: EncodedObject; readonly deleted: boolean }>;
  /** A DELETE that removes the object answers with the object (pods, services) in place of a Status. */
  readonly returnsDeletedObject?: boolean;
  /** What was deleted, as the list that it was found by. */
  deleteCollection?(query: ListQuery, call: DeleteCall): Promise<ListResult>;
  /** Answers the request itself (log, exec, proxy). */
  connect?(name: string, path: string, request: ServerRequest, context: RequestContext): Promise<ServerResponse>;
  /** Methods that `connect` takes (GET and POST for exec, all for proxy). */
  readonly connectMethods?: readonly string[];
  /** Rows for `as=Table`; without it the name and the age are shown. */
  readonly table?: TableConvertor;
  /** The fields that writes through here cannot change, where they are not those of the built-in rules. */
  readonly resetFields?: FieldSet;
}

/** A column of a Table. */
export interface TableColumn {
  readonly name: string;
  readonly type: string;
  readonly format: string;
  readonly description: string;
  readonly priority: number;
}

/** Turns objects into the cells that kubectl prints. */
export interface TableConvertor {
  readonly columns: readonly TableColumn[];
  /** JSON values, and AgeCells for what depends on the time. Objects are of the hub version. */
  cells(object: DeepReadonly<KubeObject>): readonly unknown[];
  /** What clients may know of the row besides its cells; undefined: nothing. */
  conditions?(object: DeepReadonly<KubeObject>): readonly TableRowCondition[] | undefined;
  /** The order of the rows of a list; by default that of the list. Objects are of the hub version. */
  order?(a: DeepReadonly<KubeObject>, b: DeepReadonly<KubeObject>): number;
}

/** A state of what a row shows. */
export interface TableRowCondition {
  readonly type: 'Completed';
  readonly status: 'True' | 'False' | 'Unknown';
  readonly reason?: string;
  readonly message?: string;
}

/** One resource as a group installs it: what discovery shows, and what serves it. */
export interface InstalledResource {
  readonly resource: string;
  readonly singular: string;
  readonly namespaced: boolean;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  /** What every client of the resource is warned of. */
  readonly deprecation?: string;
  /** What discovery says that clients may do, in its order; by default what `rest` has. */
  readonly verbs?: readonly string[];
  /** The version that discovery's storage version hash is of, where it is not the hub. */
  readonly storageVersion?: string;
  readonly rest: Rest;
  /** By name: status, scale, log, … */
  readonly subresources: Readonly<Record<string, Rest>>;
}

/** One group and version of the API, ready to be served. */
export interface ApiGroupVersion {
  readonly group: string;
  readonly version: string;
  readonly resources: readonly InstalledResource[];
}
