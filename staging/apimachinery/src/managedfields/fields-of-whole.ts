import type { FieldSchema, StructSchema, TypeRef, TypeSchemas } from '../schema/type-schema.ts';
import { type FieldSet, FieldSetBuilder, leafFieldSet } from './field-set.ts';
import { elementOf, type ListShape } from './list-element.ts';
import { type JsonObject, asList, asObject } from './shape.ts';
import { memberOf, structPlanOf } from './struct-plan.ts';

/**
 * The fields of a value that comes or goes as a whole: the value itself, and what it has unless it is atomic. The
 * elements are in the order in which sets are encoded.
 *
 * @go sigs.k8s.io/structured-merge-diff/typed#(TypedValue).Compare
 */
export function fieldsOfWhole(value: unknown, type: TypeRef, schemas: TypeSchemas, field?: FieldSchema): FieldSet {
  switch (type.kind) {
    case 'scalar':
      return leafFieldSet;
    case 'list':
      return fieldsOfList(value, { field, items: type.items, schemas });
    case 'map':
      return field?.mapType === 'atomic' ? leafFieldSet : fieldsOfMap(value, type.values, schemas);
    case 'struct':
      return fieldsOfStruct(value, schemas.struct(type.name), schemas, field);
    case 'deduced':
      return fieldsOfMap(value, type, schemas);
    default:
      throw new Error(`unknown type ${JSON.stringify(type satisfies never)}`);
  }
}

function fieldsOfStruct(value: unknown, schema: StructSchema, schemas: TypeSchemas, field?: FieldSchema): FieldSet {
  const struct = asObject(value);
  const isAtomic = (field?.mapType ?? schema.mapType) === 'atomic';
  if (struct === undefined || isAtomic || isEmptyObject(struct)) return leafFieldSet;
  const { members, names } = structPlanOf(schema);
  const set = new FieldSetBuilder(true);
  for (const planned of members) {
    const member = memberOf(struct, planned);
    if (member === undefined) continue;
    set.attach(planned.element, fieldsOfWhole(member, planned.field.type, schemas, planned.field));
  }
  if (schema.others !== undefined) {
    for (const key in struct) if (!names.has(key)) attachMember(set, struct, key, { type: schema.others, schemas });
  }
  return set;
}

function fieldsOfMap(value: unknown, values: TypeRef, schemas: TypeSchemas): FieldSet {
  const map = asObject(value);
  if (map === undefined || isEmptyObject(map)) return leafFieldSet;
  const set = new FieldSetBuilder(true);
  for (const key in map) attachMember(set, map, key, { type: values, schemas });
  return set;
}

function attachMember(
  set: FieldSetBuilder,
  map: JsonObject,
  key: string,
  { type, schemas }: { readonly type: TypeRef; readonly schemas: TypeSchemas },
): void {
  const member = map[key];
  if (member !== undefined) set.attach(`f:${key}`, fieldsOfWhole(member, type, schemas));
}

function fieldsOfList(value: unknown, shape: ListShape): FieldSet {
  const list = asList(value);
  const isAtomic = shape.field?.listType === undefined || shape.field.listType === 'atomic';
  if (list === undefined || isAtomic || list.length === 0) return leafFieldSet;
  const set = new FieldSetBuilder(true);
  for (const item of list) {
    const element = elementOf(item, shape);
    if (!set.children.has(element)) set.attach(element, fieldsOfWhole(item, shape.items, shape.schemas));
  }
  return set;
}

/** Whether an object has no members that say something. */
export function isEmptyObject(value: JsonObject): boolean {
  for (const key in value) if (value[key] !== undefined) return false;
  return true;
}
