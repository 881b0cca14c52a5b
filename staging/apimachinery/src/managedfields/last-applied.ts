import type { DeepReadonly, KubeObject } from '../runtime/object.ts';
import type { StructSchema, TypeSchemas } from '../schema/type-schema.ts';
import { compareObjects } from './compare.ts';
import { type FieldSet, differenceOf } from './field-set.ts';
import { type JsonObject, asObject } from './shape.ts';
import { fieldsOf, typeErrorsOf } from './typed-config.ts';

/** Where client-side apply keeps what it applied. */
export const lastAppliedAnnotation = 'kubectl.kubernetes.io/last-applied-configuration';

/**
 * The fields that client-side apply set and that are still as it set them; undefined if there was none.
 *
 * @go k8s.io/apimachinery/pkg/util/managedfields/internal#(*lastAppliedManager).allowedConflictsFromLastApplied
 */
export function fieldsOfLastApplied(
  live: DeepReadonly<KubeObject>,
  schema: StructSchema,
  schemas: TypeSchemas,
): FieldSet | undefined {
  const last = parseObject(live.metadata.annotations?.[lastAppliedAnnotation]);
  const shape = { type: { kind: 'struct', name: schema.name } } as const;
  if (!last || typeErrorsOf(last, shape, schemas).length > 0) return undefined;
  const { added, modified, removed } = compareObjects(last, live, schema, schemas);
  const fields = fieldsOf(last, shape, schemas);
  return [added, modified, removed].reduce(differenceOf, fields);
}

/** The configuration as the annotation has it: members in order, without the annotation itself. */
export function lastAppliedText(config: JsonObject): string {
  const { annotations, ...metadata } = asObject(config['metadata']) ?? {};
  const others = Object.entries(asObject(annotations) ?? {}).filter(([name]) => name !== lastAppliedAnnotation);
  const kept = others.length > 0 ? { ...metadata, annotations: Object.fromEntries(others) } : metadata;
  return `${JSON.stringify(inOrder({ ...config, metadata: kept }))}\n`;
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  const object = asObject(value);
  if (!object) return value;
  const members = Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, inOrder(member)]));
}

function parseObject(text: string | undefined): JsonObject | undefined {
  if (text === undefined || text === '') return undefined;
  try {
    return asObject(JSON.parse(text));
  } catch {
    return undefined;
  }
}
