import type { FieldsV1 } from '../runtime/scalars.ts';
import { emptyFieldSet, type FieldSet, FieldSetBuilder, leafFieldSet } from './field-set.ts';

/** Members, then keyed elements, then values: the order in which the reference writes path elements. */
const ranks: Readonly<Record<string, number>> = { f: 0, k: 1, v: 2, i: 3 };

/** What every field without others below it is encoded as. */
const nothing: FieldsV1 = Object.freeze({});

/** A set as the nested objects of `fieldsV1`, shared with what it was decoded from. */
export function encodeFieldsV1(set: FieldSet): FieldsV1 {
  return set.source ?? encodeChildren(set, {});
}

function encodeChildren(set: FieldSet, encoded: FieldsV1): FieldsV1 {
  if (isSorted(set.children)) {
    set.children.forEach((child, element) => {
      encoded[element] = encodeChild(child);
    });
    return encoded;
  }
  for (const element of [...set.children.keys()].sort(compareElements)) {
    encoded[element] = encodeChild(set.children.get(element) ?? emptyFieldSet);
  }
  return encoded;
}

function encodeChild(child: FieldSet): FieldsV1 {
  if (child.children.size === 0) return nothing;
  return child.source ?? encodeChildren(child, child.member ? { '.': nothing } : {});
}

function isSorted(children: ReadonlyMap<string, FieldSet>): boolean {
  let last: string | undefined;
  let sorted = true;
  children.forEach((_, element) => {
    if (last !== undefined && sorted && compareElements(last, element) > 0) sorted = false;
    last = element;
  });
  return sorted;
}

/** The set that `fieldsV1` describes; throws an Error for what is no path element. */
export function decodeFieldsV1(fields: FieldsV1): FieldSet {
  const set = new FieldSetBuilder();
  for (const element in fields) {
    if (element === '.') {
      set.member = true;
      continue;
    }
    if (!isPathElement(element)) throw new Error(`missing path element prefix in ${JSON.stringify(element)}`);
    const nested = fields[element] as FieldsV1;
    set.attach(element, isEmptyObject(nested) ? leafFieldSet : decodeFieldsV1(nested));
  }
  set.source = fields;
  return set;
}

const isPathElement = (element: string): boolean => element.charAt(1) === ':' && 'fkvi'.includes(element.charAt(0));

function isEmptyObject(value: object): boolean {
  for (const _ in value) return false;
  return true;
}

/** Orders path elements as the reference does. */
export function compareElements(a: string, b: string): number {
  const rank = a.charCodeAt(0) === b.charCodeAt(0) ? 0 : (ranks[a.charAt(0)] ?? 0) - (ranks[b.charAt(0)] ?? 0);
  return rank !== 0 ? rank : a < b ? -1 : a > b ? 1 : 0;
}
