import { isJsonObject, type JsonObject } from '../../json/json-value.ts';
import type { StructSchema, TypeSchemas } from '../../schema/type-schema.ts';
import { mergeMap } from './apply.ts';
import { diffMaps } from './diff.ts';
import { patchSchemaOf } from './patch-schema.ts';
import { deepCopy } from '../../json/deep-copy.ts';

function copyOf(document: unknown): JsonObject {
  return isJsonObject(document) ? deepCopy(document) : {};
}

/**
 * The strategic merge patch that turns `original` into `modified`; `{}` if they are equal.
 *
 * @go k8s.io/apimachinery/pkg/util/strategicpatch#CreateTwoWayMergePatch
 */
export function createTwoWayMergePatch(
  original: unknown,
  modified: unknown,
  struct: StructSchema,
  schemas: TypeSchemas,
): JsonObject {
  const schema = patchSchemaOf(struct, schemas);
  return diffMaps(copyOf(original), copyOf(modified), schema, { changes: true, deletions: true });
}

/**
 * The strategic merge patch of `apply`: brings `current` to what `modified` says, and removes what `original`, the
 * object applied before, had and `modified` has no more. What others added stays.
 *
 * @go k8s.io/apimachinery/pkg/util/strategicpatch#CreateThreeWayMergePatch
 */
export function createThreeWayMergePatch(
  original: unknown,
  modified: unknown,
  current: unknown,
  struct: StructSchema,
  schemas: TypeSchemas,
): JsonObject {
  const schema = patchSchemaOf(struct, schemas);
  const delta = diffMaps(copyOf(current), copyOf(modified), schema, { changes: true, deletions: false });
  const deletions = diffMaps(copyOf(original), copyOf(modified), schema, { changes: false, deletions: true });
  return mergeMap(deletions, delta, schema, 'patch');
}
