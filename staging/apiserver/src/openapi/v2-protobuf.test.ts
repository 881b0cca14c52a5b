import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import { expect, test } from 'vitest';

import { swaggerToProtobuf } from './v2-protobuf.ts';

/** The fields with these numbers, one inside the other; each a text, a number, or bytes of a message. */
function at(bytes: Uint8Array, ...path: readonly number[]): (string | number)[] {
  const [first, ...rest] = path;
  const values: (string | number)[] = [];
  const reader = new BinaryReader(bytes);
  while (reader.pos < reader.len) {
    const [field, wireType] = reader.tag();
    if (field !== first) reader.skip(wireType);
    else if (wireType === WireType.Varint) values.push(Number(reader.int64()));
    else if (wireType === WireType.Bit64) values.push(reader.double());
    else if (rest.length === 0) values.push(reader.string());
    else values.push(...at(reader.bytes(), ...rest));
  }
  return values;
}

const definition = (schema: object): Uint8Array => swaggerToProtobuf({ definitions: { D: schema } });
/** Document.definitions, additional_properties, value */
const toSchema = [9, 1, 2] as const;
/** Document.paths, path, value, get */
const toGet = [8, 2, 2, 2] as const;
const operation = (get: object): Uint8Array => swaggerToProtobuf({ paths: { '/p': { get } } });
const security = (item: object): Uint8Array => swaggerToProtobuf({ securityDefinitions: { S: item } });

test.each<[string, Uint8Array, readonly number[], readonly (string | number)[]]>([
  ['the version', swaggerToProtobuf({ swagger: '2.0' }), [1], ['2.0']],
  ['the title', swaggerToProtobuf({ info: { title: 'Kubernetes', version: 'v1' } }), [2, 1], ['Kubernetes']],
  ['what all require', swaggerToProtobuf({ security: [{ BearerToken: ['s'] }] }), [12, 1, 1], ['BearerToken']],
  ['its scopes', swaggerToProtobuf({ security: [{ BearerToken: ['s'] }] }), [12, 1, 2, 1], ['s']],
  ['a tag', swaggerToProtobuf({ tags: [{ name: 'core' }] }), [14, 1], ['core']],
  ['an API key', security({ type: 'apiKey', name: 'authorization', in: 'header' }), [13, 1, 2, 2, 3], ['header']],
  ['basic authentication', security({ type: 'basic' }), [13, 1, 2, 1, 1], ['basic']],
  ['OAuth 2', security({ type: 'oauth2', flow: 'accessCode', tokenUrl: 'u' }), [13, 1, 2, 6, 5], ['u']],
  ['definitions', swaggerToProtobuf({ definitions: { A: {}, B: {} } }), [9, 1, 1], ['A', 'B']],
  ['a reference', definition({ $ref: '#/definitions/E' }), [...toSchema, 1], ['#/definitions/E']],
  ['a description beside it', definition({ $ref: 'r', description: 'd' }), [...toSchema, 4], ['d']],
  ['a type', definition({ type: 'object' }), [...toSchema, 22, 1], ['object']],
  ['several types', definition({ type: ['object', 'null'] }), [...toSchema, 22, 1], ['object', 'null']],
  ['required properties', definition({ required: ['a', 'b'] }), [...toSchema, 19], ['a', 'b']],
  ['a property', definition({ properties: { 'x-a': { format: 'f' } } }), [...toSchema, 25, 1, 2, 2], ['f']],
  ['items', definition({ items: { type: 'string' } }), [...toSchema, 23, 1, 22, 1], ['string']],
  ['additional properties', definition({ additionalProperties: { pattern: 'p' } }), [...toSchema, 21, 1, 13], ['p']],
  ['none allowed', definition({ additionalProperties: false }), [...toSchema, 21, 2], [0]],
  ['more allowed', definition({ additionalProperties: true }), [...toSchema, 21, 2], [1]],
  ['a default', definition({ default: { a: [1] } }), [...toSchema, 5, 2], ['{"a":[1]}\n']],
  ['a default of null', definition({ default: null }), [...toSchema, 5, 2], ['null\n']],
  ['an enumeration', definition({ enum: ['A', 1] }), [...toSchema, 20, 2], ['"A"\n', '1\n']],
  ['limits', definition({ maximum: 1.5, minLength: 3 }), [...toSchema, 7], [1.5]],
  ['lengths', definition({ maximum: 1.5, minLength: 3 }), [...toSchema, 12], [3]],
  ['a flag', definition({ uniqueItems: true, readOnly: false }), [...toSchema, 16], [1]],
  ['an extension', definition({ 'x-kubernetes-a': 'v' }), [...toSchema, 31, 2, 2], ['"v"\n']],
  ["an extension's name", definition({ 'x-kubernetes-a': 'v', other: 1 }), [...toSchema, 31, 1], ['x-kubernetes-a']],
  ['a path', operation({}), [8, 2, 1], ['/p']],
  ['an operation', operation({ operationId: 'readP' }), [...toGet, 5], ['readP']],
  ['its action', operation({ 'x-kubernetes-action': 'get' }), [...toGet, 13, 2, 2], ['"get"\n']],
  ['a response', operation({ responses: { 200: { description: 'OK' } } }), [...toGet, 9, 1, 2, 1, 1], ['OK']],
  [
    "a response's schema",
    operation({ responses: { 200: { schema: { $ref: 'r' } } } }),
    [...toGet, 9, 1, 2, 1, 2, 1, 1],
    ['r'],
  ],
  [
    'a body',
    operation({ parameters: [{ name: 'body', in: 'body', schema: { $ref: 'r' } }] }),
    [...toGet, 8, 1, 1, 5, 1],
    ['r'],
  ],
  [
    'a parameter in the query',
    operation({ parameters: [{ name: 'q', in: 'query', type: 'string' }] }),
    [...toGet, 8, 1, 2, 3, 6],
    ['string'],
  ],
  [
    'a parameter in the path',
    operation({ parameters: [{ name: 'q', in: 'path', type: 'string', uniqueItems: true }] }),
    [...toGet, 8, 1, 2, 4, 19],
    [1],
  ],
  ['a parameter elsewhere', operation({ parameters: [{ $ref: 'r' }] }), [...toGet, 8, 2, 1], ['r']],
])('%s is where gnostic has it', (_name, bytes, path, expected) => {
  expect(at(bytes, ...path)).toEqual(expected);
});

test.each([
  ['a type that no field has', { maxLength: 'long', description: 7, properties: [] }],
  ['zero values', { description: '', minimum: 0, readOnly: false }],
  ['keywords that Swagger 2 has not', { oneOf: [{}], nullable: true }],
])('%s is left out', (_name, schema) => {
  expect(definition(schema)).toEqual(definition({}));
});
