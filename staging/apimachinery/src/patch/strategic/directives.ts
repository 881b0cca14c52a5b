import { goValueText, isJsonObject, membersOf, type JsonObject } from '../../json/json-value.ts';
import { PatchError } from '../patch-error.ts';

/** The member that says what to do with the object it stands in: `replace` or `delete`. */
export const patchDirective = '$patch';
/** The member that lists the members to keep. */
export const retainKeysDirective = '$retainKeys';
/** Starts the name of a member that gives the order of a list. */
export const setElementOrderPrefix = '$setElementOrder/';
/** Starts the name of a member that lists what to take out of a list of scalars. */
export const deleteFromListPrefix = '$deleteFromPrimitiveList/';

/** The error of a `$patch` that is not known. */
export function unknownPatchType(directive: unknown, map: JsonObject): PatchError {
  return new PatchError(`unknown patch type: ${goValueText(directive)} in map: ${goValueText(map)}`);
}

/** The error of an element that cannot be matched. */
export function noMergeKey(map: JsonObject, mergeKey: string): PatchError {
  return new PatchError(`map: ${goValueText(map)} does not contain declared merge key: ${mergeKey}`);
}

/** The error of a $retainKeys that does not name all that the patch sets. */
export const badRetainKeys = 'invalid patch format of retainKeys';
/** The error of a $setElementOrder that is not a list, or contradicts another. */
export const badElementOrder = 'invalid patch format of setElementOrder list';

/**
 * A value of a patch that has nothing to merge with: without nulls and directives; undefined if it is to be deleted.
 */
export function withoutDirectives(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutDirectives).filter((item) => item !== undefined);
  if (!isJsonObject(value)) return value;
  if (value[patchDirective] === 'delete') return undefined;
  const result: JsonObject = {};
  for (const [key, member] of membersOf(value)) {
    if (member === null || isDirective(key)) continue;
    const kept = withoutDirectives(member);
    if (kept !== undefined) result[key] = kept;
  }
  return result;
}

function isDirective(key: string): boolean {
  return (
    key === patchDirective ||
    key === retainKeysDirective ||
    key.startsWith(setElementOrderPrefix) ||
    key.startsWith(deleteFromListPrefix)
  );
}
