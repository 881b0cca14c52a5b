import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { newTypeSchemas } from '../schema/schema-table.ts';
import { compareObjects, sameJson } from './compare.ts';
import { pathsOf, unionOf } from './field-set.ts';
import { encodeFieldsV1 } from './fields-v1.ts';

const schemas = newTypeSchemas([
  {
    prefix: 'test.v1',
    group: 'test',
    version: 'v1',
    kinds: ['Widget'],
    structs: {
      Widget: '\nspec ~Spec',
      Spec: '\nzone string\nparts []~Part - lt=map lk=name\nargs []string\nmarks []string - lt=set\nlabels {}string',
      Part: '\nname string r\ncolor string\nsize ~Size',
      Size: '\nheight int32\nwidth int32',
    },
  },
]);
const widget = schemas.struct('test.v1.Widget');
const compare = (before: unknown, after: unknown): Record<string, unknown> => {
  const { added, modified, removed } = compareObjects({ spec: before }, { spec: after }, widget, schemas);
  return { added: encodeFieldsV1(added), modified: encodeFieldsV1(modified), removed: encodeFieldsV1(removed) };
};
const none = {};

describe('compareObjects', () => {
  test.each([
    { name: 'nothing', before: { zone: 'a' }, after: { zone: 'a' }, added: none, modified: none, removed: none },
    {
      name: 'a scalar and an atomic list',
      before: { zone: 'a', args: ['x'] },
      after: { zone: 'b', args: ['x', 'y'] },
      added: none,
      modified: { 'f:spec': { 'f:args': {}, 'f:zone': {} } },
      removed: none,
    },
    {
      name: 'an element with all it has, in order',
      before: { parts: [{ name: 'a' }] },
      after: { parts: [{ name: 'a' }, { name: 'b', size: { width: 2, height: 1 }, color: 'red' }] },
      added: {
        'f:spec': {
          'f:parts': {
            'k:{"name":"b"}': {
              '.': {},
              'f:color': {},
              'f:name': {},
              'f:size': { '.': {}, 'f:height': {}, 'f:width': {} },
            },
          },
        },
      },
      modified: none,
      removed: none,
    },
    {
      name: 'members of a map and elements of a set',
      before: { labels: { a: '1', b: '2' }, marks: ['x'] },
      after: { labels: { a: '3' }, marks: ['y'] },
      added: { 'f:spec': { 'f:marks': { 'v:"y"': {} } } },
      modified: { 'f:spec': { 'f:labels': { 'f:a': {} } } },
      removed: { 'f:spec': { 'f:labels': { 'f:b': {} }, 'f:marks': { 'v:"x"': {} } } },
    },
    {
      name: 'a map that comes as a whole, and a list that goes',
      before: { parts: [{ name: 'a' }] },
      after: { labels: { a: '1' } },
      added: { 'f:spec': { 'f:labels': { '.': {}, 'f:a': {} } } },
      modified: none,
      removed: { 'f:spec': { 'f:parts': { '.': {}, 'k:{"name":"a"}': { '.': {}, 'f:name': {} } } } },
    },
  ])('$name', ({ before, after, added, modified, removed }) => {
    expect(compare(before, after)).toEqual({ added, modified, removed });
  });

  const part = fc.record(
    { name: fc.constantFrom('a', 'b'), color: fc.string(), size: fc.record({ height: fc.nat() }) },
    { requiredKeys: ['name'] },
  );
  const spec = fc.record(
    {
      zone: fc.constantFrom('a', 'b'),
      parts: fc.uniqueArray(part, { selector: ({ name }) => name, maxLength: 2 }),
      args: fc.array(fc.constantFrom('x', 'y'), { maxLength: 2 }),
      labels: fc.dictionary(fc.constantFrom('a', 'b'), fc.constantFrom('1', '2')),
    },
    { requiredKeys: [] },
  );

  test('there and back: what comes one way goes the other', () => {
    fc.assert(
      fc.property(spec, spec, (a, b) => {
        const [there, back] = [compare(a, b), compare(b, a)];
        expect(there['added']).toEqual(back['removed']);
        expect(there['modified']).toEqual(back['modified']);
      }),
    );
  });

  test('there are differences if, and only if, the states are not the same', () => {
    const inOrder = (value: { readonly parts?: readonly { readonly name: string }[] }): unknown => ({
      ...value,
      ...(value.parts && { parts: [...value.parts].sort((x, y) => (x.name < y.name ? -1 : 1)) }),
    });
    fc.assert(
      fc.property(spec, spec, (a, b) => {
        const { added, modified, removed } = compareObjects({ spec: a }, { spec: b }, widget, schemas);
        const paths = [...pathsOf(unionOf(unionOf(added, modified), removed))];
        expect(paths.length === 0).toBe(sameJson(inOrder(a), inOrder(b)));
      }),
    );
  });
});
