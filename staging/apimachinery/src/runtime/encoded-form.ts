import { groupVersionKindOf } from '../schema/group-version.ts';
import type { FieldSchema, StructSchema, TypeRef, TypeSchemas } from '../schema/type-schema.ts';
import type { DeepReadonly, KubeObject } from './object.ts';

/** Gives the encoded form of a value: the value itself where it has it already. */
type Arrange = (value: unknown) => unknown;

/** A member of a struct, compiled. */
interface MemberPlan {
  readonly name: string;
  /** An empty list is encoded as null. */
  readonly nilWhenEmpty: boolean;
  /** undefined: nothing below can need a change. */
  readonly arrange: Arrange | undefined;
}

const plansOf = new WeakMap<TypeSchemas, Map<string, Arrange>>();

/**
 * The object as the reference encodes it: members in the order of the Go struct, and lists that are always encoded
 * null where they are empty (`rules: null`). In memory members are in the order in which they were set and those lists
 * are lists, so that programs need not care. Shares with the object what needs no change, often all of it.
 */
export function encodedForm<T extends DeepReadonly<KubeObject>>(object: T, schemas: TypeSchemas): T {
  const struct = schemas.kind(groupVersionKindOf(object));
  if (struct === undefined) return object;
  let arrangers = plansOf.get(schemas);
  if (arrangers === undefined) plansOf.set(schemas, (arrangers = new Map<string, Arrange>()));
  return arrangerOf(struct.name, schemas, arrangers)(object) as T;
}

function arrangerOf(name: string, schemas: TypeSchemas, known: Map<string, Arrange>): Arrange {
  let arrange = known.get(name);
  if (arrange === undefined) {
    arrange = structArranger(schemas.struct(name), (member) => arrangerOfType(member, schemas, known));
    known.set(name, arrange);
  }
  return arrange;
}

function arrangerOfType(type: TypeRef, schemas: TypeSchemas, known: Map<string, Arrange>): Arrange | undefined {
  switch (type.kind) {
    case 'scalar':
    case 'deduced':
      return undefined;
    case 'struct': {
      // Found when first used, because structs may contain themselves.
      let arrange: Arrange | undefined;
      return (value) => (arrange ??= arrangerOf(type.name, schemas, known))(value);
    }
    case 'list': {
      const arrange = arrangerOfType(type.items, schemas, known);
      return arrange && ((value) => arrangeList(value, arrange));
    }
    case 'map': {
      const arrange = arrangerOfType(type.values, schemas, known);
      return arrange && ((value) => arrangeMap(value, arrange));
    }
  }
}

function structArranger(struct: StructSchema, arrangerOfMember: (type: TypeRef) => Arrange | undefined): Arrange {
  let plans: StructPlan | undefined;
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    plans ??= structPlan(struct.fields.map((field) => planOf(field, arrangerOfMember)));
    return arrangeStruct(value as Readonly<Record<string, unknown>>, plans);
  };
}

/** The members of a struct in order, and where each is. */
interface StructPlan {
  readonly members: readonly MemberPlan[];
  readonly positions: ReadonlyMap<string, number>;
}

function structPlan(members: readonly MemberPlan[]): StructPlan {
  return { members, positions: new Map(members.map(({ name }, position) => [name, position])) };
}

function planOf(field: FieldSchema, arrangerOfMember: (type: TypeRef) => Arrange | undefined): MemberPlan {
  return { name: field.name, nilWhenEmpty: isNilWhenEmpty(field), arrange: arrangerOfMember(field.type) };
}

/** Whether the member is a list which is null in the encoding where it is empty. */
export function isNilWhenEmpty({ name, type, required, emitted, omitEmpty }: FieldSchema): boolean {
  const always = (required === true || emitted === true) && omitEmpty !== true;
  return type.kind === 'list' && always && name !== 'items';
}

function arrangeStruct(value: Readonly<Record<string, unknown>>, plan: StructPlan): Readonly<Record<string, unknown>> {
  const { members } = plan;
  let position = -1;
  let inOrder = true;
  let changed: Record<string, unknown> | undefined;
  for (const name in value) {
    // Mostly the next member, or one soon after: found without a look-up.
    let at = position + 1;
    while (at < members.length && members[at]?.name !== name) at++;
    if (at === members.length) {
      const earlier = plan.positions.get(name);
      if (earlier === undefined) continue;
      at = earlier;
      inOrder = false;
    }
    position = at;
    const member = value[name];
    if (typeof member !== 'object' || member === null) continue;
    const form = formOf(member, members[at]);
    if (form !== member) (changed ??= { ...value })[name] = form;
  }
  return inOrder ? (changed ?? value) : sorted(changed ?? value, plan);
}

function formOf(member: object, plan: MemberPlan | undefined): unknown {
  if (plan?.nilWhenEmpty === true && (member as readonly unknown[]).length === 0) return null;
  return plan?.arrange === undefined ? member : plan.arrange(member);
}

/** The members in order; those that the schema does not have last. */
function sorted(
  value: Readonly<Record<string, unknown>>,
  { members, positions }: StructPlan,
): Readonly<Record<string, unknown>> {
  const result: Record<string, unknown> = {};
  for (const { name } of members) if (Object.hasOwn(value, name)) result[name] = value[name];
  for (const name in value) if (!positions.has(name)) result[name] = value[name];
  return result;
}

function arrangeList(value: unknown, arrange: Arrange): unknown {
  if (!Array.isArray(value)) return value;
  const list: readonly unknown[] = value;
  let changed: unknown[] | undefined;
  for (let index = 0; index < list.length; index++) {
    const form = arrange(list[index]);
    if (form !== list[index]) (changed ??= [...list])[index] = form;
  }
  return changed ?? list;
}

function arrangeMap(value: unknown, arrange: Arrange): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const map = value as Readonly<Record<string, unknown>>;
  let changed: Record<string, unknown> | undefined;
  for (const key in map) {
    const form = arrange(map[key]);
    if (form !== map[key]) (changed ??= { ...map })[key] = form;
  }
  return changed ?? map;
}
