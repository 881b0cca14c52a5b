import { goValueText, isJsonObject, jsonEqual, jsonKindOf, membersOf, type JsonObject } from '../../json/json-value.ts';
import type { StructSchema, TypeSchemas } from '../../schema/type-schema.ts';
import { PatchError } from '../patch-error.ts';
import {
  badElementOrder,
  badRetainKeys,
  deleteFromListPrefix,
  noMergeKey,
  patchDirective,
  retainKeysDirective,
  setElementOrderPrefix,
  unknownPatchType,
  withoutDirectives,
} from './directives.ts';
import {
  asObject,
  checkElementOrder,
  goTypeName,
  holdsObjects,
  orderElements,
  requireMergeKey,
  sameElement,
} from './element-order.ts';
import { patchSchemaOf, type PatchMeta, type PatchSchema } from './patch-schema.ts';
import { deepCopy } from '../../json/deep-copy.ts';

/**
 * Applies a strategic merge patch to a copy of an object, by the patch strategies of its type. Throws PatchError in
 * upstream's words.
 *
 * @go k8s.io/apimachinery/pkg/util/strategicpatch#StrategicMergeMapPatch
 */
export function applyStrategicMergePatch(
  original: unknown,
  patch: unknown,
  struct: StructSchema,
  schemas: TypeSchemas,
): JsonObject {
  const document = isJsonObject(original) ? deepCopy(original) : {};
  return mergeMap(document, deepCopy(asObject(patch)), patchSchemaOf(struct, schemas), 'document');
}

/**
 * What is merged into: a document, where directives act; or another patch, where they are kept, since it will be sent.
 */
export type MergeTarget = 'document' | 'patch';

/** Merges `patch` into `original`, both of which it may change, and returns the result. */
export function mergeMap(
  original: JsonObject,
  patch: JsonObject,
  schema: PatchSchema,
  target: MergeTarget,
): JsonObject {
  if (patch[patchDirective] !== undefined) return replaceOrDelete(patch);
  retainKeys(original, patch, target);
  for (const [key, order] of membersOf(patch)) {
    if (key.startsWith(setElementOrderPrefix)) mergeOrderedList(original, patch, key, order, schema, target);
  }
  for (const [key, value] of membersOf(patch)) {
    if (!key.startsWith(deleteFromListPrefix)) mergeMember(original, key, value, schema, target);
    else if (target === 'patch') original[key] = value;
    else deleteFromList(original, key.slice(deleteFromListPrefix.length), value);
  }
  return original;
}

function replaceOrDelete(patch: JsonObject): JsonObject {
  const directive = patch[patchDirective];
  if (directive === 'delete') return {};
  if (directive !== 'replace') throw unknownPatchType(directive, patch);
  const { [patchDirective]: _directive, ...rest } = patch;
  return rest;
}

function mergeMember(
  original: JsonObject,
  key: string,
  value: unknown,
  schema: PatchSchema,
  target: MergeTarget,
): void {
  if (value === null && target === 'document') {
    Reflect.deleteProperty(original, key);
    return;
  }
  const before = original[key];
  if (before === undefined || value === null || jsonKindOf(before) !== jsonKindOf(value)) {
    const taken = target === 'document' ? withoutDirectives(value) : value;
    if (taken === undefined) Reflect.deleteProperty(original, key);
    else original[key] = taken;
  } else if (isJsonObject(before) && isJsonObject(value)) {
    const meta = schema.lookup(key);
    original[key] = meta.strategy === 'replace' ? value : mergeMap(before, value, meta.schema, target);
  } else if (Array.isArray(before) && Array.isArray(value)) {
    const meta = schema.lookup(key);
    original[key] = meta.strategy === 'merge' ? mergeList(before, value, meta, target) : value;
  } else {
    original[key] = value;
  }
}

function deleteFromList(original: JsonObject, key: string, values: unknown): void {
  const before = original[key];
  if (!Array.isArray(before)) return;
  if (!Array.isArray(values)) throw new PatchError('invalid patch format of primitive list');
  original[key] = before.filter((element) => !values.some((value) => jsonEqual(element, value)));
}

/** Merges lists by key, or as sets of scalars, and orders the result as the patch does. */
function mergeList(original: unknown[], patch: unknown[], meta: PatchMeta, target: MergeTarget): unknown[] {
  if (original.length === 0 && patch.length === 0) return original;
  if (!holdsObjects(original, patch)) {
    return orderElements(distinct([...original, ...patch]), patch, original, '');
  }
  if (meta.mergeKey === '') throw new PatchError(`cannot merge lists without merge key for ${meta.schema.name}`);
  const { remaining, elements, replace } = takeSpecialElements(original, patch, meta.mergeKey);
  const merged = replace ? elements : mergeElements(remaining, elements, meta, target);
  const order = replace ? [] : elements;
  requireMergeKey(meta.mergeKey, merged);
  return orderElements(merged, order, replace ? elements : remaining, meta.mergeKey);
}

