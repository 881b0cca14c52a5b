import {
  byteLength,
  type FieldError,
  type FieldPath,
  invalid,
  isCIdentifier,
  isDns1123Label,
  isDns1123Subdomain,
  required,
  tooLong,
} from '@kubescript/apimachinery';

import { validateDriverName } from '../../core/validation/volume-sources.ts';
import { breaches } from '../../validation/checks.ts';

const MAX_POOL_NAME = 253;
const MAX_ID = 32;
/** How long a domain, a slash and an identifier are at most. */
export const MAX_QUALIFIED_NAME = 63 + 1 + MAX_ID;

/** A name of the kind that labels of DNS have; an empty one breaks its rules. */
export function validateLabelName(name: string, path: FieldPath): FieldError[] {
  return breaches(path, name, isDns1123Label(name));
}

/** The name of a class must be given. @go resource/validation#validateDeviceClass */
export function validateDeviceClassName(name: string, path: FieldPath): FieldError[] {
  return name === '' ? [required(path)] : breaches(path, name, isDns1123Subdomain(name));
}

/** Parts like the names of domains, with slashes between them. @go resource/validation#validatePoolName */
export function validatePoolName(name: string, path: FieldPath): FieldError[] {
  if (name === '') return [required(path)];
  const errors = byteLength(name) > MAX_POOL_NAME ? [tooLong(path, '', MAX_POOL_NAME)] : [];
  return [...errors, ...name.split('/').flatMap((part) => breaches(path, part, isDns1123Subdomain(part)))];
}

/** An identifier, perhaps in a domain. @go resource/validation#validateQualifiedName */
export function validateQualifiedName(name: string, path: FieldPath): FieldError[] {
  const [first = '', second, ...more] = name.split('/');
  if (second === undefined) return validateIdentifier(first, path);
  if (more.length > 0) return [];
  return [
    ...(first === '' ? [invalid(path, '', 'the domain must not be empty')] : validateDriverName(first, path)),
    ...(second === '' ? [invalid(path, '', 'the name must not be empty')] : validateIdentifier(second, path)),
  ];
}

/** An identifier in a domain. @go resource/validation#validateFullyQualifiedName */
export function validateFullyQualifiedName(name: string, path: FieldPath): FieldError[] {
  const errors = validateQualifiedName(name, path);
  if (name.includes('/')) return errors;
  return [...errors, invalid(path, name, 'a fully qualified name must be a domain and a name separated by a slash')];
}

function validateIdentifier(id: string, path: FieldPath): FieldError[] {
  return [...(byteLength(id) > MAX_ID ? [tooLong(path, '', MAX_ID)] : []), ...breaches(path, id, isCIdentifier(id))];
}

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;
const FORM =
  'uid must be in RFC 4122 normalized form, `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx` with lowercase hexadecimal characters';

/** @go resource/validation#validateUID */
export function validateUid(uid: string, path: FieldPath): FieldError[] {
  if (UUID.test(uid)) return [];
  if (UUID.test(uid.toLowerCase())) return [invalid(path, uid, FORM)];
  const problem = LENGTHS.has(uid.length) ? 'invalid UUID format' : `invalid UUID length: ${uid.length}`;
  return [invalid(path, uid, `error validating uid: ${problem}`)];
}

/** Of UUIDs bare, with dashes, in braces, and as URN. */
const LENGTHS: ReadonlySet<number> = new Set([32, 36, 38, 45]);
