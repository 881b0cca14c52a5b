import { type TypeSchemas, newTypeDecoder } from '@kubescript/apimachinery';
import type { CustomResourceDefinition, JSONSchemaProps } from '@kubescript/api/apiextensions/v1';

/** The OpenAPI name of JSONSchemaProps. */
const schemaProps = 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps';

type Decode = (value: unknown) => { readonly value: JSONSchemaProps };

/**
 * Makes a function that brings, in place, the schemas of a definition into their form: what stands where a schema, a list
 * of them or a boolean may stand has not been decoded yet, so it has members that a schema does not have.
 */
export function newSchemaNormalizer(schemas: TypeSchemas): (crd: CustomResourceDefinition) => void {
  const decode: Decode = newTypeDecoder<JSONSchemaProps>(schemas, schemaProps);
  return function normalizeSchemas(crd) {
    for (const { schema } of crd.spec.versions) normalize(schema?.openAPIV3Schema, decode);
  };
}

function normalize(schema: JSONSchemaProps | undefined, decode: Decode): void {
  if (schema === undefined) return;
  const { items, additionalProperties, additionalItems, dependencies } = schema;
  if (isSchema(items)) schema.items = decode(items).value;
  else if (Array.isArray(items)) schema.items = items.map((item: unknown) => decode(item).value);
  if (isSchema(additionalProperties)) schema.additionalProperties = decode(additionalProperties).value;
  if (isSchema(additionalItems)) schema.additionalItems = decode(additionalItems).value;
  for (const [name, dependency] of Object.entries(dependencies ?? {})) {
    if (dependencies && isSchema(dependency)) dependencies[name] = decode(dependency).value;
  }
  for (const child of children(schema)) normalize(child, decode);
}

function isSchema(value: unknown): value is JSONSchemaProps {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function children(schema: JSONSchemaProps): JSONSchemaProps[] {
  const { items, additionalProperties, additionalItems, not } = schema;
  const single = [items, additionalProperties, additionalItems, not].filter(isSchema);
  const lists = [schema.allOf, schema.anyOf, schema.oneOf, Array.isArray(items) ? (items as JSONSchemaProps[]) : []];
  const maps = [schema.properties, schema.patternProperties, schema.definitions];
  return [
    ...single,
    ...lists.flatMap((list) => list ?? []),
    ...maps.flatMap((map) => Object.values(map ?? {})),
    ...Object.values(schema.dependencies ?? {}).filter(isSchema),
  ];
}
