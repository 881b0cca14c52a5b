import { type Clock, type DeepReadonly, type KubeObject, uidOf } from '@kubescript/apimachinery';
import type { ResourceStore, Source } from '@kubescript/apiserver';
import { mirror } from '@kubescript/lib-auth';

/**
 * Keeps what is configured in stores at hand. Nothing is watched before it is first asked for. Dispose it before the
 * stores.
 */
export class ConfigurationInformers implements AsyncDisposable {
  readonly #clock: Clock;
  readonly #stop = new AbortController();
  readonly #running: Promise<void>[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The objects of a store as they are now. Another array whenever one changed, the same one as long as none does. */
  objectsOf<T extends KubeObject>(store: ResourceStore<T>): Source<DeepReadonly<T>> {
    let informer: Informer<T> | undefined;
    return () => {
      if (!informer) {
        informer = new Informer<T>();
        const { synced, done } = mirror(store, informer, this.#stop.signal, this.#clock);
        informer.follow(synced);
        this.#running.push(done);
      }
      return informer.objects();
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort(new Error('admission is over'));
    await Promise.all(this.#running);
  }
}

/** The objects of one store. */
class Informer<T extends KubeObject> {
  readonly #byUid = new Map<string, DeepReadonly<T>>();
  #list: readonly DeepReadonly<T>[] | undefined;
  #synced: Promise<void> | undefined;

  follow(synced: Promise<void>): void {
    this.#synced = synced.then(() => {
      this.#synced = undefined;
    });
  }

  objects(): readonly DeepReadonly<T>[] | Promise<readonly DeepReadonly<T>[]> {
    return this.#synced ? this.#synced.then(() => this.#current()) : this.#current();
  }

  clear(): void {
    this.#byUid.clear();
    this.#list = undefined;
  }

  set(object: DeepReadonly<KubeObject>): void {
    this.#byUid.set(uidOf(object), object as DeepReadonly<T>);
    this.#list = undefined;
  }

  delete(object: DeepReadonly<KubeObject>): void {
    this.#byUid.delete(uidOf(object));
    this.#list = undefined;
  }

  #current(): readonly DeepReadonly<T>[] {
    this.#list ??= [...this.#byUid.values()];
    return this.#list;
  }
}

/** What is made of a source, made anew only when the source gives another array. */
export function derived<T, R>(source: Source<T>, derive: (objects: readonly T[]) => readonly R[]): Source<R> {
  let from: readonly T[] | undefined;
  let made: readonly R[] = [];
  const update = (objects: readonly T[]): readonly R[] => {
    if (objects !== from) {
      made = derive(objects);
      from = objects;
    }
    return made;
  };
  return () => {
    const objects = source();
    return objects instanceof Promise ? objects.then(update) : update(objects);
  };
}
