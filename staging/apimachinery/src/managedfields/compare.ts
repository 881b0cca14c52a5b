import { isStatedList } from '../runtime/stated-lists.ts';
import type { FieldSchema, StructSchema, TypeRef, TypeSchemas } from '../schema/type-schema.ts';
import { fieldsOfWhole, isEmptyObject } from './fields-of-whole.ts';
import { type FieldSet, FieldSetBuilder, leafFieldSet, recursiveDifferenceOf } from './field-set.ts';
import { type ListShape, elementOf } from './list-element.ts';
import { type JsonObject, asList, asObject } from './shape.ts';
import { memberOf, structPlanOf } from './struct-plan.ts';

/** How one state of an object differs from another. */
export interface Comparison {
  readonly added: FieldSet;
  readonly modified: FieldSet;
  readonly removed: FieldSet;
}

/** The comparison without what lies at or below some paths. */
export function withoutFields(comparison: Comparison, ignored: FieldSet): Comparison {
  return {
    added: recursiveDifferenceOf(comparison.added, ignored),
    modified: recursiveDifferenceOf(comparison.modified, ignored),
    removed: recursiveDifferenceOf(comparison.removed, ignored),
  };
}

/**
 * Compares two states of an object field by field: lists and maps that are atomic as a whole, others element by
 * element.
 *
 * @go sigs.k8s.io/structured-merge-diff/typed#(TypedValue).Compare
 */
export function compareObjects(
  before: unknown,
  after: unknown,
  schema: StructSchema,
  schemas: TypeSchemas,
): Comparison {
  const walk = new CompareWalk(schemas);
  walk.struct(before, after, schema);
  return walk;
}

class CompareWalk implements Comparison {
  readonly #added = new PathCollector();
  readonly #modified = new PathCollector();
  readonly #removed = new PathCollector();
  readonly #schemas: TypeSchemas;
  readonly #path: string[] = [];

  get added(): FieldSet {
    return this.#added.set;
  }

  get modified(): FieldSet {
    return this.#modified.set;
  }

  get removed(): FieldSet {
    return this.#removed.set;
  }

  constructor(schemas: TypeSchemas) {
    this.#schemas = schemas;
  }

  struct(before: unknown, after: unknown, schema: StructSchema, field?: FieldSchema): void {
    const [left, right] = [asObject(before) ?? absent, asObject(after) ?? absent];
    const atomic = (field?.mapType ?? schema.mapType) === 'atomic';
    if (atomic || (isEmptyObject(left) && isEmptyObject(right))) {
      this.#leaf(before, after);
      return;
    }
    const { members, names } = structPlanOf(schema);
    for (const planned of members) {
      const { element, field: member } = planned;
      const a = left === absent ? undefined : memberOf(left, planned);
      const b = right === absent ? undefined : memberOf(right, planned);
      if (a !== b) this.#below(element, a, b, member.type, member);
    }
    if (schema.others !== undefined) this.#members(left, right, schema.others, names);
  }

