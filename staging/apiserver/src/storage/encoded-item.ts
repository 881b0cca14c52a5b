import type { DeepReadonly, KubeObject } from '@kubescript/apimachinery';

import type { EncodedObject } from '../registry/rest.ts';

/**
 * An object and the encodings that were asked for so far; one instance is shared by all readers and watchers. Once
 * there is an encoding from which the object can be made again, the decoded form is held only as long as somebody
 * else holds it: a cache of ten thousand pods is then the bytes that it serves, off the heap of the garbage collector.
 */
export class EncodedItem<T extends KubeObject = KubeObject> implements EncodedObject<T> {
  private strong: DeepReadonly<T> | undefined;
  private weak: WeakRef<DeepReadonly<T>> | undefined;
  private restore: (() => DeepReadonly<T>) | undefined;
  private encodings: Map<string, Uint8Array> | undefined;

  constructor(object: DeepReadonly<T>) {
    this.strong = object;
  }

  get object(): DeepReadonly<T> {
    const object = this.strong ?? this.weak?.deref();
    if (object !== undefined) return object;
    if (this.restore === undefined) throw new Error('an object was let go that cannot be made again');
    const restored = this.restore();
    this.weak = new WeakRef(restored);
    return restored;
  }

  encoding(key: string, make: (object: DeepReadonly<T>) => Uint8Array): Uint8Array {
    this.encodings ??= new Map();
    let bytes = this.encodings.get(key);
    if (bytes === undefined) {
      bytes = make(this.object);
      this.encodings.set(key, bytes);
    }
    return bytes;
  }

  /** Lets go of the decoded object: from now on `restore` makes it, an equal one, when it is asked for. */
  letGo(restore: () => DeepReadonly<T>): void {
    if (this.strong === undefined) return;
    this.restore = restore;
    this.weak = new WeakRef(this.strong);
    this.strong = undefined;
  }
}
