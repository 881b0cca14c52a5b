import {
  deepCopy,
  type Clock,
  type DeepReadonly,
  failureStatus,
  type FieldSet,
  type GroupResource,
  type GroupVersionKind,
  isAlreadyExists,
  isNotFound,
  type KubeObject,
  nameOf,
  newAlreadyExists,
  newConflict,
  newInvalid,
  newNotFound,
  realClock,
  type Scheme,
  statusOf,
  StatusError,
} from '@kubescript/apimachinery';

import { trackManager } from '../endpoints/managed-fields.ts';
import type { Backend } from '../storage/backend.ts';
import type { WatchScope } from '../storage/cache-watcher.ts';
import { Cacher, type WatchStart } from '../storage/cacher.ts';
import { EncodedItem } from '../storage/encoded-item.ts';
import { ObjectCodec, type StorageMediaType } from '../storage/object-codec.ts';
import { type ListScope, ObjectLister } from '../storage/object-lister.ts';
import { type NextState, ObjectStorage, type StoredObject } from '../storage/object-storage.ts';
import type { StorageMetrics } from '../storage/storage-metrics.ts';
import { attributesFunc, type SelectableFields } from '../storage/object-attributes.ts';
import { objectResourceVersion } from '../storage/storage-errors.ts';
import { beforeCreate, beforeUpdate, type UpdateStrategy } from './before-write.ts';
import { isLastFinalizerGone } from './deletion.ts';
import type {
  CreateCall,
  DeleteCall,
  EncodedObject,
  ListQuery,
  ListResult,
  Rest,
  RestWatchEvent,
  TableConvertor,
  UpdateCall,
  WatchQuery,
} from './rest.ts';
import { inParallel } from './in-parallel.ts';
import { ObjectDeleter } from './object-deleter.ts';
import { ResourcePlace } from './resource-place.ts';
import { selectionOf } from './selection.ts';
import type { FinishWrite, ResourceStore, StoreOptions } from './store-options.ts';
import type { RequestContext } from './strategy.ts';
import { ensureName } from './system-fields.ts';

const MODIFIED = 'the object has been modified; please apply your changes to the latest version and try again';
/** Names that are tried for one `generateName`. */
const MAX_NAME_ATTEMPTS = 8;
/** Objects that a deletion of a collection works on at once. */
const DELETE_WORKERS = 8;

/** Where a Store keeps its objects. */
export interface StoreEnvironment {
  readonly backend: Backend;
  /** The backend of one resource, where that is another (its values are encrypted, say). */
  readonly backendFor?: (resource: GroupResource) => Backend;
  readonly scheme: Scheme;
  /** Objects that a deletion of a collection works on at once. */
  readonly deleteCollectionWorkers?: number;
  /** What all keys start with, without a slash at its end; `/registry` by default. */
  readonly storageRoot?: string;
  /** JSON by default. */
  readonly storageMediaType?: StorageMediaType;
  readonly clock?: Clock;
  /** What the caches and lists of a resource are counted by. */
  readonly metricsFor?: (resource: GroupResource) => StorageMetrics;
}

/**
 * Serves one resource from the storage backend: what is the same for all resources is here, what is special in the
 * strategy and the hooks. Dispose it after the server has drained and before the backend.
 *
 * @go k8s.io/apiserver/pkg/registry/generic/registry#Store
 */
export class Store<T extends KubeObject> implements ResourceStore<T>, AsyncDisposable {
  readonly kind: GroupVersionKind;
  readonly table?: TableConvertor;
  readonly returnsDeletedObject?: boolean;
  readonly resetFields?: FieldSet;
  readonly cacher: Cacher<T>;
  private readonly options: StoreOptions<T>;
  private readonly clock: Clock;
  private readonly scheme: Scheme;
  private readonly deleteWorkers: number;
  private readonly place: ResourcePlace;
  private readonly storage: ObjectStorage<T>;
  private readonly lister: ObjectLister<T>;
  private readonly deleter: ObjectDeleter<T>;

  constructor(options: StoreOptions<T>, environment: StoreEnvironment) {
    const { scheme, clock = realClock } = environment;
    const backend = environment.backendFor?.(options.resource) ?? environment.backend;
    this.options = options;
    this.kind = options.kind;
    if (options.table !== undefined) this.table = options.table;
    if (options.returnsDeletedObject !== undefined) this.returnsDeletedObject = options.returnsDeletedObject;
    if (options.resetFields !== undefined) this.resetFields = options.resetFields;
    this.clock = clock;
    this.scheme = scheme;
    this.deleteWorkers = environment.deleteCollectionWorkers ?? DELETE_WORKERS;
    this.place = new ResourcePlace(options, options.strategy.namespaced, environment.storageRoot);
    const codec = options.codec ?? new ObjectCodec<T>(scheme, options.kind, environment.storageMediaType);
    const attributesOf = attributesFunc(options.strategy.selectableFields as SelectableFields | undefined);
    const { indexedFields = [] } = options;
    const metrics = environment.metricsFor?.(options.resource);
    const { prefix } = this.place;
    this.cacher = new Cacher({
      ...{ backend, prefix, codec, attributesOf, indexedFields, clock },
      ...(metrics && { metrics }),
    });
    this.storage = new ObjectStorage(backend, codec, this.cacher);
    this.lister = new ObjectLister(backend, this.cacher, metrics);
    this.deleter = new ObjectDeleter(options, this.storage, clock);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.cacher[Symbol.asyncDispose]();
  }

