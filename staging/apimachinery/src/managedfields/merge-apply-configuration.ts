import type { StructSchema, TypeSchemas } from '../schema/type-schema.ts';
import { mergeConfig } from './merge.ts';
import { type JsonObject, type Shape, asList, asObject, structureOf } from './shape.ts';
import { TypedConfigError } from './track-apply.ts';
import { typeErrorsOf } from './typed-config.ts';

/**
 * Lays an apply configuration over an object without noting who manages what. What is atomic may not be stated: it
 * would lose what the configuration does not repeat. Throws TypedConfigError.
 *
 * @go k8s.io/apiserver/pkg/admission/plugin/policy/mutating/patch#ApplyStructuredMergeDiff
 */
export function mergeApplyConfiguration(
  live: JsonObject,
  config: JsonObject,
  schema: StructSchema,
  schemas: TypeSchemas,
): JsonObject {
  const shape: Shape = { type: { kind: 'struct', name: schema.name } };
  const problems = typeErrorsOf(config, shape, schemas);
  if (problems.length > 0) {
    const text = problems.length === 1 ? (problems[0] ?? '') : `errors:\n  ${problems.join('\n  ')}`;
    throw new TypedConfigError(`failed to convert patch object to typed object: ${text}`);
  }
  const atomics = atomicsOf(config, shape, schemas, '');
  if (atomics.length > 0) {
    const what = 'may not mutate atomic arrays, maps or structs';
    throw new TypedConfigError(`invalid ApplyConfiguration: ${what}: ${atomics.join(', ')}`);
  }
  return mergeConfig(live, config, shape, schemas) as JsonObject;
}

/** The paths of what a configuration states that is replaced as a whole. */
function atomicsOf(value: unknown, shape: Shape, schemas: TypeSchemas, path: string): readonly string[] {
  const structure = structureOf(shape, schemas);
  if (structure.kind === 'list') {
    const list = asList(value);
    if (!list) return [];
    const below = list.flatMap((item, index) => atomicsOf(item, structure.items, schemas, `${path}[${String(index)}]`));
    return structure.atomic ? [path, ...below] : below;
  }
  const object = structure.kind === 'map' ? asObject(value) : undefined;
  if (structure.kind !== 'map' || !object) return [];
  const below = Object.entries(object).flatMap(([name, member]) => {
    const type = structure.isStruct ? structure.member(name) : undefined;
    return type ? atomicsOf(member, type, schemas, `${path}.${name}`) : [];
  });
  return structure.atomic ? [path, ...below] : below;
}
