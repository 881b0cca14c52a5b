import type { DeepReadonly, KubeObject, Status } from '@kubescript/apimachinery';
import type { EncodedObject } from '@kubescript/apiserver';

/** An object that was computed, as an answer of a Rest; encodings are kept as a store keeps them. */
export function encodedObject<T extends KubeObject>(object: DeepReadonly<T>): EncodedObject<T> {
  const encodings = new Map<string, Uint8Array>();
  return {
    object,
    encoding(key, make) {
      const known = encodings.get(key);
      if (known) return known;
      const made = make(object);
      encodings.set(key, made);
      return made;
    },
  };
}

/** The answer of actions that have nothing to show (binding, eviction). */
export function successStatus(): EncodedObject {
  const status: Status & KubeObject = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 };
  return encodedObject<KubeObject>(status);
}
