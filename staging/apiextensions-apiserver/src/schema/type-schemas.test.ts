import { schemas } from '@kubescript/api/schemas';
import { describe, expect, test } from 'vitest';

import type { StructuralSchema } from './structural.ts';
import { CustomTypeSchemas } from './type-schemas.ts';

const gvk = { group: 'example.com', version: 'v1', kind: 'Widget' };
const schema: StructuralSchema = {
  type: 'object',
  properties: {
    metadata: { type: 'object' },
    spec: {
      type: 'object',
      'x-kubernetes-map-type': 'atomic',
      properties: {
        text: { type: 'string', default: 'x' },
        port: { 'x-kubernetes-int-or-string': true },
        items: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['k'],
          items: { type: 'object', properties: { k: { type: 'string' } } },
        },
        labels: { type: 'object', additionalProperties: { type: 'string' } },
        free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
      },
    },
  },
};

describe('CustomTypeSchemas', () => {
  const own = new CustomTypeSchemas(schemas, gvk, (version) => (version === 'v1' ? schema : undefined));
  const spec = (): ReturnType<typeof own.struct> => own.struct('example.com/v1/Widget.spec');
  const field = (name: string): unknown => {
    own.kind(gvk);
    return spec().fields.find((one) => one.name === name);
  };

  test('a resource has metadata as every other', () => {
    expect(own.kind(gvk)?.fields.map(({ name }) => name)).toEqual(['apiVersion', 'kind', 'metadata', 'spec']);
    expect(own.kind(gvk)?.fields[2]?.type).toEqual({
      kind: 'struct',
      name: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta',
    });
  });

  test.each([
    ['text', { name: 'text', type: { kind: 'scalar', scalar: 'string' }, default: 'x' }],
    ['port', { name: 'port', type: { kind: 'scalar', scalar: 'intOrString' } }],
    ['labels', { name: 'labels', type: { kind: 'map', values: { kind: 'scalar', scalar: 'string' } } }],
    ['free', { name: 'free', type: { kind: 'deduced' } }],
  ])('knows %s', (name, expected) => {
    expect(field(name)).toEqual(expected);
  });

  test('knows lists by their kind and keys', () => {
    expect(field('items')).toMatchObject({ listType: 'map', listMapKeys: ['k'], type: { kind: 'list' } });
  });

  test('knows atomic maps', () => {
    own.kind(gvk);
    expect(spec().mapType).toBe('atomic');
  });

  test('knows versions that there are, and built-in types', () => {
    expect(own.kind({ ...gvk, version: 'v2' })).toBeUndefined();
    expect(own.kind({ group: '', version: 'v1', kind: 'Pod' })).toBe(
      schemas.kind({ group: '', version: 'v1', kind: 'Pod' }),
    );
  });
});
