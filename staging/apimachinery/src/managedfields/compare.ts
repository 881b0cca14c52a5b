import { isStatedList } from '../runtime/stated-lists.ts';
import type { FieldSchema, StructSchema, TypeRef, TypeSchemas } from '../schema/type-schema.ts';
import { type FieldSet, FieldSetBuilder, recursiveDifferenceOf } from './field-set.ts';
import { type ListShape, elementOf } from './list-element.ts';

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

type Json = Readonly<Record<string, unknown>>;

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

  /** Two values at the current path, at least one of which is there (undefined is absent, null is a value). */
  value(before: unknown, after: unknown, type: TypeRef, field?: FieldSchema): void {
    switch (type.kind) {
      case 'scalar': {
        this.#leaf(before, after);
        return;
      }
      case 'list': {
        this.#list(before, after, type.items, field);
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
        this.#deduced(before, after);
        return;
      }
      default:
        throw new Error(`unknown type ${JSON.stringify(type satisfies never)}`);
    }
  }

  #deduced(before: unknown, after: unknown): void {
    const areMaps = [before, after].every((value) => value === undefined || isObject(value));
    if (areMaps) this.#map(before, after, { kind: 'deduced' });
    else this.#leaf(before, after);
  }

  struct(before: unknown, after: unknown, schema: StructSchema, field?: FieldSchema): void {
    const [left, right] = [objectOf(before), objectOf(after)];
    const atomic = (field?.mapType ?? schema.mapType) === 'atomic';
    if (atomic || (isEmpty(left) && isEmpty(right))) {
      this.#leaf(before, after);
      return;
    }
    for (const member of schema.fields) {
      const a = memberOf(left, member);
      const b = memberOf(right, member);
      if (a === undefined && b === undefined) continue;
      this.#path.push(`f:${member.name}`);
      this.value(a, b, member.type, member);
      this.#leave();
    }
    if (schema.others) this.#others(left, right, schema, schema.others);
    this.#node(before, after);
  }

  /** Members that the struct does not name. */
  #others(left: Json, right: Json, schema: StructSchema, type: TypeRef): void {
    const named = new Set(schema.fields.map(({ name }) => name));
    for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
      if (named.has(key)) continue;
      this.#path.push(`f:${key}`);
      this.value(left[key], right[key], type);
      this.#leave();
    }
  }

  #map(before: unknown, after: unknown, values: TypeRef, field?: FieldSchema): void {
    const [left, right] = [objectOf(before), objectOf(after)];
    if (field?.mapType === 'atomic' || (isEmpty(left) && isEmpty(right))) {
      this.#leaf(before, after);
      return;
    }
    for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
      this.#path.push(`f:${key}`);
      this.value(left[key], right[key], values);
      this.#leave();
    }
    this.#node(before, after);
  }

  #list(before: unknown, after: unknown, items: TypeRef, field?: FieldSchema): void {
    const [left, right] = [listOf(before), listOf(after)];
    const atomic = field?.listType === undefined || field.listType === 'atomic';
    if (atomic || (left.length === 0 && right.length === 0)) {
      this.#leaf(before, after);
      return;
    }
    const shape: ListShape = { field, items, schemas: this.#schemas };
    const [a, b] = [byElement(left, shape), byElement(right, shape)];
    for (const element of new Set([...a.keys(), ...b.keys()])) {
      this.#path.push(element);
      this.value(a.get(element), b.get(element), items);
      this.#leave();
    }
    this.#node(before, after);
  }

  #leaf(before: unknown, after: unknown): void {
    if (before === undefined && after === undefined) return;
    if (before === undefined) this.#added.insert(this.#path);
    else if (after === undefined) this.#removed.insert(this.#path);
    else if (!sameJson(before, after)) this.#modified.insert(this.#path);
  }

  /** A struct, map or list is a field itself where it comes or goes as a whole. */
  #node(before: unknown, after: unknown): void {
    if (this.#path.length === 0) return;
    if (before === undefined) this.#added.insert(this.#path);
    else if (after === undefined) this.#removed.insert(this.#path);
  }

  #leave(): void {
    this.#path.pop();
    const depth = this.#path.length;
    this.#added.ascend(depth);
    this.#modified.ascend(depth);
    this.#removed.ascend(depth);
  }
}

/** Collects the paths of a walk without starting from the root for each of them. */
class PathCollector {
  readonly set = new FieldSetBuilder();
  /** The nodes along the current path, as far down as something was collected. */
  readonly #nodes: FieldSetBuilder[] = [this.set];

  insert(path: readonly string[]): void {
    const nodes = this.#nodes;
    let node = nodes[nodes.length - 1] ?? this.set;
    for (let depth = nodes.length - 1; depth < path.length; depth++) {
      node = node.child(path[depth] ?? '');
      nodes.push(node);
    }
    (nodes[path.length] ?? node).member = true;
  }

  /** The walk went up to this depth. */
  ascend(depth: number): void {
    if (this.#nodes.length > depth + 1) this.#nodes.length = depth + 1;
  }
}

/**
 * A member as the reference's encoding of the struct has it: what is held by value or has no `omitempty` is there even
 * when nothing was said about it, as long as the struct itself is.
 */
function memberOf(struct: Json | undefined, member: FieldSchema): unknown {
  const value = struct?.[member.name];
  if (value !== undefined || struct === absent) return Array.isArray(value) ? encodedList(value, member) : value;
  if (member.embedded === true) return {};
  if (member.type.kind === 'scalar') return member.type.scalar === 'raw' ? null : undefined;
  return isAlwaysEncoded(member) ? null : undefined;
}

function isAlwaysEncoded({ required, emitted, omitEmpty }: FieldSchema): boolean {
  return (required === true || emitted === true) && omitEmpty !== true;
}

/** An empty list that nobody stated is null where it is encoded at all. */
function encodedList(list: readonly unknown[], member: FieldSchema): unknown {
  return list.length > 0 || isStatedList(list) || !isAlwaysEncoded(member) ? list : null;
}

const absent: Json = {};

function objectOf(value: unknown): Json {
  return isObject(value) ? value : absent;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}

function isEmpty(value: Json): boolean {
  for (const key in value) if (value[key] !== undefined) return false;
  return true;
}

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
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) return sameItems(a, b);
  return isObject(a) && isObject(b) && sameMembers(a, b);
}

function sameItems(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (!sameJson(a[i], b[i])) return false;
  return true;
}

function sameMembers(a: Json, b: Json): boolean {
  for (const key in a) if (!sameJson(a[key], b[key])) return false;
  for (const key in b) if (a[key] === undefined && b[key] !== undefined) return false;
  return true;
}
