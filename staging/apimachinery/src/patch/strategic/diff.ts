import { goValueText, isJsonObject, jsonEqual, jsonKindOf, membersOf, type JsonObject } from '../../json/json-value.ts';
import { deleteFromListPrefix, patchDirective, retainKeysDirective, setElementOrderPrefix } from './directives.ts';
import { asObject, holdsObjects, requireMergeKey, sortByOrder } from './element-order.ts';
import type { PatchMeta, PatchSchema } from './patch-schema.ts';

/** Which differences a patch is to express. */
export interface DiffOptions {
  readonly changes: boolean;
  readonly deletions: boolean;
}

/**
 * The strategic merge patch that turns `original` into `modified`, or the part of it that the options select.
 *
 * @go k8s.io/apimachinery/pkg/util/strategicpatch#diffMaps
 */
export function diffMaps(
  original: JsonObject,
  modified: JsonObject,
  schema: PatchSchema,
  options: DiffOptions,
  buildRetainKeys = false,
): JsonObject {
  const patch: JsonObject = {};
  for (const [key, value] of membersOf(modified)) diffMember(patch, key, original[key], value, schema, options);
  const removed = membersOf(original).filter(([key]) => modified[key] === undefined);
  if (options.deletions) for (const [key] of removed) patch[key] = null;
  const retained = membersOf(modified).filter(([, value]) => value !== null);
  if (buildRetainKeys && retained.length > 0 && (Object.keys(patch).length > 0 || removed.length > 0)) {
    patch[retainKeysDirective] = retained.map(([key]) => key).sort();
  }
  return patch;
}

function diffMember(
  patch: JsonObject,
  key: string,
  before: unknown,
  after: unknown,
  schema: PatchSchema,
  options: DiffOptions,
): void {
  if (before === undefined || jsonKindOf(before) !== jsonKindOf(after)) {
    if (options.changes) patch[key] = after;
  } else if (isJsonObject(before) && isJsonObject(after)) {
    if (!jsonEqual(before, after)) diffObjects(patch, key, before, after, schema.lookup(key), options);
  } else if (Array.isArray(before) && Array.isArray(after)) {
    if (!jsonEqual(before, after)) diffLists(patch, key, before, after, schema.lookup(key), options);
  } else if (options.changes && !jsonEqual(before, after)) {
    patch[key] = after;
  }
}

function diffObjects(
  patch: JsonObject,
  key: string,
  before: JsonObject,
  after: JsonObject,
  meta: PatchMeta,
  options: DiffOptions,
): void {
  if (meta.strategy === 'replace') {
    if (options.changes) patch[key] = after;
    return;
  }
  const inner = diffMaps(before, after, meta.schema, options, meta.retainKeys);
  if (Object.keys(inner).length > 0) patch[key] = inner;
}

function diffLists(
  patch: JsonObject,
  key: string,
  before: readonly unknown[],
  after: readonly unknown[],
  meta: PatchMeta,
  options: DiffOptions,
): void {
  if (meta.strategy !== 'merge') {
    if (options.changes) patch[key] = after;
  } else if (before.length === 0) {
    if (options.changes) patch[key] = after;
  } else if (holdsObjects(before, after)) {
    diffKeyedLists(patch, key, before.map(asObject), after.map(asObject), meta, options);
  } else {
    diffScalarLists(patch, key, before, after, options);
  }
}

function diffKeyedLists(
  patch: JsonObject,
  key: string,
  before: readonly JsonObject[],
  after: readonly JsonObject[],
  meta: PatchMeta,
  options: DiffOptions,
): void {
  const { mergeKey } = meta;
  requireMergeKey(mergeKey, before, after);
  const keyOf = (element: JsonObject): string => goValueText(element[mergeKey]);
  const old = new Map(before.map((element) => [keyOf(element), element]));
  const kept = new Set(after.map(keyOf));
  const changed = after.flatMap((element) => diffElement(old.get(keyOf(element)), element, meta, options));
  const removed = before.filter((element) => !kept.has(keyOf(element)));
  const deletions = removed
    .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
    .map((element) => ({ [patchDirective]: 'delete', [mergeKey]: element[mergeKey] }));
  const list = [...sortByOrder(changed, after, mergeKey), ...(options.deletions ? deletions : [])];
  if (list.length > 0) patch[key] = list;
  const reordered = options.changes && !isSameOrder(before.map(keyOf), after.map(keyOf));
  if ((list.length > 0 || reordered) && after.length > 0) {
    patch[`${setElementOrderPrefix}${key}`] = after.map((element) => ({ [mergeKey]: element[mergeKey] }));
  }
}

function diffElement(
  before: JsonObject | undefined,
  after: JsonObject,
  meta: PatchMeta,
  options: DiffOptions,
): JsonObject[] {
  if (before === undefined) return options.changes ? [after] : [];
  const inner = diffMaps(before, after, meta.schema, options, meta.retainKeys);
  return Object.keys(inner).length === 0 ? [] : [{ ...inner, [meta.mergeKey]: after[meta.mergeKey] }];
}

function isSameOrder(before: readonly string[], after: readonly string[]): boolean {
  return before.length === after.length && before.every((key, i) => key === after[i]);
}

function diffScalarLists(
  patch: JsonObject,
  key: string,
  before: readonly unknown[],
  after: readonly unknown[],
  options: DiffOptions,
): void {
  const added = options.changes ? after.filter((value) => !before.includes(value)) : [];
  const removed = options.deletions ? [...new Set(before.filter((value) => !after.includes(value)))] : [];
  if (added.length > 0) patch[key] = added;
  if (removed.length > 0) {
    patch[`${deleteFromListPrefix}${key}`] = removed.sort((a, b) => (goValueText(a) < goValueText(b) ? -1 : 1));
  }
  if (after.length > 0 && (removed.length > 0 || options.changes)) patch[`${setElementOrderPrefix}${key}`] = after;
}
