import {
  type FieldSchema,
  type GroupVersionKind,
  type ListType,
  type StructSchema,
  type TypeRef,
  type TypeSchemas,
} from '@kubescript/apimachinery';

import {
  type StructuralSchema,
  additionalSchemaOf,
  isEmbeddedResource,
  itemsOf,
  metaFields,
  preservesUnknown,
} from './structural.ts';

const objectMeta: TypeRef = { kind: 'struct', name: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' };
const text: TypeRef = { kind: 'scalar', scalar: 'string' };
const anything: TypeRef = { kind: 'deduced' };
const metaMembers: readonly FieldSchema[] = [
  { name: 'apiVersion', type: text },
  { name: 'kind', type: text },
  { name: 'metadata', type: objectMeta },
];

/**
 * The schemas of a custom resource in the form that server-side apply and the tracking of managers work on, on top of
 * those of built-in types. Each version is turned into that form when it is first asked for.
 *
 * @go k8s.io/apiextensions-apiserver/pkg/controller/openapi/builder#BuildOpenAPIV3
 */
export class CustomTypeSchemas implements TypeSchemas {
  readonly #base: TypeSchemas;
  readonly #kind: GroupVersionKind;
  readonly #schemaOf: (version: string) => StructuralSchema | undefined;
  readonly #structs = new Map<string, StructSchema>();
  readonly #roots = new Map<string, StructSchema | undefined>();

  /** `schemaOf` gives the schema of a version; undefined for versions that there are not. */
  constructor(base: TypeSchemas, kind: GroupVersionKind, schemaOf: (version: string) => StructuralSchema | undefined) {
    this.#base = base;
    this.#kind = kind;
    this.#schemaOf = schemaOf;
  }

  struct(name: string): StructSchema {
    return this.#structs.get(name) ?? this.#base.struct(name);
  }

  kind(gvk: GroupVersionKind): StructSchema | undefined {
    if (gvk.group !== this.#kind.group || gvk.kind !== this.#kind.kind) return this.#base.kind(gvk);
    if (!this.#roots.has(gvk.version)) this.#roots.set(gvk.version, this.#makeRoot(gvk));
    return this.#roots.get(gvk.version);
  }

  kinds(): readonly GroupVersionKind[] {
    return [...this.#base.kinds(), this.#kind];
  }

  #makeRoot({ group, version, kind }: GroupVersionKind): StructSchema | undefined {
    const schema = this.#schemaOf(version);
    if (!schema) return undefined;
    const name = `${group}/${version}/${kind}`;
    this.#addStruct(name, { ...schema, 'x-kubernetes-embedded-resource': true });
    return this.#structs.get(name);
  }

  #addStruct(name: string, schema: StructuralSchema): void {
    const isResource = isEmbeddedResource(schema);
    const own = Object.entries(schema.properties ?? {}).filter(([member]) => !(isResource && metaFields.has(member)));
    const fields = own.map(([member, property]) => this.#field(member, property, `${name}.${member}`));
    const mapType = mapTypeOf(schema);
    const additional = additionalSchemaOf(schema);
    const others = preservesUnknown(schema) ? anything : additional && this.#type(additional, `${name}.{}`);
    this.#structs.set(name, {
      name,
      fields: [...(isResource ? metaMembers : []), ...fields],
      ...(mapType ? { mapType } : {}),
      ...(others ? { others } : {}),
    });
  }

  #field(name: string, schema: StructuralSchema, path: string): FieldSchema {
    const listType = schema['x-kubernetes-list-type'] as ListType | undefined;
    const mapType = mapTypeOf(schema);
    return {
      name,
      type: this.#type(schema, path),
      ...(schema.default === undefined ? {} : { default: schema.default }),
      ...(listType ? { listType } : {}),
      ...(schema['x-kubernetes-list-map-keys'] ? { listMapKeys: schema['x-kubernetes-list-map-keys'] } : {}),
      ...(mapType ? { mapType } : {}),
    };
  }

  #type(schema: StructuralSchema, path: string): TypeRef {
    if (schema['x-kubernetes-int-or-string'] === true) return { kind: 'scalar', scalar: 'intOrString' };
    switch (schema.type) {
      case 'string':
        return text;
      case 'boolean':
        return { kind: 'scalar', scalar: 'boolean' };
      case 'integer':
        return { kind: 'scalar', scalar: 'int64' };
      case 'number':
        return { kind: 'scalar', scalar: 'double' };
      case 'array': {
        const items = itemsOf(schema);
        return { kind: 'list', items: items ? this.#type(items, `${path}[]`) : anything };
      }
      case 'object':
        return this.#objectType(schema, path);
      default:
        return anything;
    }
  }

  #objectType(schema: StructuralSchema, path: string): TypeRef {
    const hasFields = Object.keys(schema.properties ?? {}).length > 0 || isEmbeddedResource(schema);
    if (hasFields) {
      this.#addStruct(path, schema);
      return { kind: 'struct', name: path };
    }
    const additional = additionalSchemaOf(schema);
    return additional ? { kind: 'map', values: this.#type(additional, `${path}.{}`) } : anything;
  }
}

function mapTypeOf(schema: StructuralSchema): 'atomic' | 'granular' | undefined {
  return schema['x-kubernetes-map-type'] as 'atomic' | 'granular' | undefined;
}
