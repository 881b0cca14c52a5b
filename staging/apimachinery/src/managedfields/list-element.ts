import type { FieldSchema, TypeRef, TypeSchemas } from '../schema/type-schema.ts';

/** What tells the elements of a list apart. */
export interface ListShape {
  readonly field: FieldSchema | undefined;
  readonly items: TypeRef;
  readonly schemas: TypeSchemas;
}

/** The path element of a list item: its keys, or itself where the list is a set. */
export function elementOf(item: unknown, { field, items, schemas }: ListShape): string {
  if (field?.listType !== 'map') return `v:${JSON.stringify(item)}`;
  const stated = item as Readonly<Record<string, unknown>> | null;
  let text = '';
  for (const { name, quoted } of sortedKeysOf(field)) {
    const value = stated?.[name] ?? defaultOf(items, name, schemas);
    if (value !== undefined) text += `${text === '' ? '' : ','}${quoted}:${JSON.stringify(value)}`;
  }
  return `k:{${text}}`;
}

interface Key {
  readonly name: string;
  /** As JSON has it. */
  readonly quoted: string;
}

const sortedKeys = new WeakMap<FieldSchema, readonly Key[]>();

function sortedKeysOf(field: FieldSchema): readonly Key[] {
  let keys = sortedKeys.get(field);
  if (keys === undefined) {
    keys = [...(field.listMapKeys ?? [])].sort().map((name) => ({ name, quoted: JSON.stringify(name) }));
    sortedKeys.set(field, keys);
  }
  return keys;
}

/** Keys that are left out have their default. */
function defaultOf(items: TypeRef, key: string, schemas: TypeSchemas): unknown {
  const struct = items.kind === 'struct' ? schemas.struct(items.name) : undefined;
  const field = struct?.fields.find(({ name }) => name === key);
  if (field?.default !== undefined) return field.default;
  return field?.required === true && field.type.kind === 'scalar' && field.type.scalar === 'string' ? '' : undefined;
}
