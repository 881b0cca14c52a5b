import { pruneUnknown } from './pruning.ts';
import {
  type StructuralSchema,
  additionalSchemaOf,
  isEmbeddedResource,
  isObject,
  isSchemaList,
  itemsOf,
  propertyOf,
} from './structural.ts';

/**
 * Fills in, in place, the defaults that the schema states for absent members, and for null where null is not allowed.
 *
 * @go k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting#Default
 */
export function applyDefaults(value: unknown, schema: StructuralSchema | undefined): void {
  if (!schema) return;
  if (Array.isArray(value)) {
    const items = itemsOf(schema);
    const list = value as unknown[];
    for (const [index, item] of list.entries()) {
      if (isForbiddenNull(item, items) && items?.default !== undefined) list[index] = structuredClone(items.default);
      applyDefaults(list[index], items);
    }
    return;
  }
  if (!isObject(value)) return;
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (property.default === undefined) continue;
    if (!Object.hasOwn(value, name) || isForbiddenNull(value[name], property)) {
      value[name] = structuredClone(property.default);
    }
  }
  const additional = additionalSchemaOf(schema);
  for (const name of Object.keys(value)) {
    const property = propertyOf(schema, name);
    if (!property && isForbiddenNull(value[name], additional) && additional?.default !== undefined) {
      value[name] = structuredClone(additional.default);
    }
    applyDefaults(value[name], property ?? additional);
  }
}

/**
 * Drops members that are null although they may not be and that have no default: as if they were not stated.
 *
 * @go k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting#PruneNonNullableNullsWithoutDefaults
 */
export function dropForbiddenNulls(value: unknown, schema: StructuralSchema | undefined): void {
  if (!schema) return;
  if (Array.isArray(value)) {
    for (const item of value) dropForbiddenNulls(item, itemsOf(schema));
    return;
  }
  if (!isObject(value)) return;
  for (const name of Object.keys(value)) {
    const member = propertyOf(schema, name) ?? additionalSchemaOf(schema);
    if (isForbiddenNull(value[name], member) && member?.default === undefined) {
      delete value[name];
    } else dropForbiddenNulls(value[name], member);
  }
}

function isForbiddenNull(value: unknown, schema: StructuralSchema | undefined): boolean {
  return value === null && schema !== undefined && schema.nullable !== true;
}

/**
 * The schema with its defaults pruned by the schemas that they belong to: definitions of old had others.
 *
 * @go k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting#PruneDefaults
 */
export function withPrunedDefaults(schema: StructuralSchema): StructuralSchema {
  const { items, additionalProperties, properties } = schema;
  return {
    ...schema,
    ...(schema.default === undefined ? {} : { default: prunedDefault(schema) }),
    ...(items === undefined || isSchemaList(items) ? {} : { items: withPrunedDefaults(items) }),
    ...(typeof additionalProperties === 'object'
      ? { additionalProperties: withPrunedDefaults(additionalProperties) }
      : {}),
    ...(properties
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, member]) => [name, withPrunedDefaults(member)]),
          ),
        }
      : {}),
  };
}

/** The default of a schema without members that the schema does not know. */
export function prunedDefault(schema: StructuralSchema): unknown {
  const value = structuredClone<unknown>(schema.default);
  pruneUnknown(value, schema, isEmbeddedResource(schema));
  return value;
}
