import { expect, test } from 'vitest';

import { newTypeSchemas } from '../schema/schema-table.ts';
import { compareObjects } from '../managedfields/compare.ts';
import { encodeFieldsV1 } from '../managedfields/fields-v1.ts';
import { newScheme } from './new-scheme.ts';

const schemas = newTypeSchemas([
  {
    prefix: 'test.v1',
    group: 'test',
    version: 'v1',
    kinds: ['Node'],
    structs: {
      Node: '\nspec ~Spec e',
      Spec: '\ndrivers []~Driver r lt=map lk=name\nports []string -\nref ~Driver ro\nother ~Driver t',
      Driver: '\nname string r',
    },
  },
]);
const scheme = newScheme({ schemas, versions: [{ group: 'test', version: 'v1' }], defaults: {}, conversions: [] });
const gvk = { group: 'test', version: 'v1', kind: 'Node' };
const decode = (spec: object, fromRequest: boolean): object => scheme.decode({ spec }, gvk, { fromRequest }).object;
const added = (spec: object, fromRequest = true): unknown => {
  const { added, modified } = compareObjects(
    decode({}, false),
    decode(spec, fromRequest),
    schemas.struct('test.v1.Node'),
    schemas,
  );
  return [added, modified].map(encodeFieldsV1);
};

test.each([
  { name: 'a stated empty list is set', spec: { drivers: [] }, want: [{}, { 'f:spec': { 'f:drivers': {} } }] },
  { name: 'one that is left out is not', spec: {}, want: [{}, {}] },
  { name: 'nor is null', spec: { drivers: null }, want: [{}, {}] },
  { name: 'nor an empty list that is not encoded', spec: { ports: [] }, want: [{}, {}] },
])('$name', ({ spec, want }) => {
  expect(added(spec)).toEqual(want);
});

test('what comes from the store was not stated by anybody', () => {
  expect(added({ drivers: [] }, false)).toEqual([{}, {}]);
});

test.each([
  // Absent before: the struct itself is set, which is told by the dot.
  { field: 'ref', want: [{ 'f:spec': { 'f:ref': { '.': {}, 'f:name': {} } } }, {}] },
  // Null before: only what is in it.
  { field: 'other', want: [{ 'f:spec': { 'f:other': { 'f:name': {} } } }, {}] },
])('whether an absent struct is encoded as null tells what setting it adds: $field', ({ field, want }) => {
  expect(added({ [field]: { name: 'x' } })).toEqual(want);
});