  /** @go k8s.io/apiserver/pkg/registry/generic/registry#(*Store).Get */
  async get(name: string, context: RequestContext & { readonly resourceVersion: string }): Promise<EncodedObject> {
    const key = this.keyOf(name, context);
    const revision = objectResourceVersion(context.resourceVersion);
    const stored =
      context.resourceVersion === ''
        ? await this.storage.read(key)
        : await this.storage.readNotOlderThan(key, revision);
    if (stored === undefined) throw newNotFound(this.options.resource, name);
    return this.decorated(stored.item);
  }

  /** @go k8s.io/apiserver/pkg/registry/generic/registry#(*Store).List */
  async list(query: ListQuery, context: RequestContext): Promise<ListResult> {
    const result = await this.lister.list(this.scopeOf(query, context), query);
    return this.options.hooks?.decorate === undefined
      ? result
      : { ...result, items: result.items.map((item) => this.decorated(item)) };
  }

  /** @go k8s.io/apiserver/pkg/registry/generic/registry#(*Store).Watch */
  async watch(query: WatchQuery, context: RequestContext): Promise<AsyncIterable<RestWatchEvent>> {
    const { prefix, key, selection } = this.scopeOf(query, context);
    const revision = objectResourceVersion(query.resourceVersion);
    const indexed = this.options.indexedFields?.find((field) => Object.hasOwn(selection.exact, field));
    const value = indexed === undefined ? undefined : selection.exact[indexed];
    let scope: WatchScope = { kind: 'prefix', prefix };
    if (key !== undefined) scope = { kind: 'key', key };
    else if (indexed !== undefined && value !== undefined) scope = { kind: 'field', field: indexed, value, prefix };
    try {
      return await this.cacher.watch({
        scope,
        matches: selection.matches,
        allowBookmarks: query.allowBookmarks,
        signal: context.signal,
        ...(await this.startOf(query, revision)),
      });
    } catch (err) {
      // As in the reference, what goes wrong from here on is told in the stream.
      return only({ type: 'ERROR', status: statusOf(err) });
    }
  }

  /** @go k8s.io/apiserver/pkg/registry/generic/registry#(*Store).Create */
  async create(_name: string, object: KubeObject, call: CreateCall): Promise<EncodedObject> {
    // A generated name may be taken; then what was asked for is tried under another.
    const isGenerated = nameOf(object) === '' && (object.metadata.generateName ?? '') !== '';
    for (let attempt = 1; ; attempt++) {
      const copy = (isGenerated ? deepCopy(object) : object) as T;
      if (call.fieldManager !== undefined) this.track(copy, call.fieldManager);
      try {
        return this.decorated(await this.createOnce(copy, call));
      } catch (err) {
        if (!isGenerated || !isAlreadyExists(err) || attempt >= MAX_NAME_ATTEMPTS) throw err;
      }
    }
  }

  /** @go k8s.io/apiserver/pkg/registry/generic/registry#(*Store).Update */
  update(name: string, call: UpdateCall): Promise<{ readonly item: EncodedObject; readonly created: boolean }> {
    return this.updateThrough(
      this.options.strategy,
      name,
      call,
      call.forceAllowCreate === true || this.allowsPutCreate,
    );
  }

  /** @go k8s.io/apiserver/pkg/registry/generic/registry#(*Store).Delete */
  async delete(name: string, call: DeleteCall): Promise<{ readonly item: EncodedObject; readonly deleted: boolean }> {
    const key = this.keyOf(name, call);
    const { item, deleted } = await this.deleter.delete(name, key, call);
    return { item: this.decorated(item), deleted };
  }

  /** @go k8s.io/apiserver/pkg/registry/generic/registry#(*Store).DeleteCollection */
  async deleteCollection(query: ListQuery, call: DeleteCall): Promise<ListResult> {
    const { items, resourceVersion } = await this.lister.list(this.scopeOf(query, call), query);
    const gone = new Set<EncodedObject>();
    await inParallel(items, this.deleteWorkers, async (item) => {
      const { name = '', namespace = '' } = item.object.metadata;
      try {
        await this.delete(name, { ...call, namespace });
        gone.add(item);
      } catch (err) {
        if (!isNotFound(err)) throw err;
      }
    });
    return { items: items.filter((item) => gone.has(item)), resourceVersion };
  }