  /** Goes down to two values, at least one of which is there (undefined is absent, null is a value). */
  #below(element: string, before: unknown, after: unknown, type: TypeRef, field?: FieldSchema): void {
    this.#path.push(element);
    if (before === undefined) this.#added.insert(this.#path, fieldsOfWhole(after, type, this.#schemas, field));
    else if (after === undefined) this.#removed.insert(this.#path, fieldsOfWhole(before, type, this.#schemas, field));
    else if (!sameEncoding(before, after)) this.#value(before, after, type, field);
    this.#path.pop();
    const depth = this.#path.length;
    this.#added.ascend(depth);
    this.#modified.ascend(depth);
    this.#removed.ascend(depth);
  }

  /** Two values that are fields as a whole. */
  #leaf(before: unknown, after: unknown): void {
    if (!sameJson(before, after)) this.#modified.insert(this.#path, leafFieldSet);
  }

  /** Two values that differ. */
  #value(before: unknown, after: unknown, type: TypeRef, field?: FieldSchema): void {
    switch (type.kind) {
      case 'scalar': {
        this.#leaf(before, after);
        return;
      }
      case 'list': {
        this.#list(before, after, { field, items: type.items, schemas: this.#schemas });
        return;
      }
      case 'map': {
        this.#map(before, after, type.values, field);
        return;
      }
      case 'struct': {
        this.struct(before, after, this.#schemas.struct(type.name), field);
        return;
      }
      case 'deduced': {
        if (asObject(before) && asObject(after)) this.#map(before, after, type);
        else this.#leaf(before, after);
        return;
      }
      default:
        throw new Error(`unknown type ${JSON.stringify(type satisfies never)}`);
    }
  }

  #map(before: unknown, after: unknown, values: TypeRef, field?: FieldSchema): void {
    const [left, right] = [asObject(before) ?? absent, asObject(after) ?? absent];
    if (field?.mapType === 'atomic' || (isEmptyObject(left) && isEmptyObject(right))) {
      this.#leaf(before, after);
      return;
    }
    this.#members(left, right, values);
  }

  /** Members of which there are any, except for those that a struct names. */
  #members(left: JsonObject, right: JsonObject, type: TypeRef, named?: ReadonlySet<string>): void {
    for (const key in left) {
      const [a, b] = [left[key], right[key]];
      if (a !== b && named?.has(key) !== true) this.#below(`f:${key}`, a, b, type);
    }
    for (const key in right) {
      const b = right[key];
      if (left[key] === undefined && b !== undefined && named?.has(key) !== true) {
        this.#below(`f:${key}`, undefined, b, type);
      }
    }
  }

  #list(before: unknown, after: unknown, shape: ListShape): void {
    const [left, right] = [asList(before) ?? [], asList(after) ?? []];
    const atomic = shape.field?.listType === undefined || shape.field.listType === 'atomic';
    if (atomic || (left.length === 0 && right.length === 0)) {
      this.#leaf(before, after);
      return;
    }
    const [a, b] = [byElement(left, shape), byElement(right, shape)];
    for (const [element, item] of a) this.#below(element, item, b.get(element), shape.items);
    for (const [element, item] of b) if (!a.has(element)) this.#below(element, undefined, item, shape.items);
  }
}

/** Collects the paths of a walk without starting from the root for each of them. */
class PathCollector {
  readonly set = new FieldSetBuilder();
  /** The nodes along the current path, as far down as something was collected. */
  readonly #nodes: FieldSetBuilder[] = [this.set];

  /** Adds what a set has below a path, and the path itself if it has that. */
  insert(path: readonly string[], below: FieldSet): void {
    const last = path.length - 1;
    if (last < 0) {
      this.set.member = below.member;
      return;
    }
    const nodes = this.#nodes;
    let node = nodes[nodes.length - 1] ?? this.set;
    for (let depth = nodes.length - 1; depth < last; depth++) {
      node = node.child(path[depth] ?? '');
      nodes.push(node);
    }
    (nodes[last] ?? node).attach(path[last] ?? '', below);
  }

  /** The walk went up to this depth. */
  ascend(depth: number): void {
    if (this.#nodes.length > depth + 1) this.#nodes.length = depth + 1;
  }
}

const absent: JsonObject = {};

function byElement(list: readonly unknown[], shape: ListShape): Map<string, unknown> {
  const elements = new Map<string, unknown>();
  for (const item of list) {
    const element = elementOf(item, shape);
    if (!elements.has(element)) elements.set(element, item);
  }
  return elements;
}

/** Whether two JSON values are the same, whatever the order of their members. */
export function sameJson(a: unknown, b: unknown): boolean {
  return isSame(a, b, alike);
}

/** The same as JSON values, and for those who tell lists that were stated to be empty from those that were not. */
function sameEncoding(a: unknown, b: unknown): boolean {
  return isSame(a, b, alikeStated);
}

/** Whether two empty lists are the same. */
type SameEmptyLists = (a: readonly unknown[], b: readonly unknown[]) => boolean;

const alike: SameEmptyLists = () => true;
const alikeStated: SameEmptyLists = (a, b) => isStatedList(a) === isStatedList(b);

function isSame(a: unknown, b: unknown, sameEmpty: SameEmptyLists): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a)) return Array.isArray(b) && sameItems(a, b, sameEmpty);
  return !Array.isArray(b) && sameMembers(a as JsonObject, b as JsonObject, sameEmpty);
}

function sameItems(a: readonly unknown[], b: readonly unknown[], sameEmpty: SameEmptyLists): boolean {
  if (a.length !== b.length) return false;
  if (a.length === 0) return sameEmpty(a, b);
  for (let i = 0; i < a.length; i++) if (!isSame(a[i], b[i], sameEmpty)) return false;
  return true;
}

function sameMembers(a: JsonObject, b: JsonObject, sameEmpty: SameEmptyLists): boolean {
  for (const key in a) if (!isSame(a[key], b[key], sameEmpty)) return false;
  for (const key in b) if (a[key] === undefined && b[key] !== undefined) return false;
  return true;
}
