import { isJsonObject, jsonEqual, membersOf, type JsonObject } from '../json/json-value.ts';

/**
 * Applies a JSON merge patch (RFC 7386): null removes a member, an object merges, anything else replaces. The result
 * shares the parts of `target` that did not change.
 */
export function applyMergePatch(target: unknown, patch: unknown): unknown {
  if (!isJsonObject(patch)) return patch;
  const result: JsonObject = isJsonObject(target) ? { ...target } : {};
  for (const [key, value] of membersOf(patch)) {
    if (value === null) Reflect.deleteProperty(result, key);
    else result[key] = applyMergePatch(result[key], value);
  }
  return result;
}

/** The merge patch that turns `from` into `to`; `{}` if they are equal. Nulls inside `to` cannot be expressed. */
export function createMergePatch(from: JsonObject, to: JsonObject): JsonObject {
  const patch: JsonObject = {};
  for (const [key, value] of membersOf(to)) {
    const before = from[key];
    if (isJsonObject(before) && isJsonObject(value)) {
      const inner = createMergePatch(before, value);
      if (Object.keys(inner).length > 0) patch[key] = inner;
    } else if (!jsonEqual(before, value)) {
      patch[key] = value;
    }
  }
  for (const [key] of membersOf(from)) if (to[key] === undefined) patch[key] = null;
  return patch;
}

/**
 * The merge patch that brings `current` to what `modified` says and removes what `original` had and `modified` has no
 * more, without touching what others added.
 *
 * @go k8s.io/apimachinery/pkg/util/jsonmergepatch#CreateThreeWayJSONMergePatch
 */
export function createThreeWayJsonMergePatch(
  original: JsonObject,
  modified: JsonObject,
  current: JsonObject,
): JsonObject {
  const changes = keepNulls(createMergePatch(current, modified), false);
  const deletions = keepNulls(createMergePatch(original, modified), true);
  return combine(deletions, changes);
}

/** Only the nulls of a patch, or all but the nulls. */
function keepNulls(patch: JsonObject, keep: boolean): JsonObject {
  const kept: JsonObject = {};
  for (const [key, value] of membersOf(patch)) {
    if (isJsonObject(value)) {
      const inner = keepNulls(value, keep);
      if (Object.keys(inner).length > 0 || (!keep && Object.keys(value).length === 0)) kept[key] = inner;
    } else if ((value === null) === keep) {
      kept[key] = value;
    }
  }
  return kept;
}

/** Both patches as one; the second wins. */
function combine(first: JsonObject, second: JsonObject): JsonObject {
  const result: JsonObject = { ...first };
  for (const [key, value] of membersOf(second)) {
    const before = result[key];
    result[key] = isJsonObject(before) && isJsonObject(value) ? combine(before, value) : value;
  }
  return result;
}
