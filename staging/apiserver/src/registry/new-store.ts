import type { GroupResource, KubeObject } from '@kubescript/apimachinery';

import type { Cacher } from '../storage/cacher.ts';
import { Store, type StoreEnvironment } from './store.ts';
import type { NewStore, StoreOptions } from './store-options.ts';

/** The cache of a resource, as metrics show it. */
export interface CacheState extends Readonly<Pick<Cacher<never>, 'size' | 'revision' | 'storedBytes' | 'capacity'>> {
  readonly resource: GroupResource;
}

/** The stores of a server: made through `newStore`, closed together. */
export class StoreSet implements AsyncDisposable {
  private readonly environment: StoreEnvironment;
  private readonly stores: { readonly resource: GroupResource; readonly store: Store<never> }[] = [];
  private readonly byResource = new Map<string, Store<never>>();

  constructor(environment: StoreEnvironment) {
    this.environment = environment;
  }

  /** Makes the store of a resource on the server's backend. Bound, so it can be handed on. */
  readonly newStore: NewStore = <T extends KubeObject>(options: StoreOptions<T>): Store<T> => {
    const store = new Store<T>(options, this.environment);
    const { resource } = options;
    this.stores.push({ resource, store: store as unknown as Store<never> });
    this.byResource.set(`${resource.group}/${resource.resource}`, store as unknown as Store<never>);
    return store;
  };

  /** How many objects of a resource there are; undefined where no cache knows. */
  objectCount(group: string, resource: string): number | undefined {
    const cacher = this.byResource.get(`${group}/${resource}`)?.cacher;
    return cacher?.isStarted === true ? cacher.size : undefined;
  }

  /** The resources whose caches run, with their caches. */
  *caches(): Iterable<CacheState> {
    for (const { resource, store } of this.stores) {
      const { cacher } = store;
      if (!cacher.isStarted) continue;
      const { size, revision, storedBytes, capacity } = cacher;
      yield { resource, size, revision, storedBytes, capacity };
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.stores.splice(0).map(({ store }) => store[Symbol.asyncDispose]()));
  }
}
