import {
  type Json,
  type StructuralSchema,
  additionalSchemaOf,
  hasAdditional,
  isEmbeddedResource,
  isObject,
  itemsOf,
  metaFields,
  preservesUnknown,
  propertyOf,
} from './structural.ts';

/**
 * Removes from a value, in place, the members that its schema does not know; gives their paths, sorted. At the root of a
 * resource apiVersion, kind and metadata are known.
 *
 * @go k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning#PruneWithOptions
 */
export function pruneUnknown(value: unknown, schema: StructuralSchema | undefined, isResourceRoot: boolean): string[] {
  const unknown: string[] = [];
  const root = isResourceRoot ? { ...schema, 'x-kubernetes-embedded-resource': true } : schema;
  prune(value, root, '', unknown);
  return unknown.sort();
}

function prune(value: unknown, schema: StructuralSchema | undefined, path: string, unknown: string[]): void {
  if (schema && preservesUnknown(schema)) {
    pruneBelow(value, schema, path, unknown);
    return;
  }
  if (Array.isArray(value)) {
    const items = schema && itemsOf(schema);
    value.forEach((item, index) => {
      prune(item, items, `${path}[${String(index)}]`, unknown);
    });
    return;
  }
  if (!isObject(value)) return;
  for (const name of Object.keys(value)) pruneMember(value, name, schema, path, unknown);
}

function pruneMember(
  object: Json,
  name: string,
  schema: StructuralSchema | undefined,
  path: string,
  unknown: string[],
): void {
  if (schema && isEmbeddedResource(schema) && metaFields.has(name)) return;
  const at = join(path, name);
  const property = schema && propertyOf(schema, name);
  if (property) prune(object[name], property, at, unknown);
  else if (schema && hasAdditional(schema)) prune(object[name], additionalSchemaOf(schema), at, unknown);
  else {
    unknown.push(at);

    delete object[name];
  }
}

/** Below a place where unknown members are kept, those that are known are pruned all the same. */
function pruneBelow(value: unknown, schema: StructuralSchema | undefined, path: string, unknown: string[]): void {
  if (!schema) return;
  if (Array.isArray(value)) {
    value.forEach((item, index) => {
      pruneBelow(item, itemsOf(schema), `${path}[${String(index)}]`, unknown);
    });
    return;
  }
  if (!isObject(value)) return;
  for (const [name, member] of Object.entries(value)) {
    if (isEmbeddedResource(schema) && metaFields.has(name)) continue;
    const property = propertyOf(schema, name);
    if (property) prune(member, property, join(path, name), unknown);
    else if (hasAdditional(schema)) prune(member, additionalSchemaOf(schema), join(path, name), unknown);
  }
}

/** The path of a member. */
export function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
