import type { FieldSchema, StructSchema, TypeRef, TypeSchemas } from '../schema/type-schema.ts';
import { elementOf } from './list-element.ts';

/** The type of a value with the markers of the field that holds it. */
export interface Shape {
  readonly type: TypeRef;
  readonly field?: FieldSchema | undefined;
}

/** What a value is made of. */
export type Structure =
  | { readonly kind: 'scalar'; readonly scalar: string }
  | {
      readonly kind: 'list';
      readonly atomic: boolean;
      readonly items: Shape;
      readonly elementOf: (item: unknown) => string;
    }
  | {
      readonly kind: 'map';
      readonly atomic: boolean;
      /** The shape of a member; undefined if there is no such member. */
      readonly member: (name: string) => Shape | undefined;
      /** Whether members are those of a struct, rather than any. */
      readonly isStruct: boolean;
    };

/** Looks up what values of a shape are made of; where the shape leaves it open, `value` decides. */
export function structureOf({ type, field }: Shape, schemas: TypeSchemas, value?: unknown): Structure {
  if (type.kind === 'deduced' && value !== undefined && asObject(value) === undefined) return anyScalar;
  const known = structuresIn(schemas);
  const key = field?.type === type ? field : type;
  let structure = known.get(key);
  if (structure === undefined)
    known.set(key, (structure = newStructure(type, key === field ? field : undefined, schemas)));
  return structure;
}

const anyScalar: Structure = { kind: 'scalar', scalar: 'raw' };

/** What was looked up before, by field, or by type where no field holds it. */
const structures = new WeakMap<TypeSchemas, WeakMap<FieldSchema | TypeRef, Structure>>();

function structuresIn(schemas: TypeSchemas): WeakMap<FieldSchema | TypeRef, Structure> {
  let known = structures.get(schemas);
  if (known === undefined) structures.set(schemas, (known = new WeakMap()));
  return known;
}

function newStructure(type: TypeRef, field: FieldSchema | undefined, schemas: TypeSchemas): Structure {
  switch (type.kind) {
    case 'scalar':
      return { kind: 'scalar', scalar: type.scalar };
    case 'list': {
      const shape = { field, items: type.items, schemas };
      return {
        kind: 'list',
        atomic: field?.listType === undefined || field.listType === 'atomic',
        items: { type: type.items },
        elementOf: (item) => elementOf(item, shape),
      };
    }
    case 'map': {
      const values = { type: type.values };
      return { kind: 'map', atomic: field?.mapType === 'atomic', member: () => values, isStruct: false };
    }
    case 'struct':
      return structStructure(schemas.struct(type.name), field);
    case 'deduced': {
      const values = { type };
      return { kind: 'map', atomic: false, member: () => values, isStruct: false };
    }
    default:
      throw new Error(`unknown type ${JSON.stringify(type satisfies never)}`);
  }
}

function structStructure(schema: StructSchema, field: FieldSchema | undefined): Structure {
  const members = membersOf(schema);
  const others = schema.others && { type: schema.others };
  return {
    kind: 'map',
    atomic: (field?.mapType ?? schema.mapType) === 'atomic',
    member: (name) => members.get(name) ?? others,
    isStruct: true,
  };
}

const shapesOfMembers = new WeakMap<StructSchema, ReadonlyMap<string, Shape>>();

function membersOf(schema: StructSchema): ReadonlyMap<string, Shape> {
  let members = shapesOfMembers.get(schema);
  if (members === undefined) {
    members = new Map(schema.fields.map((field) => [field.name, { type: field.type, field }]));
    shapesOfMembers.set(schema, members);
  }
  return members;
}

const roots = new WeakMap<StructSchema, Shape>();

/** The shape of a whole object. */
export function rootOf(schema: StructSchema): Shape {
  let root = roots.get(schema);
  if (root === undefined) roots.set(schema, (root = { type: { kind: 'struct', name: schema.name } }));
  return root;
}

/** A JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The value if it is a JSON object. */
export function asObject(value: unknown): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
}

/** The value if it is a list. */
export function asList(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? (value as unknown[]) : undefined;
}
