import type { CustomResourceDefinition, JSONSchemaProps } from '@kubescript/api/apiextensions/v1';
import { expect, test } from 'vitest';

import { unrecognizedFormats } from './formats.ts';

function definition(schema: JSONSchemaProps): CustomResourceDefinition {
  return {
    metadata: {},
    spec: { versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }] },
  } as unknown as CustomResourceDefinition;
}

const odd: JSONSchemaProps = {
  type: 'object',
  properties: {
    a: { type: 'string', format: 'odd' },
    b: { type: 'array', format: 'cidr', items: { type: 'string', format: 'odder' } },
    c: { type: 'string', anyOf: [{ type: 'string', format: 'oddest' }], format: 'email' },
    d: { type: 'object', additionalProperties: { type: 'integer', format: 'int32' } },
    e: { type: 'integer', format: 'int16' },
  },
};

test('formats by which nothing is checked are told, each once', () => {
  expect(unrecognizedFormats(definition(odd)).sort()).toEqual(
    ['cidr', 'int16', 'odd', 'odder', 'oddest'].map((format) => `unrecognized format "${format}"`),
  );
  const twice = { type: 'object', properties: { a: odd, b: odd } };
  expect(unrecognizedFormats(definition(twice))).toHaveLength(5);
});

test('an update is told only of new ones', () => {
  const more = { ...odd, properties: { ...odd.properties, f: { type: 'string', format: 'new' } } };
  expect(unrecognizedFormats(definition(more), definition(odd))).toEqual(['unrecognized format "new"']);
});
