import { type Clock, type DeepReadonly, type KubeObject, newNotFound } from '@kubescript/apimachinery';

import { EncodedItem } from '../storage/encoded-item.ts';
import { withResourceVersion } from '../storage/resource-version.ts';
import type { NextState, ObjectStorage, StoredObject } from '../storage/object-storage.ts';
import { checkPreconditions, planDeletion } from './deletion.ts';
import type { DeleteCall, EncodedObject } from './rest.ts';
import type { StoreOptions } from './store-options.ts';

/** What has become of an object, and its last state. */
interface Marked<T extends KubeObject> {
  readonly item: EncodedObject<T>;
  readonly wasMarked: boolean;
  readonly mustGo: boolean;
}

/** Deletes the objects of a Store: at once, or by marking them where something has to happen first. */
export class ObjectDeleter<T extends KubeObject> {
  private readonly options: StoreOptions<T>;
  private readonly storage: ObjectStorage<T>;
  private readonly clock: Clock;

  constructor(options: StoreOptions<T>, storage: ObjectStorage<T>, clock: Clock) {
    this.options = options;
    this.storage = storage;
    this.clock = clock;
  }

  /**
   * Deletes or marks the object; `deleted` tells which. Throws NotFound, and 409 if a precondition does not hold.
   *
   * @go k8s.io/apiserver/pkg/registry/generic/registry#(*Store).Delete
   */
  async delete(
    name: string,
    key: string,
    call: DeleteCall,
  ): Promise<{ readonly item: EncodedObject<T>; readonly deleted: boolean }> {
    const last = await this.mark(name, key, call);
    if (!last.mustGo) return { item: last.item, deleted: false };
    if (call.dryRun) {
      if (!last.wasMarked) await call.validate(last.item.object);
      return { item: last.item, deleted: true };
    }
    const gone = await this.remove(key, call, last);
    if (gone === undefined && !last.wasMarked) throw newNotFound(this.options.resource, name);
    // If somebody else was faster after the object was marked, the last state we know is as good.
    const item = gone ?? last.item;
    await this.options.hooks?.afterDelete?.(item.object);
    return { item, deleted: true };
  }

  /**
   * Removes an object whose deletion an update has ended; `object` is its last state.
   *
   * @go k8s.io/apiserver/pkg/registry/generic/registry#(*Store).deleteWithoutFinalizers
   */
  async endDeletion(key: string, object: DeepReadonly<T>, dryRun: boolean): Promise<EncodedObject<T>> {
    if (dryRun) return new EncodedItem(object);
    const gone = await this.storage.delete(key, (current) => {
      checkPreconditions(current.object, onlyUid(object.metadata.uid), this.options.kind);
      return Promise.resolve();
    });
    const revision = gone?.object.metadata.resourceVersion ?? object.metadata.resourceVersion;
    const last = withResourceVersion(object, revision);
    await this.options.hooks?.afterDelete?.(last);
    return new EncodedItem(last);
  }

  /** Writes what the plan of the deletion asks for. */
  private async mark(name: string, key: string, call: DeleteCall): Promise<Marked<T>> {
    const state = { wasMarked: false, mustGo: false };
    const attempt = async (current: StoredObject<T> | undefined): Promise<NextState<T>> => {
      if (current === undefined) throw newNotFound(this.options.resource, name);
      const { object } = current.item;
      checkPreconditions(object, call.preconditions, this.options.kind);
      const plan = planDeletion(object, this.options.strategy, call, this.clock.now());
      state.wasMarked = plan.kind === 'mark';
      state.mustGo = plan.kind === 'remove' || (plan.kind === 'mark' && plan.thenRemove);
      if (plan.kind !== 'mark') return { object };
      await call.validate(object);
      const marked = plan.object as DeepReadonly<T>;
      return { object: marked, ttlSeconds: this.options.ttlSeconds?.(marked) };
    };
    const item = call.dryRun
      ? new EncodedItem((await attempt(await this.storage.read(key))).object)
      : await this.storage.guaranteedUpdate(key, attempt);
    return { item, ...state };
  }

  private remove(key: string, call: DeleteCall, last: Marked<T>): Promise<EncodedObject<T> | undefined> {
    // Marking the object gave it another resourceVersion than the one that the request names.
    const preconditions = last.wasMarked ? onlyUid(call.preconditions?.uid) : call.preconditions;
    return this.storage.delete(key, async ({ object }) => {
      checkPreconditions(object, preconditions, this.options.kind);
      if (!last.wasMarked) await call.validate(object);
    });
  }
}

function onlyUid(uid: string | undefined): DeleteCall['preconditions'] {
  return uid === undefined ? undefined : { uid };
}
