import { groupVersionKindOf } from '../schema/group-version.ts';
import type { FieldSchema, TypeRef, TypeSchemas } from '../schema/type-schema.ts';
import { isNilWhenEmpty } from './encoded-form.ts';
import type { KubeObject } from './object.ts';

/** Puts lists in place of null within a value. */
type Fill = (value: object) => void;

/** A member in which, or in place of which, there may be null for an empty list. */
interface MemberPlan {
  readonly name: string;
  readonly isNilWhenEmpty: boolean;
  readonly fill: Fill | undefined;
}

const fillersOf = new WeakMap<TypeSchemas, Map<string, Fill>>();

/**
 * Makes of parsed JSON that `encodedForm` was the source of what the object was: lists that are null there are empty
 * again. Much cheaper than decoding, and only for what this program encoded itself. Changes the value, and returns it.
 */
export function decodedForm<T extends KubeObject>(encoded: T, schemas: TypeSchemas): T {
  const struct = schemas.kind(groupVersionKindOf(encoded));
  if (struct === undefined) return encoded;
  let fillers = fillersOf.get(schemas);
  if (fillers === undefined) fillersOf.set(schemas, (fillers = new Map<string, Fill>()));
  fillerOf(struct.name, schemas, fillers)(encoded);
  return encoded;
}

function fillerOf(name: string, schemas: TypeSchemas, known: Map<string, Fill>): Fill {
  let fill = known.get(name);
  if (fill === undefined) {
    let plans: readonly MemberPlan[] | undefined;
    fill = (value) => {
      plans ??= schemas.struct(name).fields.flatMap((field) => planOf(field, schemas, known));
      fillStruct(value as Record<string, unknown>, plans);
    };
    known.set(name, fill);
  }
  return fill;
}

function planOf(field: FieldSchema, schemas: TypeSchemas, known: Map<string, Fill>): MemberPlan[] {
  const fill = fillerOfType(field.type, schemas, known);
  const plan = { name: field.name, isNilWhenEmpty: isNilWhenEmpty(field), fill };
  return plan.isNilWhenEmpty || fill !== undefined ? [plan] : [];
}

/** undefined: there is nothing to fill in values of the type. */
function fillerOfType(type: TypeRef, schemas: TypeSchemas, known: Map<string, Fill>): Fill | undefined {
  switch (type.kind) {
    case 'scalar':
    case 'deduced':
      return undefined;
    case 'struct':
      return hasNilLists(type.name, schemas, new Set()) ? fillerOf(type.name, schemas, known) : undefined;
    case 'list': {
      const fill = fillerOfType(type.items, schemas, known);
      return fill && ((list) => fillAll(list as readonly unknown[], fill));
    }
    case 'map': {
      const fill = fillerOfType(type.values, schemas, known);
      return fill && ((map) => fillAll(Object.values(map), fill));
    }
  }
}

/** Whether values of a struct can have, at any depth, a list that is encoded as null. */
function hasNilLists(name: string, schemas: TypeSchemas, seen: Set<string>): boolean {
  if (seen.has(name)) return false;
  seen.add(name);
  return schemas.struct(name).fields.some((field) => {
    if (isNilWhenEmpty(field)) return true;
    const struct = structWithin(field.type);
    return struct !== undefined && hasNilLists(struct, schemas, seen);
  });
}

function structWithin(type: TypeRef): string | undefined {
  switch (type.kind) {
    case 'list':
      return structWithin(type.items);
    case 'map':
      return structWithin(type.values);
    default:
      return type.kind === 'struct' ? type.name : undefined;
  }
}

function fillStruct(value: Record<string, unknown>, plans: readonly MemberPlan[]): void {
  for (const { name, isNilWhenEmpty: isNil, fill } of plans) {
    const member = value[name];
    if (member === null && isNil) value[name] = [];
    else if (fill !== undefined && typeof member === 'object' && member !== null) fill(member);
  }
}

function fillAll(values: readonly unknown[], fill: Fill): void {
  for (const value of values) if (typeof value === 'object' && value !== null) fill(value);
}
