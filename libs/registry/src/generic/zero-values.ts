/**
 * A time that is not set. The reference encodes some times, and some lists, as null where they are unset; decoded
 * objects hold that null, and so must those that are made here.
 */
export const unsetTime = null as unknown as string;

/** A list that is not set, as `unsetTime`. */
export function unsetList<T>(): T[] {
  return null as unknown as T[];
}
