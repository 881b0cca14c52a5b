import type {
  FieldSchema,
  GroupVersionKind,
  ScalarName,
  StructSchema,
  TypeRef,
  TypeSchemas,
} from '@kubescript/apimachinery';

/** A JSON schema, or a part of a document. */
export type Json = Record<string, unknown>;

/** Where a document keeps its schemas, and how it refers to one of them. */
export interface SchemaStyle {
  readonly refPrefix: '#/components/schemas/' | '#/definitions/';
}

/** References of OpenAPI 3. */
export const style3: SchemaStyle = { refPrefix: '#/components/schemas/' };
/** References of Swagger 2. */
export const style2: SchemaStyle = { refPrefix: '#/definitions/' };

const machinery = 'io.k8s.apimachinery.pkg.';
/** Scalars that have a schema by name. */
const named: Partial<Readonly<Record<ScalarName, { readonly name: string; readonly schema: Json }>>> = {
  time: { name: `${machinery}apis.meta.v1.Time`, schema: { type: 'string', format: 'date-time' } },
  microTime: { name: `${machinery}apis.meta.v1.MicroTime`, schema: { type: 'string', format: 'date-time' } },
  quantity: { name: `${machinery}api.resource.Quantity`, schema: { oneOf: [{ type: 'string' }, { type: 'number' }] } },
  intOrString: {
    name: `${machinery}util.intstr.IntOrString`,
    schema: { format: 'int-or-string', oneOf: [{ type: 'integer' }, { type: 'string' }] },
  },
  raw: { name: `${machinery}runtime.RawExtension`, schema: { type: 'object' } },
};
/** Swagger 2 has no alternatives. */
const named2: Partial<Readonly<Record<ScalarName, Json>>> = {
  quantity: { type: 'string' },
  intOrString: { type: 'string', format: 'int-or-string' },
};
const plain: Partial<Readonly<Record<ScalarName, Json>>> = {
  string: { type: 'string' },
  boolean: { type: 'boolean' },
  int32: { type: 'integer', format: 'int32' },
  int64: { type: 'integer', format: 'int64' },
  double: { type: 'number', format: 'double' },
  bytes: { type: 'string', format: 'byte' },
};

/**
 * Describes kinds that have no compiled type (custom resources): the name and the schema of a kind, or undefined for
 * other kinds. `ref` refers to a struct of the built-in types.
 */
export type DescribeKind = (
  kind: GroupVersionKind,
  target: { readonly version: 2 | 3; readonly ref: (struct: string) => Json; readonly refTo: (name: string) => Json },
) => { readonly name: string; readonly schema: Json } | undefined;

/** The schema of a struct, and what it refers to. */
interface StructDescription {
  readonly schema: Json;
  readonly structs: ReadonlySet<string>;
  readonly scalars: ReadonlySet<ScalarName>;
}

/**
 * The structs that were described, by style and name: documents share many of them, and the same object is compared and
 * encoded but once.
 */
const descriptions = new WeakMap<TypeSchemas, Map<string, StructDescription>>();

function descriptionsOf(schemas: TypeSchemas): Map<string, StructDescription> {
  let known = descriptions.get(schemas);
  if (known === undefined) descriptions.set(schemas, (known = new Map<string, StructDescription>()));
  return known;
}

/** Collects the schemas that a document refers to, with everything that they refer to. */
export class SchemaCollection {
  readonly #schemas: TypeSchemas;
  readonly #style: SchemaStyle;
  readonly #collected = new Map<string, Json>();
  readonly #describeKind: DescribeKind | undefined;
  /** The names of the kinds that were described: many operations refer to one. */
  readonly #described = new Map<string, string>();
  readonly #known: Map<string, StructDescription>;
  /** What the struct that is being described refers to. */
  #uses: { readonly structs: Set<string>; readonly scalars: Set<ScalarName> } | undefined;

  constructor(schemas: TypeSchemas, style: SchemaStyle, describeKind?: DescribeKind) {
    this.#schemas = schemas;
    this.#style = style;
    this.#describeKind = describeKind;
    this.#known = descriptionsOf(schemas);
  }

