import { types } from '@kubescript/cel';
import { type DeclField, type DeclType, declTypes, listDecl, mapDecl, objectDecl, simpleDecl } from './decl-type.ts';
import { escapeField } from './escaping.ts';
import { jsonSizes, maxRequestSizeBytes } from './limits.ts';
import { additionalSchema, type CelSchema, withTypeAndObjectMeta } from './schema.ts';

/** What a request can hold without a pair of brackets or quotes. */
const requestRoom = maxRequestSizeBytes - 2;

/** A UTF-8 character takes up to this many bytes. */
const bytesPerCharacter = 4;

/**
 * The type that expressions see of a schema, or undefined if they see none (lists and maps of unknown things).
 * `isResourceRoot` is for the root of a custom resource and of embedded ones: metadata is always visible there.
 * @go k8s.io/apiserver/pkg/cel/common#SchemaDeclType
 */
export function schemaDeclType(schema: CelSchema, isResourceRoot: boolean): DeclType | undefined {
  if (schema['x-kubernetes-int-or-string'] === true) {
    return simpleDecl('dyn', types.dyn, { minSerializedSize: 1, maxElements: maxCharacters(schema, requestRoom) });
  }
  const rooted = isResourceRoot ? withTypeAndObjectMeta(schema) : schema;
  switch (rooted.type) {
    case 'array':
      return arrayType(rooted);
    case 'object':
      return additionalSchema(rooted) === undefined ? objectType(rooted) : mapType(rooted);
    case 'string':
      return stringType(rooted);
    case 'boolean':
      return declTypes.bool;
    case 'number':
      return declTypes.double;
    case 'integer':
      return declTypes.int;
    default:
      return undefined;
  }
}

/** The type of a schema inside another. */
function innerType(schema: CelSchema): DeclType | undefined {
  return schemaDeclType(schema, schema['x-kubernetes-embedded-resource'] === true);
}

function arrayType(schema: CelSchema): DeclType | undefined {
  const items = schema.items === undefined ? undefined : innerType(schema.items);
  if (items === undefined) return undefined;
  const estimated = Math.floor(requestRoom / (items.minSerializedSize + 1));
  return listDecl(items, schema.maxItems === undefined ? estimated : Math.max(0, schema.maxItems));
}

function mapType(schema: CelSchema): DeclType | undefined {
  const additional = additionalSchema(schema);
  const values = additional === undefined ? undefined : innerType(additional);
  if (values === undefined) return undefined;
  const estimated = Math.floor(requestRoom / (values.minSerializedSize + 6));
  const maxProperties = schema.maxProperties === undefined ? estimated : Math.max(0, schema.maxProperties);
  return mapDecl(declTypes.string, values, maxProperties);
}

function objectType(schema: CelSchema): DeclType {
  const fields = new Map<string, DeclField>();
  const required = new Set(schema.required);
  let minSerializedSize = 2;
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const type = innerType(property);
    if (type === undefined) continue;
    const escaped = escapeField(name);
    if (escaped !== undefined) fields.set(escaped, { type, required: required.has(name) });
    if (required.has(name) && (property.default ?? null) === null) {
      minSerializedSize += name.length + type.minSerializedSize + 4;
    }
  }
  return objectDecl('object', fields, minSerializedSize);
}

function stringType(schema: CelSchema): DeclType {
  switch (schema.format) {
    case 'byte': {
      const maxElements = schema.maxLength === undefined ? requestRoom : Math.max(0, schema.maxLength);
      return simpleDecl('bytes', types.bytes, { minSerializedSize: jsonSizes.minString, maxElements });
    }
    case 'duration':
      return simpleDecl('duration', types.duration, sized(jsonSizes.minDuration, jsonSizes.maxDuration));
    case 'date':
      return simpleDecl('timestamp', types.timestamp, sized(jsonSizes.date, jsonSizes.date));
    case 'date-time':
      return simpleDecl('timestamp', types.timestamp, sized(jsonSizes.minDateTime, jsonSizes.maxDateTime));
    default: {
      const longest = (schema.enum?.length ?? 0) > 0 ? longestValue(schema.enum ?? []) : requestRoom;
      return simpleDecl('string', types.string, sized(jsonSizes.minString, maxCharacters(schema, longest)));
    }
  }
}

function sized(minSerializedSize: number, maxElements: number): { minSerializedSize: number; maxElements: number } {
  return { minSerializedSize, maxElements };
}

/** The declared maximal length in bytes, or what is taken where none is declared. */
function maxCharacters(schema: CelSchema, otherwise: number): number {
  return schema.maxLength === undefined ? otherwise : Math.max(0, schema.maxLength) * bytesPerCharacter;
}

function longestValue(values: readonly unknown[]): number {
  return Math.max(0, ...values.map((value) => (typeof value === 'string' ? value.length : 0)));
}
