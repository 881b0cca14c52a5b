const stated = new WeakSet<readonly unknown[]>();

/** Notes that somebody stated this empty list, where it also could have been left out. */
export function markStated(list: readonly unknown[]): void {
  stated.add(list);
}

/**
 * Whether an empty list of a decoded object was stated (`[]`) rather than left out. The two are the same for all but
 * those who ask who set which field; copies of the object do not know it any more.
 */
export function isStatedList(list: readonly unknown[]): boolean {
  return stated.has(list);
}
