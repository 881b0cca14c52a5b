import type { DeepReadonly, KubeObject } from '@kubescript/apimachinery';

import type { EncodedObject } from '../registry/rest.ts';

/** How to make an object again. */
interface Restoration<T> {
  readonly key: string;
  readonly restore: (encoding: Uint8Array) => DeepReadonly<T>;
}

/**
 * An object and the encodings that were asked for so far; one instance is shared by all readers and watchers. Once
 * there is an encoding from which the object can be made again, the decoded form is held only as long as somebody
 * else holds it: a cache of ten thousand pods is then the bytes that it serves, off the heap of the garbage collector.
 */
export class EncodedItem<T extends KubeObject = KubeObject> implements EncodedObject<T> {
  private strong: DeepReadonly<T> | undefined;
  private weak: WeakRef<DeepReadonly<T>> | undefined;
  private restoration: Restoration<T> | undefined;
  private kept: Map<string, unknown> | undefined;

  constructor(object: DeepReadonly<T>) {
    this.strong = object;
  }

  get object(): DeepReadonly<T> {
    return this.strong ?? this.weak?.deref() ?? this.restored();
  }

  encoding(key: string, make: (object: DeepReadonly<T>) => Uint8Array): Uint8Array {
    return this.derived(key, make);
  }

  derived<R>(key: string, make: (object: DeepReadonly<T>) => R): R {
    this.kept ??= new Map();
    let value = this.kept.get(key);
    if (value === undefined) this.kept.set(key, (value = make(this.object)));
    return value as R;
  }

  letGo(key: string, restore: (encoding: Uint8Array) => DeepReadonly<T>): void {
    if (this.strong === undefined || this.kept?.has(key) !== true) return;
    this.restoration = { key, restore };
    this.weak = new WeakRef(this.strong);
    this.strong = undefined;
  }

  private restored(): DeepReadonly<T> {
    const encoding = this.kept?.get(this.restoration?.key ?? '') as Uint8Array | undefined;
    if (this.restoration === undefined || encoding === undefined) throw new Error('an object cannot be made again');
    const object = this.restoration.restore(encoding);
    this.weak = new WeakRef(object);
    return object;
  }
}
