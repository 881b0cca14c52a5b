import type { JSONSchemaProps } from '@kubescript/api/apiextensions/v1';
import { type DeepReadonly, jsonEqual } from '@kubescript/apimachinery';

import { type StructuralSchema, additionalSchemaOf, isObject, itemsOf, propertyOf } from '../schema/structural.ts';
import { formatCheck, isCheckedFormat } from './formats.ts';
import { compileGoRegExp } from './go-regexp.ts';
import { checkNumber } from './number-checks.ts';
import { Result, type SchemaError } from './result.ts';

type Schema = DeepReadonly<JSONSchemaProps>;

/**
 * Decides whether a subtree need not be looked at, as it is what it was before. Gives what stands for it below, or
 * undefined where nothing is known.
 */
export interface Ratchet {
  /** The same value lay at this place before: what was accepted then is accepted. */
  isUnchanged(value: unknown): boolean;
  /** The ratchet of a member. */
  member(name: string): Ratchet | undefined;
  /** The ratchet of a list item. */
  item(index: number, value: unknown): Ratchet | undefined;
}

/**
 * Checks a value against a schema of OpenAPI 3, in the words of the reference.
 *
 * @go k8s.io/kube-openapi/pkg/validation/validate#(*SchemaValidator).Validate
 */
export function validateSchema(value: unknown, schema: Schema, path = '', ratchet?: Ratchet): Result {
  const result = new Result();
  if (value === null || value === undefined)
    return result.merge(checkType(null, schema, path), checkEnum(null, schema, path));
  if (ratchet?.isUnchanged(value) === true) return result;
  if (typesOf(schema).length > 0 || hasFormat(schema)) result.merge(checkType(value, schema, path)).count();
  result.merge(checkJunctors(value, schema, path, ratchet)).count();
  if (typeof value === 'string') {
    result.merge(checkString(value, schema, path)).count();
    if (hasFormat(schema) && formatCheck(schema.format ?? '')) result.merge(checkFormat(value, schema, path)).count();
  }
  if (typeof value === 'number') {
    const types = typesOf(schema);
    const type = types.length === 1 ? (types[0] ?? '') : '';
    const format = hasFormat(schema) ? (schema.format ?? '') : '';
    result.merge(checkNumber(value, schema, { type, format, path })).count();
  }
  if (Array.isArray(value)) result.merge(checkList(value, schema, path, ratchet)).count();
  result.merge(checkEnum(value, schema, path)).count();
  if (isObject(value)) result.merge(checkObject(value, schema, path, ratchet)).count();
  return result.count();
}

/** The types that a value may have; int-or-string stands for two. */
function typesOf(schema: Schema): readonly string[] {
  if (schema['x-kubernetes-int-or-string'] === true && (schema.type ?? '') === '') return ['integer', 'string'];
  return (schema.type ?? '') === '' ? [] : [schema.type ?? ''];
}

/** Formats that the reference does not check for custom resources do not count. */
function hasFormat(schema: Schema): boolean {
  const { format = '' } = schema;
  const [type, ...others] = typesOf(schema);
  if (type === undefined || others.length > 0) return formatCheck(format) !== undefined;
  return isCheckedFormat(type, format);
}

function checkType(value: unknown, schema: Schema, path: string): Result {
  const result = new Result().count();
  const types = typesOf(schema);
  if (value === null) {
    if (types.length === 0 || schema.nullable === true) return result;
    return new Result().add(typeError(path, types.join(','), 'null'));
  }
  const actual = typeOf(value);
  const isIntFloat = actual === 'integer' && types.includes('number');
  const format = hasFormat(schema) ? (schema.format ?? '') : '';
  const isText = actual === 'string' || actual === 'array';
  const fits = types.includes(actual) || isIntFloat;
  const actualFormat = actual === 'integer' ? 'int64' : actual === 'number' ? 'float64' : '';
  if (!isText && format !== '' && !fits) return new Result().add(typeError(path, format, actualFormat));
  const isNumeric = types.includes('number') || types.includes('integer');
  if (!isNumeric && format !== '' && isText) return result;
  return fits ? result : new Result().add(typeError(path, types.join(','), actual));
}

/** The type of a JSON value in the words of schemas. */
function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

function typeError(path: string, type: string, actual: string): SchemaError {
  const message = `${path} in body must be of type ${type}: ${JSON.stringify(actual)}`;
  return { code: 'type', name: path, message, value: actual };
}

function checkString(value: string, schema: Schema, path: string): Result {
  const result = new Result();
  const length = lengthOf(value);
  if (schema.maxLength !== undefined && length > schema.maxLength) {
    const message = `${path} in body should be at most ${String(schema.maxLength)} chars long`;
    return result.add({ code: 'tooLong', name: path, message, value, limit: schema.maxLength });
  }
  if (schema.minLength !== undefined && length < schema.minLength) {
    const message = `${path} in body should be at least ${String(schema.minLength)} chars long`;
    return result.add({ code: 'other', name: path, message, value });
  }
  const pattern = schema.pattern ?? '';
  if (pattern !== '' && !compileGoRegExp(pattern).test(value)) {
    const message = `${path} in body should match '${pattern}'`;
    return result.add({ code: 'other', name: path, message, value });
  }
  return result;
}

/** Characters as Unicode counts them. */
function lengthOf(text: string): number {
  let length = 0;
  for (const _char of text) length++;
  return length;
}

function checkFormat(value: string, { format = '' }: Schema, path: string): Result {
  return formatCheck(format)?.(value) === false ? new Result().add(typeError(path, format, value)) : new Result();
}

