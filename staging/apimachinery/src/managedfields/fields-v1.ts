import type { FieldsV1 } from '../runtime/scalars.ts';
import { type FieldSet, FieldSetBuilder } from './field-set.ts';

/** Members, then keyed elements, then values: the order in which the reference writes path elements. */
const ranks: Readonly<Record<string, number>> = { f: 0, k: 1, v: 2, i: 3 };

/** A set as the nested objects of `fieldsV1`. */
export function encodeFieldsV1(set: FieldSet): FieldsV1 {
  const encoded: FieldsV1 = {};
  for (const [element, child] of [...set.children].sort(([a], [b]) => compareElements(a, b))) {
    encoded[element] =
      child.children.size === 0 ? {} : { ...(child.member ? { '.': {} } : {}), ...encodeFieldsV1(child) };
  }
  return encoded;
}

/** The set that `fieldsV1` describes; throws an Error for what is no path element. */
export function decodeFieldsV1(fields: FieldsV1): FieldSet {
  const set = new FieldSetBuilder();
  fill(set, fields);
  return set;
}

function fill(set: FieldSetBuilder, fields: FieldsV1): void {
  const entries = Object.entries(fields);
  for (const [element, value] of entries) {
    if (element === '.') {
      set.member = true;
      continue;
    }
    if (!/^[fkvi]:/.test(element)) throw new Error(`missing path element prefix in ${JSON.stringify(element)}`);
    const child = new FieldSetBuilder();
    const nested = value as FieldsV1;
    if (Object.keys(nested).length === 0) child.member = true;
    else fill(child, nested);
    set.children.set(element, child);
  }
}

/** Orders path elements as the reference does. */
export function compareElements(a: string, b: string): number {
  const rank = (ranks[a.charAt(0)] ?? 0) - (ranks[b.charAt(0)] ?? 0);
  return rank !== 0 ? rank : a < b ? -1 : a > b ? 1 : 0;
}