  withUpdateStrategy(
    strategy: UpdateStrategy<T>,
  ): Required<Pick<Rest, 'kind' | 'get' | 'update'>> & Pick<Rest, 'table'> {
    return {
      kind: this.kind,
      get: (name, context) => this.get(name, context),
      update: (name, call) => this.updateThrough(strategy, name, call, false),
      ...(this.table === undefined ? {} : { table: this.table }),
    };
  }

  async guaranteedUpdate(
    name: string,
    change: (current: T) => T | Promise<T>,
    context: RequestContext,
  ): Promise<EncodedObject<T>> {
    const attempt = async (current: StoredObject<T> | undefined): Promise<NextState<T>> => {
      if (current === undefined) throw newNotFound(this.options.resource, name);
      const object = await change(deepCopy(current.item.object) as T);
      return this.nextState(object as DeepReadonly<T>);
    };
    const key = this.keyOf(name, context);
    if (!context.dryRun) return this.storage.guaranteedUpdate(key, attempt);
    return new EncodedItem((await attempt(await this.storage.read(key))).object);
  }

  private track(object: T, manager: string): void {
    const { kind, scheme, clock } = this;
    const resource = { ...this.options.resource, version: kind.version };
    trackManager(undefined, object, manager, { scope: { kind, resource, subresource: '' }, deps: { scheme, clock } });
  }

  private get allowsPutCreate(): boolean {
    return this.options.strategy.allowCreateOnUpdate;
  }

  private async createOnce(object: T, call: CreateCall): Promise<EncodedObject<T>> {
    ensureName(object);
    const finish = await this.options.hooks?.beginCreate?.(object, call);
    let succeeded = false;
    try {
      this.prepareNew(object, call);
      await call.validate(object);
      const key = this.keyOf(nameOf(object), call);
      const item = call.dryRun
        ? await this.tryCreate(key, object)
        : await this.storage.create(key, this.nextState(object as DeepReadonly<T>));
      if (item === undefined) throw await this.alreadyExists(key, nameOf(object));
      succeeded = true;
      return item;
    } finally {
      await finish?.(succeeded && !call.dryRun);
    }
  }

  private prepareNew(object: T, context: RequestContext): void {
    const kind = this.options.kindOf?.(object as DeepReadonly<T>) ?? this.kind;
    beforeCreate(object, this.options.strategy, { kind, context, now: this.clock.now() });
    if ((object.metadata.resourceVersion ?? '') !== '') {
      throw new StatusError(failureStatus('', 'resourceVersion should not be set on objects to be created'));
    }
  }

  private async tryCreate(key: string, object: T): Promise<EncodedObject<T> | undefined> {
    return (await this.storage.read(key)) === undefined ? new EncodedItem(object as DeepReadonly<T>) : undefined;
  }

  /** Says so if the name is only still taken. */
  private async alreadyExists(key: string, name: string): Promise<StatusError> {
    const error = newAlreadyExists(this.options.resource, name);
    const stored = await this.storage.read(key);
    if (stored?.item.object.metadata.deletionTimestamp === undefined) return error;
    const message = `object is being deleted: ${error.message}`;
    return new StatusError({ ...error.status, message });
  }

  private async updateThrough(
    strategy: UpdateStrategy<T>,
    name: string,
    call: UpdateCall,
    mayCreate: boolean,
  ): Promise<{ readonly item: EncodedObject; readonly created: boolean }> {
    const key = this.keyOf(name, call);
    let finish: FinishWrite | undefined;
    let created = false;
    let ended: { readonly object: T } | undefined;
    const attempt = async (current: StoredObject<T> | undefined): Promise<NextState<T>> => {
      await finish?.(false);
      finish = undefined;
      const old = current?.item.object;
      const object = (await call.transform(old)) as T;
      created = old === undefined;
      if (old === undefined) {
        if (!mayCreate) throw newNotFound(this.options.resource, name);
        finish = await this.options.hooks?.beginCreate?.(object, call);
        delete object.metadata.resourceVersion;
        this.prepareNew(object, call);
        await call.validateCreate(object);
        return this.nextState(object as DeepReadonly<T>);
      }
      this.checkVersion(object, old, name, call);
      finish = await this.options.hooks?.beginUpdate?.(object, old, call);
      const strategies = { main: this.options.strategy, update: strategy };
      const kind = this.options.kindOf?.(object as DeepReadonly<T>) ?? this.kind;
      beforeUpdate(object, old, strategies, { kind, context: call });
      await call.validateUpdate(object, old);
      if (this.endsDeletion(object as DeepReadonly<T>, old)) {
        ended = { object };
        throw new DeletionEnded();
      }
      return this.nextState(object as DeepReadonly<T>);
    };
    let succeeded = false;
    try {
      const item = call.dryRun ? await this.tryUpdate(key, attempt) : await this.storage.guaranteedUpdate(key, attempt);
      succeeded = !call.dryRun;
      return { item: this.decorated(item), created };
    } catch (err) {
      if (!(err instanceof DeletionEnded) || ended === undefined) throw err;
      const item = await this.deleter.endDeletion(key, ended.object as DeepReadonly<T>, call.dryRun);
      succeeded = !call.dryRun;
      return { item: this.decorated(item), created: false };
    } finally {
      await finish?.(succeeded);
    }
  }

