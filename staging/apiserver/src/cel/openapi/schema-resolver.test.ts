import type { GroupVersionKind } from '@kubescript/apimachinery';
import { FakeOpenApi } from '@kubescript/client/testing';
import { describe, expect, test } from 'vitest';

import { type OpenApiSchemas, populateRefs } from './populate-refs.ts';
import { DiscoverySchemaResolver } from './schema-resolver.ts';

const ref = (name: string): { readonly $ref: string } => ({ $ref: `#/components/schemas/${name}` });

describe('references', () => {
  const schemas: OpenApiSchemas = {
    Plain: { type: 'string', maxLength: 3 },
    Port: { format: 'int-or-string' },
    All: {
      type: 'object',
      required: ['wrapped'],
      properties: { direct: ref('Plain'), wrapped: { default: {}, allOf: [ref('Plain')] }, port: ref('Port') },
    },
    Lists: { type: 'array', items: ref('Plain') },
    Maps: { type: 'object', additionalProperties: { allOf: [ref('Plain')] } },
    Open: { type: 'object', additionalProperties: true },
    Tree: { type: 'object', properties: { name: { type: 'string' }, children: { type: 'array', items: ref('Tree') } } },
    Broken: { type: 'object', properties: { x: ref('Nothing') } },
  };
  const plain = { type: 'string', maxLength: 3 };

  test.each([
    ['Plain', plain],
    [
      'All',
      {
        type: 'object',
        required: ['wrapped'],
        properties: {
          direct: plain,
          wrapped: plain,
          port: { format: 'int-or-string', 'x-kubernetes-int-or-string': true },
        },
      },
    ],
    ['Lists', { type: 'array', items: plain }],
    ['Maps', { type: 'object', additionalProperties: plain }],
    ['Open', { type: 'object', additionalProperties: true }],
    [
      'Tree',
      {
        type: 'object',
        properties: { name: { type: 'string' }, children: { type: 'array', items: { type: 'object' } } },
      },
    ],
  ])('%s', (name, want) => {
    expect(populateRefs(schemas, name)).toEqual(want);
  });

  test('to nothing are an error', () => {
    expect(() => populateRefs(schemas, 'Broken')).toThrow(/cannot resolve Ref "#\/components\/schemas\/Nothing"/);
  });
});

describe('schemas of kinds', () => {
  const widget: GroupVersionKind = { group: 'example.com', version: 'v1', kind: 'Widget' };
  const documentWith = (type: string): unknown => ({
    components: {
      schemas: {
        'com.example.v1.Other': { type: 'integer' },
        'com.example.v1.Widget': {
          type,
          'x-kubernetes-group-version-kind': [{ ...widget, version: 'v0' }, widget],
        },
      },
    },
  });

  test('are found by their extension, and nothing else is', async () => {
    const resolver = new DiscoverySchemaResolver(new FakeOpenApi({ 'apis/example.com/v1': documentWith('object') }));
    expect(await resolver.resolveSchema(widget)).toMatchObject({ type: 'object' });
    expect(await resolver.resolveSchema({ ...widget, kind: 'Other' })).toBeUndefined();
    expect(await resolver.resolveSchema({ ...widget, group: '' })).toBeUndefined();
  });

  test('are kept until their document changes', async () => {
    const openApi = new FakeOpenApi({ 'apis/example.com/v1': documentWith('object') });
    const resolver = new DiscoverySchemaResolver(openApi);
    const found = await resolver.resolveSchema(widget);
    expect(await resolver.resolveSchema(widget)).toBe(found);
    expect(openApi.reads).toHaveLength(1);
    openApi.documents = { 'apis/example.com/v1': documentWith('string') };
    openApi.hash = '2';
    expect(await resolver.resolveSchema(widget)).toMatchObject({ type: 'string' });
    openApi.documents = {};
    expect(await resolver.resolveSchema(widget)).toBeUndefined();
  });
});