  /** Refers to a kind, which becomes part of the collection; undefined if nothing is known of it. */
  kindRef(kind: GroupVersionKind): Json | undefined {
    const version = this.#style === style2 ? 2 : 3;
    const refTo = (name: string): Json => ({ $ref: this.#style.refPrefix + name });
    const key = `${kind.group}/${kind.version}/${kind.kind}`;
    const known = this.#described.get(key);
    if (known !== undefined) return refTo(known);
    const described = this.#describeKind?.(kind, { version, ref: (struct) => this.ref(struct), refTo });
    if (described) {
      this.#collected.set(described.name, described.schema);
      this.#described.set(key, described.name);
      return refTo(described.name);
    }
    const schema = this.#schemas.kind(kind);
    return schema && this.ref(schema.name);
  }

  /** Refers to a struct, which becomes part of the collection. */
  ref(name: string): Json {
    this.#add(name);
    return { $ref: this.#style.refPrefix + name };
  }

  /** What was collected, by name. */
  collected(): Json {
    return Object.fromEntries([...this.#collected].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  #add(name: string): void {
    this.#uses?.structs.add(name);
    if (this.#collected.has(name)) return;
    const key = this.#style.refPrefix + name;
    const known = this.#known.get(key) ?? this.#describe(name);
    this.#known.set(key, known);
    this.#collected.set(name, known.schema);
    for (const struct of known.structs) this.#add(struct);
    for (const scalar of known.scalars) this.#scalar(scalar);
  }

  #describe(name: string): StructDescription {
    const outer = this.#uses;
    const uses = { structs: new Set<string>(), scalars: new Set<ScalarName>() };
    this.#uses = uses;
    this.#collected.set(name, {});
    try {
      return { schema: this.#struct(this.#schemas.struct(name)), ...uses };
    } finally {
      this.#uses = outer;
    }
  }

  #struct(schema: StructSchema): Json {
    const properties = Object.fromEntries(schema.fields.map((field) => [field.name, this.#property(field)]));
    const required = schema.fields.filter((field) => field.required === true).map(({ name }) => name);
    return {
      ...(schema.description === undefined ? {} : { description: schema.description }),
      type: 'object',
      ...(schema.fields.length > 0 ? { properties } : {}),
      ...(required.length > 0 ? { required } : {}),
      ...(schema.gvk ? { 'x-kubernetes-group-version-kind': schema.gvk } : {}),
      ...(schema.mapType === 'atomic' ? { 'x-kubernetes-map-type': 'atomic' } : {}),
    };
  }

  #property(field: FieldSchema): Json {
    const type = this.#type(field.type);
    const notes: Json = {
      ...(field.description === undefined ? {} : { description: field.description }),
      ...(field.default === undefined ? {} : { default: field.default }),
      ...(field.embedded === true ? { default: {} } : {}),
      ...(field.listType === undefined ? {} : { 'x-kubernetes-list-type': field.listType }),
      ...(field.listMapKeys === undefined ? {} : { 'x-kubernetes-list-map-keys': field.listMapKeys }),
      ...(field.mapType === 'atomic' ? { 'x-kubernetes-map-type': 'atomic' } : {}),
      ...(field.patchStrategy === undefined ? {} : { 'x-kubernetes-patch-strategy': field.patchStrategy }),
      ...(field.patchMergeKey === undefined ? {} : { 'x-kubernetes-patch-merge-key': field.patchMergeKey }),
    };
    if (!('$ref' in type)) return { ...notes, ...type };
    if (Object.keys(notes).length === 0) return type;
    return this.#style === style3 ? { ...notes, allOf: [type] } : { ...notes, ...type };
  }

  #type(type: TypeRef): Json {
    switch (type.kind) {
      case 'scalar':
        return this.#scalar(type.scalar);
      case 'struct':
        return this.ref(type.name);
      case 'list':
        return { type: 'array', items: this.#type(type.items) };
      case 'map':
        return { type: 'object', additionalProperties: this.#type(type.values) };
      case 'deduced':
        return { 'x-kubernetes-preserve-unknown-fields': true };
      default:
        throw new Error(`unknown type ${JSON.stringify(type satisfies never)}`);
    }
  }

  #scalar(scalar: ScalarName): Json {
    const simple = plain[scalar];
    if (simple) return simple;
    const found = named[scalar];
    if (!found) throw new Error(`the scalar ${scalar} has no schema`);
    const schema = this.#style === style2 ? (named2[scalar] ?? found.schema) : found.schema;
    this.#collected.set(found.name, schema);
    this.#uses?.scalars.add(scalar);
    return { $ref: this.#style.refPrefix + found.name };
  }
}
