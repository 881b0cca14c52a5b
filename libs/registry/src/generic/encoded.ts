import type { DeepReadonly, KubeObject, Status } from '@kubescript/apimachinery';
import type { EncodedObject } from '@kubescript/apiserver';

/** An object that was computed, as an answer of a Rest; encodings are kept as a store keeps them. */
export function encodedObject<T extends KubeObject>(object: DeepReadonly<T>): EncodedObject<T> {
  const kept = new Map<string, unknown>();
  const derived = <R>(key: string, make: (object: DeepReadonly<T>) => R): R => {
    if (!kept.has(key)) kept.set(key, make(object));
    return kept.get(key) as R;
  };
  return { object, encoding: derived, derived };
}

/** The answer of actions that have nothing to show (binding, eviction). */
export function successStatus(): EncodedObject {
  const status: Status & KubeObject = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 };
  return encodedObject<KubeObject>(status);
}
