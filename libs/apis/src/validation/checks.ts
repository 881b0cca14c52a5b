import {
  checkName,
  type FieldError,
  type FieldPath,
  immutableMessage,
  invalid,
  isDns1123Label,
  isDns1123Subdomain,
  isValidCidr,
  isValidIp,
  isValidPathSegmentName,
  type NameCheck,
  negativeMessage,
  notSupported,
  required,
  sameJson,
} from '@kubescript/apimachinery';

/** Checks a name by a rule; with a random suffix to come, a trailing dash is fine. */
function nameCheck(rule: (name: string) => string[]): NameCheck {
  return (name, isPrefix) => checkName(rule, name, isPrefix);
}

/** Names of most kinds. @go apimachinery/pkg/api/validation#NameIsDNSSubdomain */
export const subdomainName: NameCheck = nameCheck(isDns1123Subdomain);
/** @go apimachinery/pkg/api/validation#NameIsDNSLabel */
export const labelName: NameCheck = nameCheck(isDns1123Label);
/** Names that may have anything that fits in a path. @go apimachinery/pkg/api/validation/path#ValidatePathSegmentName */
export const pathSegmentName: NameCheck = nameCheck(isValidPathSegmentName);

/** What is reported where no single field is to blame. @go field#NewPath */
export const WHOLE_OBJECT = '[]';

/** One `invalid` per rule that `value` breaks. */
export function breaches(path: FieldPath, value: unknown, messages: readonly string[]): FieldError[] {
  return messages.map((message) => invalid(path, value, message));
}

/** @go apimachinery/pkg/api/validation#ValidateNonnegativeField */
export function nonNegative(value: number | undefined | null, path: FieldPath): FieldError[] {
  return value !== undefined && value !== null && value < 0 ? [invalid(path, value, negativeMessage)] : [];
}

/** @go core/validation#ValidatePositiveField */
export function positive(value: number, path: FieldPath): FieldError[] {
  return value > 0 ? [] : [invalid(path, value, 'must be greater than zero')];
}

/**
 * An address in a field older than the strict rules; what the old object had may stay.
 *
 * @go core/validation#IsValidIPForLegacyField
 */
export function legacyIp(value: string, path: FieldPath, old: readonly string[] = []): FieldError[] {
  return old.includes(value) ? [] : breaches(path, value, isValidIp(value));
}

/** As legacyIp, for networks. @go core/validation#IsValidCIDRForLegacyField */
export function legacyCidr(value: string, path: FieldPath, old: readonly string[] = []): FieldError[] {
  return old.includes(value) ? [] : breaches(path, value, isValidCidr(value));
}

/** How messages show a pointer that points nowhere. An absent list or map is shown as JSON's null instead. */
export const NIL_POINTER = 'null';

/**
 * An absent value counts as a pointer that points nowhere; for absent lists and maps give null.
 *
 * @go apimachinery/pkg/api/validation#ValidateImmutableField
 */
export function immutable(value: unknown, old: unknown, path: FieldPath): FieldError[] {
  return equal(value, old) ? [] : [invalid(path, value === undefined ? NIL_POINTER : value, immutableMessage)];
}

/** The value must be there and be one of `supported`. */
export function oneOf(value: string | undefined, supported: readonly string[], path: FieldPath): FieldError[] {
  if (value === undefined || value === '') return [required(path)];
  return supported.includes(value) ? [] : [notSupported(path, value, supported)];
}

/** The value may be absent, else must be one of `supported`. */
export function oneOfIfSet(value: string | undefined, supported: readonly string[], path: FieldPath): FieldError[] {
  return value === undefined || supported.includes(value) ? [] : [notSupported(path, value, supported)];
}

/** A text that must not be empty. */
export function nonEmpty(value: string | undefined, path: FieldPath): FieldError[] {
  return value === undefined || value === '' ? [required(path)] : [];
}

/** Equality of decoded objects. */
export function equal(a: unknown, b: unknown): boolean {
  return sameJson(a, b);
}

/**
 * Equality of decoded objects where an empty list is as good as none.
 *
 * @go apimachinery/pkg/api/equality#Semantic
 */
export function semanticEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) || Array.isArray(b)) return equalLists(a, b);
  if (!isRecord(a) || !isRecord(b)) return (a ?? undefined) === (b ?? undefined);
  for (const key in a) if (!semanticEqual(a[key], b[key])) return false;
  for (const key in b) if (!(key in a) && !semanticEqual(undefined, b[key])) return false;
  return true;
}

function equalLists(a: unknown, b: unknown): boolean {
  const [left, right]: readonly unknown[] = [a ?? [], b ?? []];
  if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
  for (let index = 0; index < left.length; index++) if (!semanticEqual(left[index], right[index])) return false;
  return true;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** A map as messages show it: sorted by its keys; null if there is none. */
export function goMap(map: Readonly<Record<string, string>> | null | undefined): unknown {
  if (map === undefined || map === null) return null;
  return Object.fromEntries(Object.entries(map).toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}
