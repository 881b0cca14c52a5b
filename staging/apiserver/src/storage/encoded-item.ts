import type { DeepReadonly, KubeObject } from '@kubescript/apimachinery';

import type { EncodedObject } from '../registry/rest.ts';

/** An object and the encodings that were asked for so far; one instance is shared by all readers and watchers. */
export class EncodedItem<T extends KubeObject = KubeObject> implements EncodedObject<T> {
  readonly object: DeepReadonly<T>;
  private encodings: Map<string, Uint8Array> | undefined;

  constructor(object: DeepReadonly<T>) {
    this.object = object;
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
}
