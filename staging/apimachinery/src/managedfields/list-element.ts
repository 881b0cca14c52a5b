import type { FieldSchema, StructSchema, TypeRef, TypeSchemas } from '../schema/type-schema.ts';

/** What tells the elements of a list apart. */
export interface ListShape {
  readonly field: FieldSchema | undefined;
  readonly items: TypeRef;
  readonly schemas: TypeSchemas;
}

/** The path element of a list item: its keys, or itself where the list is a set. */
export function elementOf(item: unknown, { field, items, schemas }: ListShape): string {
  if (field?.listType !== 'map') return `v:${JSON.stringify(item)}`;
  const keys = sortedKeysOf(field);
  const stated = item as Readonly<Record<string, unknown>> | null;
  const [only] = keys;
  if (keys.length === 1 && only !== undefined && typeof stated?.[only] === 'string') {
    return `k:{${JSON.stringify(only)}:${JSON.stringify(stated[only])}}`;
  }
  const struct = items.kind === 'struct' ? schemas.struct(items.name) : undefined;
  const values: Record<string, unknown> = {};
  for (const key of keys) {
    const value = stated?.[key] ?? defaultOf(struct, key);
    if (value !== undefined) values[key] = value;
  }
  return `k:${JSON.stringify(values)}`;
}

const sortedKeys = new WeakMap<FieldSchema, readonly string[]>();

function sortedKeysOf(field: FieldSchema): readonly string[] {
  let keys = sortedKeys.get(field);
  if (keys === undefined) sortedKeys.set(field, (keys = [...(field.listMapKeys ?? [])].sort()));
  return keys;
}

/** Keys that are left out have their default. */
function defaultOf(struct: StructSchema | undefined, key: string): unknown {
  const field = struct?.fields.find(({ name }) => name === key);
  if (field?.default !== undefined) return field.default;
  return field?.required === true && field.type.kind === 'scalar' && field.type.scalar === 'string' ? '' : undefined;
}
