import type { CelSchema } from '../schema.ts';

/** A schema as it stands in an OpenAPI v3 document: others are referred to, alone or wrapped in `allOf`. */
export interface OpenApiSchema extends Omit<CelSchema, 'items' | 'properties' | 'additionalProperties'> {
  readonly $ref?: string;
  readonly allOf?: readonly OpenApiSchema[];
  readonly items?: OpenApiSchema;
  readonly properties?: Readonly<Record<string, OpenApiSchema>>;
  readonly additionalProperties?: OpenApiSchema | boolean;
}

/** The schemas of a document by their names. */
export type OpenApiSchemas = Readonly<Record<string, OpenApiSchema>>;

const refPrefix = '#/components/schemas/';

/** Built-in types say by their format what custom resources say by an extension. */
const intOrStringFormat = 'int-or-string';

/** Stands for a schema inside itself. */
const circular: CelSchema = { type: 'object' };

/**
 * A schema of a document with everything that it refers to in place; a schema inside itself is an object without
 * fields. Throws for a reference to nothing.
 *
 * @go k8s.io/apiserver/pkg/cel/openapi/resolver#PopulateRefs
 */
export function populateRefs(schemas: OpenApiSchemas, name: string): CelSchema {
  return populate(schemas, { $ref: refPrefix + name }, new Set());
}

function populate(schemas: OpenApiSchemas, schema: OpenApiSchema, within: ReadonlySet<string>): CelSchema {
  const ref = refOf(schema);
  if (ref === undefined) return populateMembers(schemas, schema, within);
  if (within.has(ref)) return circular;
  const found = Object.hasOwn(schemas, ref) ? schemas[ref] : undefined;
  if (found === undefined) throw new Error(`internal error: cannot resolve Ref "${refPrefix}${ref}": schema not found`);
  return populateMembers(schemas, found, new Set(within).add(ref));
}

function populateMembers(schemas: OpenApiSchemas, schema: OpenApiSchema, within: ReadonlySet<string>): CelSchema {
  const { $ref: _ref, allOf: _allOf, items, properties, additionalProperties, ...own } = schema;
  const inner = (member: OpenApiSchema): CelSchema => populate(schemas, member, within);
  return {
    ...own,
    ...(own.format === intOrStringFormat && { 'x-kubernetes-int-or-string': true }),
    ...(items && { items: inner(items) }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, inner(property)])),
    }),
    ...(additionalProperties !== undefined && {
      additionalProperties:
        typeof additionalProperties === 'boolean' ? additionalProperties : inner(additionalProperties),
    }),
  };
}

/** The name of the schema that this one refers to; undefined if it is one itself. */
function refOf({ $ref, allOf = [] }: OpenApiSchema): string | undefined {
  if ($ref !== undefined) return $ref.startsWith(refPrefix) ? $ref.slice(refPrefix.length) : $ref;
  for (const part of allOf) {
    const ref = refOf(part);
    if (ref !== undefined) return ref;
  }
  return undefined;
}