function checkEnum(value: unknown, schema: Schema, path: string): Result {
  const allowed = schema.enum ?? [];
  const result = new Result();
  if (allowed.length === 0 || allowed.some((one) => one !== null && jsonEqual(one, value))) return result;
  const shown = allowed.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join(' ');
  const message = `${path} in body should be one of [${shown}]`;
  return result.add({ code: 'enum', name: path, message, value, allowed });
}

function checkList(list: readonly unknown[], schema: Schema, path: string, ratchet?: Ratchet): Result {
  const result = new Result();
  const items = itemsOf(schema);
  if (items) {
    for (const [index, item] of list.entries()) {
      result.merge(validateSchema(item, items, `${path}[${String(index)}]`, ratchet?.item(index, item)));
    }
  }
  const { minItems, maxItems } = schema;
  if (minItems !== undefined && list.length < minItems) {
    const message = `${path} in body should have at least ${String(minItems)} items`;
    result.add({ code: 'other', name: path, message, value: list.length });
  }
  if (maxItems !== undefined && list.length > maxItems) {
    const message = `${path} in body should have at most ${String(maxItems)} items`;
    result.add({ code: 'maxItems', name: path, message, value: list.length, limit: maxItems });
  }
  return result;
}

function checkObject(
  object: Readonly<Record<string, unknown>>,
  schema: Schema,
  path: string,
  ratchet?: Ratchet,
): Result {
  const { minProperties, maxProperties } = schema;
  const names = Object.keys(object);
  if (minProperties !== undefined && names.length < minProperties) {
    const message = `${path} in body should have at least ${String(minProperties)} properties`;
    return new Result().add({ code: 'other', name: path, message, value: names.length });
  }
  if (maxProperties !== undefined && names.length > maxProperties) {
    const message = `${path} in body should have at most ${String(maxProperties)} properties`;
    return new Result().add({ code: 'maxProperties', name: path, message, value: names.length, limit: maxProperties });
  }
  const result = new Result();
  for (const name of names) checkMember(object[name], name, { schema, path, ratchet, result });
  for (const name of schema.required ?? []) {
    if (Object.hasOwn(object, name) || propertyOf(schema, name)?.default !== undefined) continue;
    const at = `${path}.${name}`;
    result.add({ code: 'required', name: at, message: `${at} in body is required` });
  }
  return result;
}

interface MemberCheck {
  readonly schema: Schema;
  readonly path: string;
  readonly ratchet: Ratchet | undefined;
  readonly result: Result;
}

function checkMember(value: unknown, name: string, { schema, path, ratchet, result }: MemberCheck): void {
  const property = propertyOf(schema, name);
  if (property) {
    const at = path === '' ? name : `${path}.${name}`;
    result.merge(validateSchema(value, property, at, ratchet?.member(name)));
    return;
  }
  const additional = additionalSchemaOf(schema);
  if (additional) result.merge(validateSchema(value, additional, `${path}.${name}`, ratchet?.member(name)));
  else if (schema.additionalProperties === false) {
    const message = `${path}.${name} in body is a forbidden property`;
    result.add({ code: 'other', name: path, message, value: name });
  }
}

/** @go k8s.io/kube-openapi/pkg/validation/validate#(*schemaPropsValidator).Validate */
function checkJunctors(value: unknown, schema: Schema, path: string, ratchet?: Ratchet): Result {
  const result = new Result();
  const check = (one: StructuralSchema): Result => validateSchema(value, one, path, ratchet);
  checkAnyOf(schema.anyOf ?? [], check, path, result);
  checkOneOf(schema.oneOf ?? [], check, path, result);
  checkAllOf(schema.allOf ?? [], check, path, result);
  if (schema.not && check(schema.not).isValid) {
    result.add(composite(`${JSON.stringify(path)} must not validate the schema (not)`));
  }
  return result.count();
}

type Check = (schema: StructuralSchema) => Result;

function composite(message: string): SchemaError {
  return { code: 'composite', name: '', message };
}

function checkAnyOf(schemas: readonly StructuralSchema[], check: Check, path: string, into: Result): void {
  if (schemas.length === 0) return;
  let best: Result | undefined;
  for (const schema of schemas) {
    const result = check(schema);
    if (result.isValid) {
      into.merge(result);
      return;
    }
    if (best === undefined || result.matchCount > best.matchCount) best = result;
  }
  into.add(composite(`${JSON.stringify(path)} must validate at least one schema (anyOf)`));
  if (best) into.merge(best);
}

function checkOneOf(schemas: readonly StructuralSchema[], check: Check, path: string, into: Result): void {
  if (schemas.length === 0) return;
  const results = schemas.map(check);
  const valid = results.filter(({ isValid }) => isValid);
  const [first] = valid;
  if (valid.length === 1 && first) {
    into.merge(first);
    return;
  }
  const found = valid.length === 0 ? 'Found none valid' : `Found ${String(valid.length)} valid alternatives`;
  into.add(composite(`${JSON.stringify(path)} must validate one and only one schema (oneOf). ${found}`));
  if (valid.length > 0) return;
  const best = results.reduce((a, b) => (b.matchCount > a.matchCount ? b : a));
  into.merge(best);
}

function checkAllOf(schemas: readonly StructuralSchema[], check: Check, path: string, into: Result): void {
  if (schemas.length === 0) return;
  const results = schemas.map(check);
  into.merge(...results);
  const valid = results.filter(({ isValid }) => isValid).length;
  if (valid === schemas.length) return;
  const none = valid === 0 ? '. None validated' : '';
  into.add(composite(`${JSON.stringify(path)} must validate all the schemas (allOf)${none}`));
}
