import { type CelType, type TypeProvider, types } from '@kubescript/cel';
import { isReserved } from './escaping.ts';
import { jsonSizes } from './limits.ts';

/** A field of a declared object type. */
export interface DeclField {
  readonly type: DeclType;
  readonly required: boolean;
}

interface DeclParts {
  readonly name: string;
  readonly celType: CelType;
  readonly fields?: ReadonlyMap<string, DeclField>;
  readonly keyType?: DeclType;
  readonly elemType?: DeclType;
  readonly maxElements?: number;
  readonly minSerializedSize: number;
}

/**
 * A type as a schema declares it: what the checker needs, and how large values can be.
 * @go k8s.io/apiserver/pkg/cel#DeclType
 */
export class DeclType {
  readonly name: string;
  readonly celType: CelType;
  /** The fields of an object by their escaped names. */
  readonly fields: ReadonlyMap<string, DeclField> | undefined;
  readonly keyType: DeclType | undefined;
  readonly elemType: DeclType | undefined;
  /** How many elements, entries or characters a value has at most. */
  readonly maxElements: number;
  /** How many bytes of JSON a value takes at least. */
  readonly minSerializedSize: number;

  constructor(parts: DeclParts) {
    this.name = parts.name;
    this.celType = parts.celType;
    this.fields = parts.fields;
    this.keyType = parts.keyType;
    this.elemType = parts.elemType;
    this.maxElements = parts.maxElements ?? 0;
    this.minSerializedSize = parts.minSerializedSize;
  }

  /** The type with names for the objects in it that have none: the path by which they are reached. */
  assignTypeName(name: string): DeclType {
    if (this.fields !== undefined) return this.#nameObject(this.name === 'object' ? name : this.name, this.fields);
    if (this.elemType === undefined) return this;
    const isMap = this.keyType !== undefined;
    const elem = this.elemType.assignTypeName(`${name}.${isMap ? '@elem' : '@idx'}`);
    if (elem === this.elemType) return this;
    return isMap ? mapDecl(this.keyType, elem, this.maxElements) : listDecl(elem, this.maxElements);
  }

  #nameObject(name: string, fields: ReadonlyMap<string, DeclField>): DeclType {
    const named = new Map(
      [...fields].map(([field, { type, required }]) => {
        return [field, { type: type.assignTypeName(`${name}.${field}`), required }] as const;
      }),
    );
    const unchanged = name === this.name && [...named].every(([field, { type }]) => fields.get(field)?.type === type);
    return unchanged ? this : objectDecl(name, named, this.minSerializedSize);
  }
}

/** A type without fields and elements. */
export function simpleDecl(
  name: string,
  celType: CelType,
  sizes: { readonly minSerializedSize: number; readonly maxElements?: number },
): DeclType {
  return new DeclType({ name, celType, ...sizes });
}

/** A list type; `[]` is its smallest value. */
export function listDecl(elemType: DeclType, maxElements: number): DeclType {
  const celType = types.list(elemType.celType);
  return new DeclType({ name: 'list', celType, elemType, maxElements, minSerializedSize: 2 });
}

/** A map type; `{}` is its smallest value. */
export function mapDecl(keyType: DeclType, elemType: DeclType, maxElements: number): DeclType {
  const celType = types.map(keyType.celType, elemType.celType);
  return new DeclType({ name: 'map', celType, keyType, elemType, maxElements, minSerializedSize: 2 });
}

/** An object type; fields are declared under their escaped names. */
export function objectDecl(name: string, fields: ReadonlyMap<string, DeclField>, minSerializedSize = 2): DeclType {
  return new DeclType({ name, celType: types.object(name), fields, minSerializedSize });
}

/** An object type from its fields' types. */
export function objectDeclOf(name: string, fields: Readonly<Record<string, DeclType>>): DeclType {
  return objectDecl(name, new Map(Object.entries(fields).map(([field, type]) => [field, { type, required: false }])));
}

/** The types that schemas and declarations use as they are. */
export const declTypes = {
  bool: simpleDecl('bool', types.bool, { minSerializedSize: jsonSizes.minBool }),
  double: simpleDecl('double', types.double, { minSerializedSize: jsonSizes.minNumber }),
  dyn: simpleDecl('dyn', types.dyn, { minSerializedSize: 1 }),
  int: simpleDecl('int', types.int, { minSerializedSize: jsonSizes.minNumber }),
  string: simpleDecl('string', types.string, { minSerializedSize: jsonSizes.minString }),
  timestamp: simpleDecl('timestamp', types.timestamp, { minSerializedSize: jsonSizes.date }),
} as const;

/**
 * Provides the object types in these types to an environment.
 * @go k8s.io/apiserver/pkg/cel#DeclTypeProvider
 */
export class DeclTypeProvider implements TypeProvider {
  readonly #objects = new Map<string, DeclType>();

  constructor(...roots: readonly DeclType[]) {
    for (const root of roots) this.#add(root);
  }

  #add(type: DeclType): void {
    if (type.elemType !== undefined) this.#add(type.elemType);
    if (type.fields === undefined || this.#objects.has(type.name)) return;
    this.#objects.set(type.name, type);
    for (const field of type.fields.values()) this.#add(field.type);
  }

  findType(name: string): CelType | undefined {
    return this.#objects.get(name)?.celType;
  }

  /** The type of a field; a reserved word finds the field of that name too. */
  findField(typeName: string, field: string): CelType | undefined {
    const fields = this.#objects.get(typeName)?.fields;
    const found = fields?.get(field) ?? (isReserved(field) ? fields?.get(`__${field}__`) : undefined);
    return found?.type.celType;
  }
}
