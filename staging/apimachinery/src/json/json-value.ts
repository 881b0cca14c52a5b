/** A JSON object. */
export type JsonObject = Record<string, unknown>;

/** True for objects, not for lists and null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Kinds of JSON values. */
export type JsonKind = 'null' | 'boolean' | 'number' | 'string' | 'list' | 'object';

/** The kind of a JSON value. */
export function jsonKindOf(value: unknown): JsonKind {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'list';
  return typeof value as JsonKind;
}

/** True if two JSON values are the same; the order of members does not count, and an undefined member is absent. */
export function jsonEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, i) => jsonEqual(item, b[i]));
  }
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  return Object.keys(a).every((key) => jsonEqual(a[key], b[key])) && hasNoOtherMembers(b, a);
}

function hasNoOtherMembers(object: JsonObject, than: JsonObject): boolean {
  return Object.keys(object).every((key) => object[key] === undefined || than[key] !== undefined);
}

/** The members of an object, but for the one name that would change its prototype when assigned. */
export function membersOf(object: JsonObject): [string, unknown][] {
  return Object.entries(object).filter(([key, value]) => key !== '__proto__' && value !== undefined);
}

/** A JSON value as Go's `%v` prints the decoded form: `map[a:1 b:[x y]]`. */
export function goValueText(value: unknown): string {
  if (value === null || value === undefined) return '<nil>';
  if (Array.isArray(value)) return `[${value.map(goValueText).join(' ')}]`;
  if (isJsonObject(value)) {
    const members = membersOf(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `map[${members.map(([key, member]) => `${key}:${goValueText(member)}`).join(' ')}]`;
  }
  // eslint-disable-next-line @typescript-eslint/no-base-to-string -- strings, numbers and booleans only
  return String(value);
}
