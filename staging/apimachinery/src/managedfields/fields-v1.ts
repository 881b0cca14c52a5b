import type { FieldsV1 } from '../runtime/scalars.ts';
import { emptyFieldSet, type FieldSet, FieldSetBuilder } from './field-set.ts';

/** Members, then keyed elements, then values: the order in which the reference writes path elements. */
const ranks: Readonly<Record<string, number>> = { f: 0, k: 1, v: 2, i: 3 };

/** Sets and what they were decoded from: most writes leave most managers as they are. */
const sources = new WeakMap<FieldSet, FieldsV1>();

/** A set as the nested objects of `fieldsV1`, shared with what it was decoded from. */
export function encodeFieldsV1(set: FieldSet): FieldsV1 {
  return sources.get(set) ?? encodeChildren(set, {});
}

function encodeChildren(set: FieldSet, encoded: FieldsV1): FieldsV1 {
  const elements = [...set.children.keys()];
  if (elements.length > 1) elements.sort(compareElements);
  for (const element of elements) {
    const child = set.children.get(element) ?? emptyFieldSet;
    encoded[element] = child.children.size === 0 ? {} : encodeChildren(child, child.member ? { '.': {} } : {});
  }
  return encoded;
}

/** The set that `fieldsV1` describes; throws an Error for what is no path element. */
export function decodeFieldsV1(fields: FieldsV1): FieldSet {
  const set = new FieldSetBuilder();
  fill(set, fields);
  sources.set(set, fields);
  return set;
}

function fill(set: FieldSetBuilder, fields: FieldsV1): void {
  for (const element in fields) {
    if (element === '.') {
      set.member = true;
      continue;
    }
    if (!isPathElement(element)) throw new Error(`missing path element prefix in ${JSON.stringify(element)}`);
    const child = set.child(element);
    const nested = fields[element] as FieldsV1;
    if (isEmptyObject(nested)) child.member = true;
    else fill(child, nested);
  }
}

const isPathElement = (element: string): boolean => element.charAt(1) === ':' && 'fkvi'.includes(element.charAt(0));

function isEmptyObject(value: object): boolean {
  for (const _ in value) return false;
  return true;
}

/** Orders path elements as the reference does. */
export function compareElements(a: string, b: string): number {
  const rank = (ranks[a.charAt(0)] ?? 0) - (ranks[b.charAt(0)] ?? 0);
  return rank !== 0 ? rank : a < b ? -1 : a > b ? 1 : 0;
}
