import { CelDouble, CelError, parseTimestamp, type Value } from '@kubescript/cel';
import { additionalSchema, type CelSchema, withTypeAndObjectMeta } from '../schema.ts';
import { parseOpenApiDuration } from './duration.ts';
import { TypedList } from './typed-list.ts';
import { TypedMap } from './typed-map.ts';

type JsonMap = Readonly<Record<string, unknown>>;

/**
 * Data as the value that expressions see, according to its schema; nothing is copied. Throws a `CelError` where the
 * data is not of the schema.
 * @go k8s.io/apiserver/pkg/cel/common#UnstructuredToVal
 */
export function unstructuredToValue(data: unknown, schema: CelSchema): Value {
  if (data === null || data === undefined) {
    if (schema.nullable === true) return null;
    throw new CelError('invalid data, got null for schema with nullable=false');
  }
  if (schema['x-kubernetes-int-or-string'] === true) return intOrString(data);
  switch (schema.type) {
    case 'object':
      return objectValue(data, schema);
    case 'array':
      return listValue(data, schema);
    case 'string':
      return stringValue(data, schema);
    case 'number':
      if (typeof data === 'number') return new CelDouble(data);
      break;
    case 'integer':
      if (typeof data === 'number' && Number.isInteger(data)) return data;
      break;
    case 'boolean':
      if (typeof data === 'boolean') return data;
      break;
    default:
      if (schema['x-kubernetes-preserve-unknown-fields'] === true) return data as Value;
  }
  throw new CelError(`invalid data, expected ${schema.type ?? 'a typed value'}, got ${typeof data}`);
}

function intOrString(data: unknown): Value {
  if (typeof data === 'string' || (typeof data === 'number' && Number.isInteger(data))) return data;
  throw new CelError('invalid data, expected XIntOrString value to be either a string or integer');
}

function objectValue(data: unknown, schema: CelSchema): Value {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    throw new CelError('invalid data, expected a map for the provided schema with type=object');
  }
  const embedded = schema['x-kubernetes-embedded-resource'] === true;
  const { properties } = embedded ? withTypeAndObjectMeta(schema) : schema;
  const object = data as JsonMap;
  if (properties !== undefined) {
    const of = (key: string): CelSchema | undefined => (Object.hasOwn(properties, key) ? properties[key] : undefined);
    return new TypedMap(object, { hasProperties: true, schemaOf: of, toValue: unstructuredToValue });
  }
  const additional = additionalSchema(schema);
  if (additional !== undefined) {
    return new TypedMap(object, { hasProperties: false, schemaOf: () => additional, toValue: unstructuredToValue });
  }
  if (schema['x-kubernetes-preserve-unknown-fields'] === true) {
    return new TypedMap(object, { hasProperties: false, schemaOf: () => undefined, toValue: unstructuredToValue });
  }
  throw new CelError(
    'invalid object type, expected either Properties or AdditionalProperties with Allows=true and non-empty Schema',
  );
}

function listValue(data: unknown, schema: CelSchema): Value {
  if (!Array.isArray(data))
    throw new CelError('invalid data, expected an array for the provided schema with type=array');
  if (schema.items === undefined) throw new CelError('invalid array type, expected Items with a non-empty Schema');
  return new TypedList(data, {
    items: schema.items,
    listType: schema['x-kubernetes-list-type'] ?? 'atomic',
    mapKeys: schema['x-kubernetes-list-map-keys'] ?? [],
    toValue: unstructuredToValue,
  });
}

function stringValue(data: unknown, schema: CelSchema): Value {
  if (typeof data !== 'string') throw new CelError(`invalid data, expected string, got ${typeof data}`);
  switch (schema.format) {
    case 'duration':
      return orInvalid(parseOpenApiDuration(data), `Invalid duration ${data}`);
    case 'date':
      return orInvalid(parseTimestamp(`${data}T00:00:00Z`), `Invalid date formatted string ${data}`);
    case 'date-time':
      return orInvalid(parseDateTime(data), `Invalid date-time formatted string ${data}`);
    case 'byte':
      return Uint8Array.from(Buffer.from(data, 'base64'));
    default:
      return data;
  }
}

function orInvalid<T>(value: T | undefined, message: string): T {
  if (value === undefined) throw new CelError(message);
  return value;
}

/** OpenAPI's date-time: RFC 3339, and without a zone UTC. */
function parseDateTime(text: string): Value | undefined {
  const normalized = text.toUpperCase();
  return parseTimestamp(normalized) ?? parseTimestamp(`${normalized}Z`);
}
