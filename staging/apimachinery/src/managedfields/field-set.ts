import type { FieldsV1 } from '../runtime/scalars.ts';

/**
 * A set of fields of an object, as a tree of path elements. Elements are written as in `fieldsV1`: `f:spec` for a
 * member, `k:{"name":"c"}` for the list element with that key, `v:"x"` for the element of a set.
 */
export interface FieldSet {
  /** Whether the path that leads here belongs to the set. */
  readonly member: boolean;
  readonly children: ReadonlyMap<string, FieldSet>;
  /** What the set was decoded from: most writes leave most of what is managed as it is. */
  readonly source?: FieldsV1 | undefined;
}

/** What leaves share: most nodes have no children and need no map. */
const childless: ReadonlyMap<string, never> = new Map<string, never>();

/** A set that is built up path by path. */
export class FieldSetBuilder implements FieldSet {
  member: boolean;
  children: ReadonlyMap<string, FieldSet>;
  /** To be set when the set is complete. */
  source: FieldsV1 | undefined = undefined;

  constructor(member = false, children: ReadonlyMap<string, FieldSet> = childless) {
    this.member = member;
    this.children = children;
  }

  /** Adds a path. */
  insert(path: readonly string[]): void {
    path.reduce<FieldSetBuilder>((at, element) => at.child(element), this).member = true;
  }

  /** The node of a child, made if it is not there yet; it belongs to the set once it is a member or has members. */
  child(element: string): FieldSetBuilder {
    const known = this.children.get(element);
    if (known instanceof FieldSetBuilder && known !== leaf) return known;
    const child =
      known === undefined ? new FieldSetBuilder() : new FieldSetBuilder(known.member, new Map(known.children));
    this.attach(element, child);
    return child;
  }

  /** Puts a whole set below; in place of what was there. */
  attach(element: string, set: FieldSet): void {
    if (this.children === childless) this.children = new Map<string, FieldSet>();
    (this.children as Map<string, FieldSet>).set(element, set);
  }
}

/** No fields. */
export const emptyFieldSet: FieldSet = new FieldSetBuilder();

const leaf = new FieldSetBuilder(true);

/** One field with nothing below it; shared by all of those. */
export const leafFieldSet: FieldSet = leaf;

/** Whether a set has no paths. */
export function isEmptySet(set: FieldSet): boolean {
  return !set.member && set.children.size === 0;
}

/** The paths of either set; `b` itself if it has them all, and parts of both are shared. */
export function unionOf(a: FieldSet, b: FieldSet): FieldSet {
  if (isEmptySet(a)) return b;
  if (isEmptySet(b)) return a;
  let children: Map<string, FieldSet> | undefined;
  for (const [element, child] of a.children) {
    const other = b.children.get(element);
    const joined = other === undefined ? child : unionOf(child, other);
    if (joined !== other) (children ??= new Map(b.children)).set(element, joined);
  }
  if (children === undefined && (b.member || !a.member)) return b;
  return new FieldSetBuilder(a.member || b.member, children ?? b.children);
}

/** The paths of both sets. */
export function intersectionOf(a: FieldSet, b: FieldSet): FieldSet {
  const children = new Map<string, FieldSet>();
  for (const [element, child] of a.children) {
    const other = b.children.get(element);
    const common = other === undefined ? emptyFieldSet : intersectionOf(child, other);
    if (!isEmptySet(common)) children.set(element, common);
  }
  return new FieldSetBuilder(a.member && b.member, children);
}

/** The paths of `a` that `b` does not have; `a` itself if that is all of them, and its untouched parts are shared. */
export function differenceOf(a: FieldSet, b: FieldSet): FieldSet {
  if (a === b) return emptyFieldSet;
  return without(a, b, differenceOf, a.member && !b.member);
}

/** The paths of `a` that neither are in `b` nor lie below one that is; `a` itself if that is all of them. */
export function recursiveDifferenceOf(a: FieldSet, b: FieldSet): FieldSet {
  return b.member ? emptyFieldSet : without(a, b, recursiveDifferenceOf, a.member);
}

function without(
  a: FieldSet,
  b: FieldSet,
  difference: (a: FieldSet, b: FieldSet) => FieldSet,
  member: boolean,
): FieldSet {
  let children: Map<string, FieldSet> | undefined;
  const fewer = a.children.size < b.children.size ? a.children : b.children;
  for (const element of fewer.keys()) {
    const [child, other] = [a.children.get(element), b.children.get(element)];
    if (child === undefined || other === undefined) continue;
    const left = difference(child, other);
    if (left === child) continue;
    children ??= new Map(a.children);
    if (isEmptySet(left)) children.delete(element);
    else children.set(element, left);
  }
  return children === undefined && member === a.member ? a : new FieldSetBuilder(member, children ?? a.children);
}

/** Whether two sets have the same paths. */
export function equalSets(a: FieldSet, b: FieldSet): boolean {
  if (a === b) return true;
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
