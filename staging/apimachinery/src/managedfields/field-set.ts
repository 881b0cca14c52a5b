/**
 * A set of fields of an object, as a tree of path elements. Elements are written as in `fieldsV1`: `f:spec` for a
 * member, `k:{"name":"c"}` for the list element with that key, `v:"x"` for the element of a set.
 */
export interface FieldSet {
  /** Whether the path that leads here belongs to the set. */
  readonly member: boolean;
  readonly children: ReadonlyMap<string, FieldSet>;
}

/** No fields. */
export const emptyFieldSet: FieldSet = { member: false, children: new Map() };

/** A set that is built up path by path. */
export class FieldSetBuilder implements FieldSet {
  member = false;
  readonly children = new Map<string, FieldSetBuilder>();

  /** Adds a path. */
  insert(path: readonly string[]): void {
    path.reduce<FieldSetBuilder>((at, element) => at.#child(element), this).member = true;
  }

  #child(element: string): FieldSetBuilder {
    let child = this.children.get(element);
    if (!child) {
      child = new FieldSetBuilder();
      this.children.set(element, child);
    }
    return child;
  }
}

/** Whether a set has no paths. */
export function isEmptySet(set: FieldSet): boolean {
  return !set.member && set.children.size === 0;
}

/** The paths of either set. */
export function unionOf(a: FieldSet, b: FieldSet): FieldSet {
  if (isEmptySet(a)) return b;
  if (isEmptySet(b)) return a;
  const children = new Map(a.children);
  for (const [element, child] of b.children)
    children.set(element, unionOf(children.get(element) ?? emptyFieldSet, child));
  return { member: a.member || b.member, children };
}

/** The paths of both sets. */
export function intersectionOf(a: FieldSet, b: FieldSet): FieldSet {
  return combine(a, b, (left, right) => left && right);
}

/** The paths of `a` that `b` does not have. */
export function differenceOf(a: FieldSet, b: FieldSet): FieldSet {
  if (isEmptySet(b)) return a;
  return combine(a, b, (left, right) => left && !right);
}

/** The paths of `a` that neither are in `b` nor lie below one that is. */
export function recursiveDifferenceOf(a: FieldSet, b: FieldSet): FieldSet {
  if (b.member) return emptyFieldSet;
  const children = new Map<string, FieldSet>();
  for (const [element, child] of a.children) {
    const other = b.children.get(element);
    const left = other ? recursiveDifferenceOf(child, other) : child;
    if (!isEmptySet(left)) children.set(element, left);
  }
  return { member: a.member, children };
}

function combine(a: FieldSet, b: FieldSet, keep: (a: boolean, b: boolean) => boolean): FieldSet {
  const children = new Map<string, FieldSet>();
  for (const [element, child] of a.children) {
    const combined = combine(child, b.children.get(element) ?? emptyFieldSet, keep);
    if (!isEmptySet(combined)) children.set(element, combined);
  }
  return { member: keep(a.member, b.member), children };
}

/** Whether two sets have the same paths. */
export function equalSets(a: FieldSet, b: FieldSet): boolean {
  if (a.member !== b.member || a.children.size !== b.children.size) return false;
  for (const [element, child] of a.children) {
    const other = b.children.get(element);
    if (!other || !equalSets(child, other)) return false;
  }
  return true;
}

/** Every path of a set, in no particular order. */
export function* pathsOf(set: FieldSet, prefix: readonly string[] = []): Iterable<readonly string[]> {
  if (set.member) yield prefix;
  for (const [element, child] of set.children) yield* pathsOf(child, [...prefix, element]);
}