function distinct(scalars: readonly unknown[]): unknown[] {
  return [...new Set(scalars)];
}

/** Carries out the elements with a `$patch`, and returns the others. */
function takeSpecialElements(
  original: unknown[],
  patch: readonly unknown[],
  mergeKey: string,
): { readonly remaining: unknown[]; readonly elements: unknown[]; readonly replace: boolean } {
  let remaining = original;
  let replace = false;
  const elements: unknown[] = [];
  for (const element of patch.map(asObject)) {
    switch (element[patchDirective]) {
      case undefined:
        elements.push(element);
        break;
      case 'delete':
        if (element[mergeKey] === undefined) throw noMergeKey(element, mergeKey);
        remaining = remaining.filter((candidate) => !sameElement(candidate, element, mergeKey));
        break;
      case 'replace':
        replace = true;
        break;
      case 'merge':
        throw new PatchError('merging lists cannot yet be specified in the patch');
      default:
        throw unknownPatchType(element[patchDirective], element);
    }
  }
  return { remaining, elements, replace };
}

function mergeElements(
  original: readonly unknown[],
  patch: readonly unknown[],
  meta: PatchMeta,
  target: MergeTarget,
): unknown[] {
  const merged = [...original];
  for (const element of patch.map(asObject)) {
    if (element[meta.mergeKey] === undefined) throw noMergeKey(element, meta.mergeKey);
    const at = merged.findIndex((candidate) => sameElement(candidate, element, meta.mergeKey));
    if (at >= 0) merged[at] = mergeMap(asObject(merged[at]), element, meta.schema, target);
    else merged.push(target === 'document' ? withoutDirectives(element) : element);
  }
  return merged;
}

/** Takes a `$setElementOrder/list` and its list out of the patch, and puts the merged, ordered list into the original. */
function mergeOrderedList(
  original: JsonObject,
  patch: JsonObject,
  directive: string,
  order: unknown,
  schema: PatchSchema,
  target: MergeTarget,
): void {
  if (target === 'patch') keepOrder(original, directive, order);
  Reflect.deleteProperty(patch, directive);
  if (!Array.isArray(order)) throw new PatchError(badElementOrder);
  const key = directive.slice(setElementOrderPrefix.length);
  const before = listMember(original, key);
  const change = listMember(patch, key);
  if (before === undefined && change === undefined) return;
  const meta = schema.lookup(key);
  if (change !== undefined) checkElementOrder(change, order, meta.mergeKey);
  const merged = mergeOptional(before, change, meta, target);
  if (holdsObjects(before ?? [], change ?? [])) requireMergeKey(meta.mergeKey, merged, order);
  original[key] = orderElements(merged, order, before ?? [], meta.mergeKey);
  Reflect.deleteProperty(patch, key);
}

function keepOrder(original: JsonObject, directive: string, order: unknown): void {
  if (original[directive] === undefined) original[directive] = order;
  else if (!jsonEqual(original[directive], order)) throw new PatchError(badElementOrder);
}

function listMember(object: JsonObject, key: string): unknown[] | undefined {
  const value = object[key];
  if (value === undefined || value === null) return undefined;
  if (Array.isArray(value)) return value as unknown[];
  throw new PatchError(`expected a []interface {}, but received a ${goTypeName(value)}: ${goValueText(value)}`);
}

function mergeOptional(
  before: unknown[] | undefined,
  change: unknown[] | undefined,
  meta: PatchMeta,
  target: MergeTarget,
): unknown[] {
  if (change === undefined) return before ?? [];
  if (before === undefined) return target === 'document' ? (withoutDirectives(change) as unknown[]) : change;
  return meta.strategy === 'merge' ? mergeList(before, change, meta, target) : change;
}

/**
 * Drops the members of the original that `$retainKeys` of the patch does not name.
 *
 * @go k8s.io/apimachinery/pkg/util/strategicpatch#applyRetainKeysDirective
 */
function retainKeys(original: JsonObject, patch: JsonObject, target: MergeTarget): void {
  const keys = patch[retainKeysDirective];
  if (keys === undefined) return;
  Reflect.deleteProperty(patch, retainKeysDirective);
  if (target === 'patch') {
    original[retainKeysDirective] ??= keys;
    if (!jsonEqual(original[retainKeysDirective], keys)) throw new PatchError(badRetainKeys);
    return;
  }
  if (!Array.isArray(keys)) throw new PatchError(badRetainKeys);
  const kept = new Set<unknown>(keys);
  for (const [key, value] of membersOf(patch)) {
    const isExempt = value === null || key.startsWith(deleteFromListPrefix) || key.startsWith(setElementOrderPrefix);
    if (!isExempt && !kept.has(key)) throw new PatchError(badRetainKeys);
  }
  for (const key of Object.keys(original)) if (!kept.has(key)) Reflect.deleteProperty(original, key);
}
