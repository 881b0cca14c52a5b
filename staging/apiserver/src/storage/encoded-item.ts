import type { DeepReadonly, KubeObject } from '@kubescript/apimachinery';

import type { EncodedObject } from '../registry/rest.ts';
import { withResourceVersion } from './resource-version.ts';
import { isServedJsonKey, withServedVersion } from './served-json.ts';

/** Gives the encoding filed under a key where it can be had without the object. */
export type KnownEncoding = (key: string) => Uint8Array | undefined;

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
  private known: KnownEncoding | undefined;
  private source: (() => DeepReadonly<T>) | undefined;

  /** `object` may also be a function that makes it when it is first asked for. */
  constructor(object: DeepReadonly<T> | (() => DeepReadonly<T>), known?: KnownEncoding) {
    if (typeof object === 'function') this.source = object;
    else this.strong = object;
    this.known = known;
  }

  get object(): DeepReadonly<T> {
    return this.strong ?? this.weak?.deref() ?? this.made() ?? this.restored();
  }

  encoding(key: string, make: (object: DeepReadonly<T>) => Uint8Array): Uint8Array {
    this.kept ??= new Map();
    let encoding = this.kept.get(key) as Uint8Array | undefined;
    if (encoding !== undefined) return encoding;
    encoding = this.known?.(key);
    if (encoding === undefined) encoding = make(this.object);
    else this.known = undefined;
    encoding = withOwnMemory(encoding);
    this.kept.set(key, encoding);
    return encoding;
  }

  /** The same object under another resourceVersion; the JSON that is served of it is carried over. */
  underVersion(resourceVersion: string): EncodedItem<T> {
    return new EncodedItem<T>(
      () => withResourceVersion(this.object, resourceVersion),
      (key) => {
        const served = isServedJsonKey(key) ? (this.kept?.get(key) as Uint8Array | undefined) : undefined;
        return served && withServedVersion(served, resourceVersion);
      },
    );
  }

  derived<R>(key: string, make: (object: DeepReadonly<T>) => R): R {
    this.kept ??= new Map();
    let value = this.kept.get(key);
    if (value === undefined) this.kept.set(key, (value = make(this.object)));
    return value as R;
  }

  letGo(key: string, restore: (encoding: Uint8Array) => DeepReadonly<T>): void {
    if (this.kept?.has(key) !== true) return;
    if (this.strong === undefined && this.source === undefined) return;
    this.restoration = { key, restore };
    if (this.strong !== undefined) this.weak = new WeakRef(this.strong);
    this.strong = undefined;
    this.source = undefined;
  }

  private made(): DeepReadonly<T> | undefined {
    if (this.source === undefined) return undefined;
    this.strong = this.source();
    this.source = undefined;
    return this.strong;
  }

  private restored(): DeepReadonly<T> {
    const encoding = this.kept?.get(this.restoration?.key ?? '') as Uint8Array | undefined;
    if (this.restoration === undefined || encoding === undefined) throw new Error('an object cannot be made again');
    const object = this.restoration.restore(encoding);
    this.weak = new WeakRef(object);
    return object;
  }
}

/** Node takes small buffers from blocks of 64 KB: one that is kept would keep all that was short-lived beside it. */
function withOwnMemory(bytes: Uint8Array): Uint8Array {
  if (bytes.buffer.byteLength === bytes.byteLength) return bytes;
  const copy = Buffer.allocUnsafeSlow(bytes.byteLength);
  copy.set(bytes);
  return copy;
}