  /**
   * Checks that the writer knew the current state. Without a resourceVersion the update is unconditional, where the
   * resource allows it.
   */
  private checkVersion(object: T, old: DeepReadonly<T>, name: string, context: RequestContext): void {
    const { resource, strategy } = this.options;
    const version = objectResourceVersion(object.metadata.resourceVersion ?? '');
    const current = old.metadata.resourceVersion ?? '';
    const { uid = '' } = object.metadata;
    if (uid !== '' && uid !== old.metadata.uid) {
      const detail = `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${old.metadata.uid ?? ''}`;
      const where = `Key: ${this.keyOf(name, context)}, ResourceVersion: 0`;
      throw newConflict(
        resource,
        name,
        `StorageError: invalid object, Code: 4, ${where}, AdditionalErrorMsg: ${detail}`,
      );
    }
    if (version === 0 && strategy.allowUnconditionalUpdate) {
      object.metadata.resourceVersion = current;
      return;
    }
    if (version === 0) {
      const detail = 'must be specified for an update';
      throw newInvalid({ group: resource.group, kind: resource.resource }, name, [
        { type: 'FieldValueInvalid', path: 'metadata.resourceVersion', badValue: 0, detail },
      ]);
    }
    if (String(version) !== current) throw newConflict(resource, name, MODIFIED);
  }

  private endsDeletion(object: DeepReadonly<T>, old: DeepReadonly<T>): boolean {
    return isLastFinalizerGone(object, old) || this.options.shouldDeleteDuringUpdate?.(object, old) === true;
  }

  private async tryUpdate(
    key: string,
    attempt: (current: StoredObject<T> | undefined) => Promise<NextState<T>>,
  ): Promise<EncodedObject<T>> {
    return new EncodedItem((await attempt(await this.storage.read(key))).object);
  }

  private nextState(object: DeepReadonly<T>): NextState<T> {
    const ttlSeconds = this.options.ttlSeconds?.(object);
    return ttlSeconds === undefined ? { object } : { object, ttlSeconds };
  }

  private decorated(item: EncodedObject): EncodedObject {
    const { hooks } = this.options;
    if (hooks?.decorate === undefined) return item;
    const copy = deepCopy(item.object) as T;
    hooks.decorate(copy);
    return new EncodedItem(copy as DeepReadonly<T>);
  }

  private async startOf(query: WatchQuery, revision: number): Promise<Pick<WatchStart, 'from' | 'markInitialEnd'>> {
    const { resourceVersion, sendInitialEvents } = query;
    const wantsState = sendInitialEvents ?? (resourceVersion === '' || resourceVersion === '0');
    if (wantsState || resourceVersion === '') {
      if (resourceVersion === '') await this.cacher.waitUntilConsistent();
      else await this.cacher.waitFor(revision);
    }
    if (wantsState) return { from: 'state', markInitialEnd: sendInitialEvents === true && query.allowBookmarks };
    return { from: revision === 0 ? 'now' : revision, markInitialEnd: false };
  }

  private scopeOf(
    query: Pick<ListQuery, 'labelSelector' | 'fieldSelector' | 'name'>,
    context: RequestContext,
  ): ListScope {
    const { strategy } = this.options;
    const selection = selectionOf(query, strategy.selectableFields as SelectableFields | undefined, strategy);
    const namespace = strategy.namespaced ? context.namespace || (selection.exact['metadata.namespace'] ?? '') : '';
    const prefix = this.place.prefixOf(namespace);
    const name = query.name ?? selection.exact['metadata.name'];
    const isPinned = name !== undefined && name !== '' && (!strategy.namespaced || namespace !== '');
    return { prefix, selection, ...(isPinned ? { key: `${prefix}${name}` } : {}) };
  }

  private keyOf(name: string, { namespace }: RequestContext): string {
    return this.place.keyOf(name, namespace);
  }
}

/** Leaves an update whose result is that the object goes. */
class DeletionEnded extends Error {
  override readonly name = 'DeletionEnded';
}

async function* only(event: RestWatchEvent): AsyncGenerator<RestWatchEvent> {
  yield await Promise.resolve(event);
}
