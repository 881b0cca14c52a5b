import type { ApiField, ApiPackage, ApiType, TypeExpr } from './model.ts';
import { markerOf, markersOf } from './model.ts';

/** TypeScript names of scalars → their names in schemas. */
const SCALAR_NAMES: Readonly<Record<string, string>> = {
  string: 'string',
  boolean: 'boolean',
  int32: 'int32',
  int64: 'int64',
  double: 'double',
  Bytes: 'bytes',
  Time: 'time',
  MicroTime: 'microTime',
  Quantity: 'quantity',
  IntOrString: 'intOrString',
  RawExtension: 'raw',
  FieldsV1: 'raw',
};

/** Finds a type of any package. */
export interface TypeFinder {
  /** The type that `name` means in `api`; throws an Error if there is none. */
  find(
    api: ApiPackage,
    name: Extract<TypeExpr, { kind: 'name' }>,
  ): { readonly api: ApiPackage; readonly type: ApiType };
}

/** A field of a struct with everything that is inherited resolved. */
export interface FlatField {
  readonly api: ApiPackage;
  readonly field: ApiField;
  /** Protobuf field numbers of the embedded messages it lies in. */
  readonly path: readonly number[];
}

/** The fields of a struct in the order of the Go struct, those of embedded structs included. */
export function flatFields(api: ApiPackage, type: ApiType, finder: TypeFinder): readonly FlatField[] {
  const own = type.fields.map((field) => ({ rank: rankOf(field), fields: [{ api, field, path: [] }] }));
  const inlines = markersOf(type, 'protobufInline').map((text) => Number(text.split(' ')[0]));
  const inherited = type.extends.map((base, index) => {
    if (base.kind !== 'name') throw new Error(`${api.path}: ${type.name} extends something that is not a struct`);
    const number = inlines[index];
    if (number === undefined) throw new Error(`${api.path}: ${type.name}: extends without @protobufInline`);
    const found = finder.find(api, base);
    const fields = flatFields(found.api, found.type, finder).map((flat) => ({ ...flat, path: [number, ...flat.path] }));
    return { rank: number, fields };
  });
  if (inherited.length === 0) return own.flatMap((group) => group.fields);
  return [...own, ...inherited].toSorted((a, b) => a.rank - b.rank).flatMap((group) => group.fields);
}

function rankOf(field: ApiField): number {
  return Number(markerOf(field, 'protobuf')?.split(' ')[0] ?? 0);
}

/** The type of a field as a schema table spells it, seen from `owner`. */
export function typeText(owner: ApiPackage, api: ApiPackage, type: TypeExpr, finder: TypeFinder): string {
  switch (type.kind) {
    case 'list':
      return `[]${typeText(owner, api, type.items, finder)}`;
    case 'map':
      return `{}${typeText(owner, api, type.values, finder)}`;
    case 'name':
      return SCALAR_NAMES[type.name] ?? structText(owner, finder.find(api, type));
  }
}

function structText(owner: ApiPackage, found: { readonly api: ApiPackage; readonly type: ApiType }): string {
  if (isUnstructured(found.type)) return 'raw';
  return found.api === owner ? `~${found.type.name}` : `${found.api.openApiPrefix}.${found.type.name}`;
}

/** Aliases other than for the empty struct have no fields that a schema could list. */
export function isUnstructured(type: ApiType): boolean {
  return type.unstructured === true;
}
