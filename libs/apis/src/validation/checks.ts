import { isDeepStrictEqual } from 'node:util';

import {
  checkName,
  type FieldError,
  type FieldPath,
  immutableMessage,
  invalid,
  isDns1123Label,
  isDns1123Subdomain,
  isValidPathSegmentName,
  type NameCheck,
  negativeMessage,
  notSupported,
  required,
} from '@kubescript/apimachinery';

/** Checks a name by a rule; with a random suffix to come, a trailing dash is fine. */
function nameCheck(rule: (name: string) => string[]): NameCheck {
  return (name, isPrefix) => checkName(rule, name, isPrefix);
}

/** Names of most kinds. @go apimachinery/pkg/api/validation#NameIsDNSSubdomain */
export const subdomainName: NameCheck = nameCheck(isDns1123Subdomain);
/** @go apimachinery/pkg/api/validation#NameIsDNSLabel */
export const labelName: NameCheck = nameCheck(isDns1123Label);
/** Names of namespaces and services, whose length messages count characters. */
export const shortName: NameCheck = (name, isPrefix) =>
  labelName(name, isPrefix).map((message) => message.replace(/ bytes$/, ' characters'));
/** Names that may have anything that fits in a path. @go apimachinery/pkg/api/validation/path#ValidatePathSegmentName */
export const pathSegmentName: NameCheck = nameCheck(isValidPathSegmentName);

/** One `invalid` per rule that `value` breaks. */
export function breaches(path: FieldPath, value: unknown, messages: readonly string[]): FieldError[] {
  return messages.map((message) => invalid(path, value, message));
}

/** @go apimachinery/pkg/api/validation#ValidateNonnegativeField */
export function nonNegative(value: number | undefined | null, path: FieldPath): FieldError[] {
  return value !== undefined && value !== null && value < 0 ? [invalid(path, value, negativeMessage)] : [];
}

/** @go apimachinery/pkg/api/validation#ValidateImmutableField */
export function immutable(value: unknown, old: unknown, path: FieldPath): FieldError[] {
  return equal(value, old) ? [] : [invalid(path, value ?? null, immutableMessage)];
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
  return isDeepStrictEqual(a, b);
}
