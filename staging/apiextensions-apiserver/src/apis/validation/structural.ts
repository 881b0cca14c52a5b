import { type FieldError, FieldPath, forbidden, invalid, jsonEqual, required } from '@kubescript/apimachinery';

import {
  type StructuralSchema,
  additionalSchemaOf,
  isEmbeddedResource,
  isSchemaList,
  itemsOf,
  preservesUnknown,
  propertyOf,
} from '../../schema/structural.ts';
import { GoRegExpError, compileGoRegExp } from '../../validation/go-regexp.ts';
import { validateNested } from './nested-values.ts';

type Level = 'root' | 'item' | 'field';

/** Whether a schema does not state the type of every value. */
export function isNonStructural(schema: StructuralSchema): boolean {
  return !canBeStructural(schema) || validateStructural(schema, new FieldPath('')).length > 0;
}

/** What the structural form cannot express; other rules say what is wrong with it. */
export function canBeStructural(schema: StructuralSchema): boolean {
  const { items, not } = schema;
  const isPlain =
    !isSchemaList(items) &&
    (schema.id ?? '') === '' &&
    schema.$ref === undefined &&
    schema.additionalItems === undefined &&
    schema.dependencies === undefined &&
    Object.keys(schema.definitions ?? {}).length === 0 &&
    Object.keys(schema.patternProperties ?? {}).length === 0 &&
    schema.type !== 'null';
  if (!isPlain) return false;
  const children = [
    itemsOf(schema),
    additionalSchemaOf(schema),
    not,
    ...Object.values(schema.properties ?? {}),
    ...(schema.allOf ?? []),
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
  ];
  return children.every((child) => child === undefined || canBeStructural(child));
}

/**
 * Whether a schema is structural: what is missing for that, and what is too much.
 *
 * @go k8s.io/apiextensions-apiserver/pkg/apiserver/schema#ValidateStructural
 */
export function validateStructural(schema: StructuralSchema, path: FieldPath): FieldError[] {
  return [...validateInvariants(schema, 'root', path), ...validateCompleteness(schema, path)];
}

function validateInvariants(schema: StructuralSchema | undefined, level: Level, path: FieldPath): FieldError[] {
  if (!schema) return [];
  const items = itemsOf(schema);
  const errors: FieldError[] = [];
  if (schema.type === 'array' && !items) errors.push(required(path.child('items'), 'must be specified'));
  errors.push(...validateInvariants(items, 'item', path.child('items')));
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    errors.push(...validateInvariants(property, 'field', path.child('properties').key(name)));
  }
  return [
    ...errors,
    ...validateAdditional(schema, level, path.child('additionalProperties')),
    ...validateExtensions(schema, path),
    ...validateValues(schema, level, path),
    ...validateType(schema, level, path),
    ...validateResource(schema, level, path),
  ];
}

function validateAdditional(schema: StructuralSchema, level: Level, path: FieldPath): FieldError[] {
  if (schema.additionalProperties === undefined) return [];
  return [
    ...(level === 'root' ? [forbidden(path, 'must not be used at the root')] : []),
    ...validateInvariants(additionalSchemaOf(schema), 'field', path),
    ...(isEmbeddedResource(schema)
      ? [forbidden(path, 'must not be used if x-kubernetes-embedded-resource is set')]
      : []),
  ];
}

function validateExtensions(schema: StructuralSchema, path: FieldPath): FieldError[] {
  if (schema['x-kubernetes-int-or-string'] !== true) return [];
  const excluded = ['x-kubernetes-preserve-unknown-fields', 'x-kubernetes-embedded-resource'] as const;
  return excluded
    .filter((name) => schema[name] === true)
    .map((name) => invalid(path.child(name), true, 'must be false if x-kubernetes-int-or-string is true'));
}

/** Within junctors only values may be restricted, but for two ways to spell int-or-string. */
function validateValues(schema: StructuralSchema, level: Level, path: FieldPath): FieldError[] {
  const isIntOrString = schema['x-kubernetes-int-or-string'] === true;
  const allowsAnyOf = isIntOrString && jsonEqual(schema.anyOf, intOrString);
  const [firstAllOf] = schema.allOf ?? [];
  const allowsAllOf = isIntOrString && firstAllOf !== undefined && jsonEqual(firstAllOf.anyOf, intOrString);
  const nested = (list: readonly StructuralSchema[] | undefined, name: string, skip?: number): FieldError[] =>
    (list ?? []).flatMap((one, index) =>
      validateNested(one, { level, path: path.child(name).index(index), skipAnyOf: index === skip }),
    );
  return [
    ...(allowsAnyOf ? [] : nested(schema.anyOf, 'anyOf')),
    ...nested(schema.allOf, 'allOf', allowsAllOf ? 0 : undefined),
    ...nested(schema.oneOf, 'oneOf'),
    ...(schema.not ? validateNested(schema.not, { level, path: path.child('not'), skipAnyOf: false }) : []),
    ...validatePattern(schema.pattern, path.child('pattern')),
  ];
}

