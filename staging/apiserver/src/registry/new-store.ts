import type { KubeObject } from '@kubescript/apimachinery';

import { Store, type StoreEnvironment } from './store.ts';
import type { NewStore, StoreOptions } from './store-options.ts';

/** The stores of a server: made through `newStore`, closed together. */
export class StoreSet implements AsyncDisposable {
  private readonly environment: StoreEnvironment;
  private readonly stores: AsyncDisposable[] = [];

  constructor(environment: StoreEnvironment) {
    this.environment = environment;
  }

  /** Makes the store of a resource on the server's backend. Bound, so it can be handed on. */
  readonly newStore: NewStore = <T extends KubeObject>(options: StoreOptions<T>): Store<T> => {
    const store = new Store<T>(options, this.environment);
    this.stores.push(store);
    return store;
  };

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.stores.splice(0).map((store) => store[Symbol.asyncDispose]()));
  }
}
