import { goJson, quote } from '../util/go-format.ts';
import type { FieldError, FieldErrorType } from './field-error.ts';
import type { FieldPath } from './field-path.ts';

type Place = FieldPath | string;

/** A bad value that messages do not show, because it is a secret or says nothing. */
export const omittedValue: unique symbol = Symbol('value omitted');

/** A required value is missing. */
export function required(path: Place, detail = ''): FieldError {
  return { type: 'FieldValueRequired', path: String(path), badValue: '', detail };
}

/** A value breaks a rule of its own; `detail` names the rule. */
export function invalid(path: Place, value: unknown, detail: string, origin?: string): FieldError {
  return withOrigin({ type: 'FieldValueInvalid', path: String(path), badValue: value, detail }, origin);
}

/** A value has the wrong type. */
export function typeInvalid(path: Place, value: unknown, detail: string): FieldError {
  return { type: 'FieldValueTypeInvalid', path: String(path), badValue: value, detail };
}

/** A value is not one of those that are allowed. */
export function notSupported(path: Place, value: unknown, valid: readonly string[]): FieldError {
  const detail = valid.length > 0 ? `supported values: ${valid.map(quote).join(', ')}` : '';
  return { type: 'FieldValueNotSupported', path: String(path), badValue: value, detail };
}

/** A value is valid as such but may not be set here or now. */
export function forbidden(path: Place, detail: string): FieldError {
  return { type: 'FieldValueForbidden', path: String(path), badValue: '', detail };
}

/** A value occurs twice where it must be unique. */
export function duplicate(path: Place, value: unknown): FieldError {
  return { type: 'FieldValueDuplicate', path: String(path), badValue: value, detail: '' };
}

/** A string or blob is longer than `max` bytes (negative: than allowed). */
export function tooLong(path: Place, value: unknown, max: number, origin?: string): FieldError {
  const unit = max === 1 ? 'byte' : 'bytes';
  const detail = max >= 0 ? `may not be more than ${String(max)} ${unit}` : 'value is too long';
  return withOrigin({ type: 'FieldValueTooLong', path: String(path), badValue: value, detail }, origin);
}

/** A list or map has more than `max` members (negative: than allowed). */
export function tooMany(path: Place, actual: number, max: number, origin?: string): FieldError {
  const unit = max === 1 ? 'item' : 'items';
  const detail = max >= 0 ? `must have at most ${String(max)} ${unit}` : 'has too many items';
  const badValue = actual >= 0 ? actual : omittedValue;
  return withOrigin({ type: 'FieldValueTooMany', path: String(path), badValue, detail }, origin);
}

/** A value refers to something that does not exist. */
export function notFoundField(path: Place, value: unknown): FieldError {
  return { type: 'FieldValueNotFound', path: String(path), badValue: value, detail: '' };
}

/** Validation itself failed. */
export function internalFieldError(path: Place, err: unknown): FieldError {
  const detail = err instanceof Error ? err.message : String(err);
  return { type: 'InternalError', path: String(path), badValue: null, detail };
}

function withOrigin(error: FieldError, origin: string | undefined): FieldError {
  return origin === undefined ? error : { ...error, origin };
}

const typeTexts: Readonly<Record<FieldErrorType, string>> = {
  FieldValueNotFound: 'Not found',
  FieldValueRequired: 'Required value',
  FieldValueDuplicate: 'Duplicate value',
  FieldValueInvalid: 'Invalid value',
  FieldValueNotSupported: 'Unsupported value',
  FieldValueForbidden: 'Forbidden',
  FieldValueTooLong: 'Too long',
  FieldValueTooMany: 'Too many',
  InternalError: 'Internal error',
  FieldValueTypeInvalid: 'Invalid value',
};

const withoutValue: ReadonlySet<FieldErrorType> = new Set<FieldErrorType>([
  'FieldValueRequired',
  'FieldValueForbidden',
  'FieldValueTooLong',
  'InternalError',
]);

/**
 * What is wrong, without the path: `Invalid value: "x": must be …`.
 *
 * @go k8s.io/apimachinery/pkg/util/validation/field#(*Error).ErrorBody
 */
export function formatFieldErrorBody(error: FieldError): string {
  let text = typeTexts[error.type];
  if (!withoutValue.has(error.type) && error.badValue !== omittedValue) text += `: ${formatBadValue(error.badValue)}`;
  return error.detail === '' ? text : `${text}: ${error.detail}`;
}

/** The whole message: `spec.replicas: Invalid value: -1: must be greater than or equal to 0`. */
export function formatFieldError(error: FieldError): string {
  return `${error.path}: ${formatFieldErrorBody(error)}`;
}

/** Several messages as one: alone as it is, else `[a, b]`, each text once; '' if there are none. */
export function aggregateMessages(messages: readonly string[]): string {
  const distinct = [...new Set(messages)];
  return distinct.length > 1 ? `[${distinct.join(', ')}]` : (distinct[0] ?? '');
}

function formatBadValue(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'object') return goJson(value);
  // eslint-disable-next-line @typescript-eslint/no-base-to-string -- numbers and booleans only
  return String(value);
}
