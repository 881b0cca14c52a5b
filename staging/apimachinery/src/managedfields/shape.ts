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
    case 'deduced':
      if (value !== undefined && asObject(value) === undefined) return { kind: 'scalar', scalar: 'raw' };
      return { kind: 'map', atomic: false, member: () => ({ type }), isStruct: false };
    default:
      throw new Error(`unknown type ${JSON.stringify(type satisfies never)}`);
  }
}

function structStructure(schema: StructSchema, field: FieldSchema | undefined): Structure {
  return {
    kind: 'map',
    atomic: (field?.mapType ?? schema.mapType) === 'atomic',
    member: (name) => {
      const member = schema.fields.find((known) => known.name === name);
      if (member) return { type: member.type, field: member };
      return schema.others && { type: schema.others };
    },
    isStruct: true,
  };
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
