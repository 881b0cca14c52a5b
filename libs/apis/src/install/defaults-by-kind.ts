import type { Defaulter, KubeObject } from '@kubescript/apimachinery';

/** Defaults of the kinds of one group and version, by kind. */
export type DefaultsByKind = Readonly<Record<string, Defaulter>>;

/** Makes defaults of one type fit for the table of all kinds, which is keyed so that types cannot be mixed up. */
export function defaultsOf<T extends KubeObject>(setDefaults: (object: T) => void): Defaulter {
  return (object) => {
    setDefaults(object as T);
  };
}
