import type { DeepReadonly } from '@kubescript/apimachinery';
import type { JSONSchemaProps } from '@kubescript/api/apiextensions/v1';

/**
 * A schema of which every level states the type of its values, so that objects can be pruned and defaulted by it.
 *
 * @go k8s.io/apiextensions-apiserver/pkg/apiserver/schema#Structural
 */
export type StructuralSchema = DeepReadonly<JSONSchemaProps>;

/** The members of every resource, which no schema has to name. */
export const metaFields: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata']);

/** The schema of list items; undefined if there is none, or (what structural schemas cannot have) one per item. */
export function itemsOf({ items }: StructuralSchema): StructuralSchema | undefined {
  return items === undefined || isSchemaList(items) ? undefined : items;
}

/** True if `items` holds a list of schemas. */
export function isSchemaList(items: StructuralSchema['items']): items is readonly StructuralSchema[] {
  return Array.isArray(items);
}

/** The schema of members that `properties` does not name; undefined if there is none, or only a boolean. */
export function additionalSchemaOf({ additionalProperties }: StructuralSchema): StructuralSchema | undefined {
  return typeof additionalProperties === 'object' ? additionalProperties : undefined;
}

/** Whether values may have members that `properties` does not name. */
export function hasAdditional({ additionalProperties }: StructuralSchema): boolean {
  return additionalProperties !== undefined;
}

/** The schema of a member; undefined if the schema does not have it. */
export function propertyOf({ properties }: StructuralSchema, name: string): StructuralSchema | undefined {
  return properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined;
}

/** Whether unknown members are kept here. */
export function preservesUnknown(schema: StructuralSchema): boolean {
  return schema['x-kubernetes-preserve-unknown-fields'] === true;
}

/** Whether values are whole objects with apiVersion, kind and metadata. */
export function isEmbeddedResource(schema: StructuralSchema): boolean {
  return schema['x-kubernetes-embedded-resource'] === true;
}

/** A JSON object that may be changed. */
export type Json = Record<string, unknown>;

/** True for objects, not for lists and null. */
export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Calls `visit` with a schema and all schemas within it, junctors included, until it says true. */
export function someSchema(
  schema: StructuralSchema | undefined,
  visit: (schema: StructuralSchema) => boolean,
): boolean {
  if (schema === undefined) return false;
  return visit(schema) || childSchemas(schema).some((child) => someSchema(child, visit));
}

function childSchemas(schema: StructuralSchema): StructuralSchema[] {
  const { items, not, additionalItems } = schema;
  return [
    ...(items === undefined ? [] : isSchemaList(items) ? items : [items]),
    ...(schema.allOf ?? []),
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
    ...(not === undefined ? [] : [not]),
    ...Object.values(schema.properties ?? {}),
    ...(additionalSchemaOf(schema) === undefined ? [] : [additionalSchemaOf(schema) as StructuralSchema]),
    ...Object.values(schema.patternProperties ?? {}),
    ...(typeof additionalItems === 'object' ? [additionalItems] : []),
    ...Object.values(schema.definitions ?? {}),
    ...Object.values(schema.dependencies ?? {}).filter((one): one is StructuralSchema => !Array.isArray(one)),
  ];
}
