import { expect, test } from 'vitest';

import { newTypeSchemas } from '../../schema/schema-table.ts';
import { unstructuredProblem } from './unstructured-problem.ts';

const schemas = newTypeSchemas([
  {
    prefix: 'test.v1',
    group: 'test',
    version: 'v1',
    kinds: ['Thing'],
    structs: {
      Thing: '\nspec ~Spec e',
      Spec: '\nreplicas int32 -\nname string -\npaused boolean -\nratio double -\nitems []~Item -\nlabels {}string -\nsize quantity -',
      Item: '\nname string r',
    },
  },
]);
const thing = schemas.struct('test.v1.Thing');

test.each([
  { spec: 'x', want: 'cannot restore struct from: string' },
  { spec: [], want: 'cannot restore struct from: slice' },
  { spec: { replicas: 'three' }, want: 'unrecognized type: int32' },
  { spec: { replicas: 1.5 }, want: 'cannot convert float64 to int32' },
  { spec: { name: 1 }, want: 'cannot convert int64 to string' },
  { spec: { name: true }, want: 'unrecognized type: string' },
  { spec: { name: {} }, want: 'unrecognized type: string' },
  { spec: { paused: 'no' }, want: 'unrecognized type: bool' },
  { spec: { items: 'x' }, want: 'cannot restore slice from string' },
  { spec: { items: ['x'] }, want: 'cannot restore struct from: string' },
  { spec: { labels: [1] }, want: 'cannot restore map from slice' },
  { spec: { labels: { a: 1 } }, want: 'cannot convert int64 to string' },
  // The first in the order of the struct, not of the document.
  { spec: { items: 1, replicas: 'x' }, want: 'unrecognized type: int32' },
])('$spec is refused as the reference refuses it: $want', ({ spec, want }) => {
  expect(unstructuredProblem({ spec }, thing, schemas)).toBe(want);
});

test.each([
  {},
  { spec: null },
  { spec: { replicas: 1, name: 'x', paused: true, ratio: 1, items: [null, { name: 'a' }], labels: { a: 'b' } } },
  // Quantities read what they are given themselves.
  { spec: { size: 5 } },
  { spec: { unknown: 1 } },
])('%j is taken', (value) => {
  expect(unstructuredProblem(value, thing, schemas)).toBeUndefined();
});
