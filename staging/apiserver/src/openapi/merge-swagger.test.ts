import { describe, expect, test } from 'vitest';

import { mergeSwagger } from './merge-swagger.ts';

const ref = (name: string): object => ({ $ref: `#/definitions/${name}` });
const gvk = (kind: string): object => ({ 'x-kubernetes-group-version-kind': [{ group: 'g', version: 'v1', kind }] });

// Cases of upstream's kube-openapi/pkg/aggregator/aggregator_test.go.
describe('mergeSwagger', () => {
  test('adds paths and the definitions that they need', () => {
    const first = { swagger: '2.0', paths: { '/a': {} }, definitions: { A: { type: 'object' } } };
    const second = {
      paths: { '/b': { get: ref('B') } },
      definitions: { B: { properties: { c: ref('C') } }, C: {}, Unused: {} },
    };
    expect(mergeSwagger([first, second])).toEqual({
      swagger: '2.0',
      paths: { '/a': {}, '/b': { get: ref('B') } },
      definitions: { A: { type: 'object' }, B: { properties: { c: ref('C') } }, C: {} },
    });
  });

  test('equal definitions are shared, with the kinds of both', () => {
    const one = { paths: { '/a': ref('M') }, definitions: { M: { type: 'object', ...gvk('A') } } };
    const two = { paths: { '/b': ref('M') }, definitions: { M: { type: 'object', ...gvk('B') } } };
    const { definitions } = mergeSwagger([one, two]) as { definitions: Record<string, unknown> };
    const kinds = ['A', 'B'].map((kind) => ({ group: 'g', version: 'v1', kind }));
    expect(definitions).toEqual({ M: { type: 'object', 'x-kubernetes-group-version-kind': kinds } });
  });

  test('a definition that differs is renamed where it is used', () => {
    const one = { paths: { '/a': ref('M') }, definitions: { M: { type: 'object' } } };
    const two = { paths: { '/b': ref('N') }, definitions: { N: { items: ref('M') }, M: { type: 'string' } } };
    const three = { paths: { '/c': ref('M') }, definitions: { M: { type: 'string' } } };
    const four = { paths: { '/d': ref('M') }, definitions: { M: { type: 'number' } } };
    expect(mergeSwagger([one, two, three, four])).toEqual({
      paths: { '/a': ref('M'), '/b': ref('N'), '/c': ref('M_v2'), '/d': ref('M_v3') },
      definitions: {
        M: { type: 'object' },
        N: { items: ref('M_v2') },
        M_v2: { type: 'string' },
        M_v3: { type: 'number' },
      },
    });
  });

  test('a path that is taken is left out, with what only it needs', () => {
    const one = { paths: { '/a': { first: true } }, definitions: {} };
    const two = { paths: { '/a': ref('M') }, definitions: { M: {} } };
    expect(mergeSwagger([one, two])).toEqual(one);
  });

  test('the documents that are merged stay as they are', () => {
    const one = { paths: { '/a': {} }, definitions: { M: { type: 'object' } } };
    const two = { paths: { '/b': ref('M') }, definitions: { M: { type: 'string' } } };
    const copies = structuredClone([one, two]);
    mergeSwagger([one, two]);
    expect([one, two]).toEqual(copies);
  });
});