const intOrString = [{ type: 'integer' }, { type: 'string' }];

/** Whether a pattern is a regular expression of Go. */
export function validatePattern(pattern: string | undefined, path: FieldPath): FieldError[] {
  if (pattern === undefined || pattern === '') return [];
  try {
    compileGoRegExp(pattern);
    return [];
  } catch (error) {
    if (!(error instanceof GoRegExpError)) throw error;
    return [invalid(path, pattern, `must be a valid regular expression, but isn't: ${error.message}`)];
  }
}

const missingType: Readonly<Record<Level, string>> = {
  root: 'must not be empty at the root',
  item: 'must not be empty for specified array items',
  field: 'must not be empty for specified object fields',
};

function validateType(schema: StructuralSchema, level: Level, path: FieldPath): FieldError[] {
  const { type = '' } = schema;
  const at = path.child('type');
  const errors: FieldError[] = [];
  if (isEmbeddedResource(schema) && type !== 'object') {
    const detail = 'must be object if x-kubernetes-embedded-resource is true';
    errors.push(type === '' ? required(at, detail) : invalid(at, type, detail));
  } else if (type === '' && schema['x-kubernetes-int-or-string'] !== true && !preservesUnknown(schema)) {
    errors.push(required(at, missingType[level]));
  }
  if (level === 'root' && type !== '' && type !== 'object') {
    errors.push(invalid(at, type, 'must be object at the root'));
  }
  return errors;
}

/** What schemas may say about apiVersion, kind and metadata. */
function validateResource(schema: StructuralSchema, level: Level, path: FieldPath): FieldError[] {
  const isResource = level === 'root' || isEmbeddedResource(schema);
  const at = (name: string): FieldPath => path.child('properties').key(name);
  const errors: FieldError[] = [];
  for (const name of ['kind', 'apiVersion']) {
    const property = propertyOf(schema, name);
    if (isResource && property && property.type !== 'string') {
      errors.push(invalid(at(name).child('type'), property.type ?? '', 'must be string'));
    }
  }
  const metadata = propertyOf(schema, 'metadata');
  if (metadata) errors.push(...validateMetadata(metadata, isResource, level, at('metadata')));
  const isEmpty = Object.keys(schema.properties ?? {}).length === 0;
  if (isEmbeddedResource(schema) && !preservesUnknown(schema) && isEmpty) {
    const detail =
      'must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields';
    errors.push(required(path.child('properties'), detail));
  }
  return errors;
}

function validateMetadata(
  metadata: StructuralSchema,
  isResource: boolean,
  level: Level,
  path: FieldPath,
): FieldError[] {
  const errors =
    isResource && metadata.type !== 'object'
      ? [invalid(path.child('type'), metadata.type ?? '', 'must be object')]
      : [];
  if (level !== 'root') return errors;
  const { type: _type, default: _default, properties = {}, description: _description, ...others } = metadata;
  const onlyNames = Object.keys(properties).every((name) => name === 'name' || name === 'generateName');
  if (onlyNames && Object.keys(others).length === 0) return errors;
  const detail = 'must not specify anything other than name and generateName, but metadata is implicitly specified';
  return [...errors, forbidden(path, detail)];
}

/** What junctors restrict must be there outside of them. */
function validateCompleteness(schema: StructuralSchema, path: FieldPath): FieldError[] {
  const items = itemsOf(schema);
  const additional = additionalSchemaOf(schema);
  return [
    ...completenessOfValues(schema, schema, path, path),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
      validateCompleteness(property, path.child('properties').key(name)),
    ),
    ...(additional ? validateCompleteness(additional, path.child('additionalProperties')) : []),
    ...(items ? validateCompleteness(items, path.child('items')) : []),
  ];
}

function completenessOfValues(
  values: StructuralSchema,
  schema: StructuralSchema,
  path: FieldPath,
  from: FieldPath,
): FieldError[] {
  const junctors = [
    ...(['allOf', 'anyOf', 'oneOf'] as const).flatMap((name) =>
      (values[name] ?? []).map((one, index) => ({ one, at: from.child(name).index(index) })),
    ),
    ...(values.not ? [{ one: values.not, at: from.child('not') }] : []),
  ];
  return junctors.flatMap(({ one, at }) => completenessOfNested(one, schema, path, at));
}

function completenessOfNested(
  nested: StructuralSchema,
  schema: StructuralSchema | undefined,
  path: FieldPath,
  from: FieldPath,
): FieldError[] {
  if (!schema) return [required(path, `because it is defined in ${from.toString()}`)];
  const items = itemsOf(nested);
  return [
    ...completenessOfValues(nested, schema, path, from),
    ...(items ? completenessOfNested(items, itemsOf(schema), path.child('items'), from.child('items')) : []),
    ...Object.entries(nested.properties ?? {}).flatMap(([name, property]) =>
      completenessOfNested(
        property,
        propertyOf(schema, name),
        path.child('properties').key(name),
        from.child('properties').key(name),
      ),
    ),
  ];
}
