import type {
  DeepReadonly,
  FieldSet,
  GroupKind,
  GroupResource,
  GroupVersionKind,
  KubeObject,
} from '@kubescript/apimachinery';

import type { StorageCodec } from '../storage/object-codec.ts';
import type { EncodedObject, Rest, TableConvertor } from './rest.ts';
import type { RequestContext, Strategy } from './strategy.ts';

/** Ends what a hook began: told whether the write happened. Called exactly once. */
export type FinishWrite = (succeeded: boolean) => void | Promise<void>;

/**
 * What happens around the writes of a Store, for things that are reserved before and released after them (the
 * addresses and ports of Services). The `begin*` hooks run before the strategy's `prepare*` and may change `object`;
 * throwing refuses the write.
 *
 * @go k8s.io/apiserver/pkg/registry/generic/registry#Store
 */
export interface StoreHooks<T extends KubeObject = KubeObject> {
  beginCreate?(object: T, context: RequestContext): FinishWrite | Promise<FinishWrite>;
  beginUpdate?(object: T, old: DeepReadonly<T>, context: RequestContext): FinishWrite | Promise<FinishWrite>;
  /** After the object is gone from the store (not in a dry run), whatever removed it. */
  afterDelete?(object: DeepReadonly<T>): void | Promise<void>;
  /** Fills in on the way out what objects of older versions lack; `object` is a private copy. */
  decorate?(object: T): void;
}

/** What makes the generic Store serve one resource. */
export interface StoreOptions<T extends KubeObject = KubeObject> {
  /** Names the resource in errors and, unless `keyPrefix` says otherwise, in keys. */
  readonly resource: GroupResource;
  /** The hub version, in which objects are stored, cached and validated. */
  readonly kind: GroupVersionKind;
  readonly strategy: Strategy<T>;
  /** Below `/registry`, without slashes at the ends: `services/specs`. By default upstream's rule: the resource's name. */
  readonly keyPrefix?: string;
  readonly table?: TableConvertor;
  /** A DELETE that removes the object answers with the object in place of a Status. */
  readonly returnsDeletedObject?: boolean;
  readonly hooks?: StoreHooks<T>;
  /** Seconds after which the object vanishes by itself (events). */
  readonly ttlSeconds?: (object: DeepReadonly<T>) => number | undefined;
  /** An update that leaves the object in this state removes it, besides the general rule about finalizers. */
  readonly shouldDeleteDuringUpdate?: (object: DeepReadonly<T>, old: DeepReadonly<T>) => boolean;
  /** Field selectors (labels as in `strategy.selectableFields`) that the watch cache keeps an index of. */
  readonly indexedFields?: readonly string[];
  /** How objects are stored, where they have no compiled type. */
  readonly codec?: StorageCodec<T>;
  /** The kind that errors name, where objects may state another one. */
  /** The fields that writes cannot change, where they are not those of the built-in rules. */
  readonly resetFields?: FieldSet;
  readonly kindOf?: (object: DeepReadonly<T>) => GroupKind;
}

/** A Rest over a place in the store, and what subresources need of it. */
export interface ResourceStore<T extends KubeObject = KubeObject> extends Required<
  Pick<Rest, 'kind' | 'get' | 'list' | 'watch' | 'create' | 'update' | 'delete' | 'deleteCollection'>
> {
  readonly table?: TableConvertor;
  readonly returnsDeletedObject?: boolean;
  /** Gets, and updates through another strategy; never creates (status, approval, finalize). */
  withUpdateStrategy(
    strategy: Pick<Strategy<T>, 'prepareForUpdate' | 'validateUpdate' | 'warningsOnUpdate'>,
  ): Required<Pick<Rest, 'kind' | 'get' | 'update'>> & Pick<Rest, 'table'>;
  /**
   * Writes what `change` makes of a private copy of the current object, without strategy and admission; repeats on
   * conflict, so `change` may run more than once. Throws NotFound, and what `change` throws. In a dry run nothing is
   * written.
   */
  guaranteedUpdate(
    name: string,
    change: (current: T) => T | Promise<T>,
    context: RequestContext,
  ): Promise<EncodedObject<T>>;
}

/** Makes the store of a resource on the server's storage backend. */
export type NewStore = <T extends KubeObject>(options: StoreOptions<T>) => ResourceStore<T>;
