import { groupVersionKindOf } from '../schema/group-version.ts';
import type { StructSchema, TypeSchemas } from '../schema/type-schema.ts';
import type { DeepReadonly, KubeObject } from './object.ts';

/** Members from the root to a list: `['spec', 'limits']`. */
type ListPath = readonly string[];

const known = new WeakMap<TypeSchemas, Map<string, readonly ListPath[]>>();

/**
 * The object as the reference encodes it: lists that are always encoded are null where they are empty (`rules: null`),
 * while in memory they are lists, so that programs need not tell the two apart. Looks at the members of the object
 * and of its spec and status; gives the object itself if there is nothing to change.
 */
export function withNilLists<T extends DeepReadonly<KubeObject>>(object: T, schemas: TypeSchemas): T {
  let result: unknown = object;
  for (const path of listsOf(object, schemas)) result = nilAt(result, path);
  return result as T;
}

function listsOf(object: DeepReadonly<KubeObject>, schemas: TypeSchemas): readonly ListPath[] {
  let byKind = known.get(schemas);
  if (byKind === undefined) known.set(schemas, (byKind = new Map<string, readonly ListPath[]>()));
  const key = `${object.apiVersion ?? ''}/${object.kind ?? ''}`;
  let lists = byKind.get(key);
  if (lists === undefined) {
    const struct = schemas.kind(groupVersionKindOf(object));
    lists = struct === undefined ? [] : findLists(struct, schemas, []);
    byKind.set(key, lists);
  }
  return lists;
}

function findLists(struct: StructSchema, schemas: TypeSchemas, path: ListPath): readonly ListPath[] {
  return struct.fields.flatMap(({ name, type, required, emitted }) => {
    if (type.kind === 'list') {
      return (required === true || emitted === true) && name !== 'items' ? [[...path, name]] : [];
    }
    const descends = path.length === 0 && type.kind === 'struct' && (name === 'spec' || name === 'status');
    return descends ? findLists(schemas.struct(type.name), schemas, [name]) : [];
  });
}

function nilAt(value: unknown, [name, ...rest]: ListPath): unknown {
  if (typeof value !== 'object' || value === null || name === undefined) return value;
  const member = (value as Readonly<Record<string, unknown>>)[name];
  const changed = rest.length > 0 ? nilAt(member, rest) : Array.isArray(member) && member.length === 0 ? null : member;
  return changed === member ? value : { ...value, [name]: changed };
}
