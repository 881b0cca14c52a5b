import type { ConversionPair, DeepReadonly, GroupVersionKind, KubeObject } from '@kubescript/apimachinery';

/** Two versions of a kind with their types. The results may share parts with what they were made from. */
export interface TypedConversionPair<Hub extends KubeObject, Spoke extends KubeObject> {
  readonly hub: GroupVersionKind;
  readonly spoke: GroupVersionKind;
  readonly toHub: (object: DeepReadonly<Spoke>) => DeepReadonly<Hub>;
  readonly fromHub: (object: DeepReadonly<Hub>) => DeepReadonly<Spoke>;
}

/** Makes a typed pair fit for the scheme, which gives every conversion an object of its kind. */
export function conversionPair<Hub extends KubeObject, Spoke extends KubeObject>(
  pair: TypedConversionPair<Hub, Spoke>,
): ConversionPair {
  return {
    hub: pair.hub,
    spoke: pair.spoke,
    toHub: (object) => pair.toHub(object as DeepReadonly<Spoke>),
    fromHub: (object) => pair.fromHub(object as DeepReadonly<Hub>),
  };
}

/** The object without its members that are undefined, so that it encodes and compares as one that never had them. */
export function withoutUndefined<T>(object: Readonly<Record<string, unknown>>): T {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as T;
}
