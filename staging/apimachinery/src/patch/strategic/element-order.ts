import {
  goValueText,
  isJsonObject,
  jsonEqual,
  jsonKindOf,
  type JsonKind,
  type JsonObject,
} from '../../json/json-value.ts';
import { PatchError } from '../patch-error.ts';
import { noMergeKey, patchDirective } from './directives.ts';

/** An element of a list that merges by key; throws PatchError if it is no object. */
export function asObject(element: unknown): JsonObject {
  if (isJsonObject(element)) return element;
  throw new PatchError(`expected a map[string]interface {}, but received a ${goTypeName(element)}`);
}

/** The name of the Go type that a JSON value decodes to. */
export function goTypeName(value: unknown): string {
  const names: Readonly<Record<JsonKind, string>> = {
    null: 'nil',
    boolean: 'bool',
    number: Number.isInteger(value) ? 'int64' : 'float64',
    string: 'string',
    list: '[]interface {}',
    object: 'map[string]interface {}',
  };
  return names[jsonKindOf(value)];
}

/** True for elements that are objects; throws PatchError for lists of lists and for mixtures. */
export function holdsObjects(...lists: readonly (readonly unknown[])[]): boolean {
  const kinds = new Set(lists.flat().map(jsonKindOf));
  if (kinds.has('list')) throw new PatchError('lists of lists are not supported');
  if (kinds.size > 1) throw new PatchError('list element types are not identical');
  return kinds.has('object');
}

/** The same element: equal, or with the same value of the merge key. */
export function sameElement(a: unknown, b: unknown, mergeKey: string): boolean {
  if (mergeKey === '' || !isJsonObject(a) || !isJsonObject(b)) return jsonEqual(a, b);
  return jsonEqual(a[mergeKey], b[mergeKey]);
}

function indexOf(list: readonly unknown[], element: unknown, mergeKey: string): number {
  return list.findIndex((candidate) => sameElement(candidate, element, mergeKey));
}

/** Checks that all elements have the merge key. */
export function requireMergeKey(mergeKey: string, ...lists: readonly (readonly unknown[])[]): void {
  for (const element of lists.flat()) {
    const object = asObject(element);
    if (object[mergeKey] === undefined) throw noMergeKey(object, mergeKey);
  }
}

/**
 * A merged list in the order that a patch wants: elements that `order` names in its order, the others where they stood
 * in `serverOrder`, as far as both can be had.
 *
 * @go k8s.io/apimachinery/pkg/util/strategicpatch#normalizeElementOrder
 */
export function orderElements(
  merged: readonly unknown[],
  order: readonly unknown[],
  serverOrder: readonly unknown[],
  mergeKey: string,
): unknown[] {
  const isNamed = (element: unknown): boolean => indexOf(order, element, mergeKey) >= 0;
  const named = sortByOrder(merged.filter(isNamed), order, mergeKey);
  const others = sortByOrder(
    merged.filter((element) => !isNamed(element)),
    serverOrder,
    mergeKey,
  );
  return interleave(others, named, serverOrder, mergeKey);
}

/** Sorts by the place in `order`; elements that are to be deleted come last. */
export function sortByOrder(elements: readonly unknown[], order: readonly unknown[], mergeKey: string): unknown[] {
  const isDeletion = (element: unknown): boolean => isJsonObject(element) && element[patchDirective] === 'delete';
  const kept = elements
    .filter((element) => !isDeletion(element))
    .map((element) => ({ element, place: indexOf(order, element, mergeKey) }))
    .sort((a, b) => (a.place < 0 || b.place < 0 ? 0 : a.place - b.place))
    .map(({ element }) => element);
  return [...kept, ...elements.filter(isDeletion)];
}

function interleave(
  left: readonly unknown[],
  right: readonly unknown[],
  serverOrder: readonly unknown[],
  mergeKey: string,
): unknown[] {
  const result: unknown[] = [];
  let [i, j] = [0, 0];
  while (i < left.length || j < right.length) {
    if (i < left.length && (j >= right.length || standsBefore(left[i], right[j], serverOrder, mergeKey))) {
      result.push(left[i++]);
    } else {
      result.push(right[j++]);
    }
  }
  return result;
}

function standsBefore(a: unknown, b: unknown, order: readonly unknown[], mergeKey: string): boolean {
  const [i, j] = [indexOf(order, a, mergeKey), indexOf(order, b, mergeKey)];
  return i >= 0 && j >= 0 && i < j;
}

/**
 * Checks that the elements of a patch stand in the order that its $setElementOrder gives.
 *
 * @go k8s.io/apimachinery/pkg/util/strategicpatch#validatePatchWithSetOrderList
 */
export function checkElementOrder(patch: readonly unknown[], order: readonly unknown[], mergeKey: string): void {
  const elements = mergeKey === '' ? patch : patch.filter((element) => asObject(element)[patchDirective] !== 'delete');
  let next = 0;
  for (const place of order) {
    if (next < elements.length && sameElement(elements[next], place, mergeKey)) next++;
  }
  if (next === elements.length) return;
  throw new PatchError(
    `The order in patch list:\n${goValueText(patch)}\n doesn't match $setElementOrder list:\n${goValueText(order)}\n`,
  );
}
