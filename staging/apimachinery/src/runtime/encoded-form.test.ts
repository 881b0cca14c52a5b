import { expect, test } from 'vitest';

import { newTypeSchemas } from '../schema/schema-table.ts';
import { encodedForm } from './encoded-form.ts';
import type { KubeObject } from './object.ts';

const schemas = newTypeSchemas([
  {
    prefix: 'test.v1',
    group: 'test',
    version: 'v1',
    kinds: ['Role'],
    structs: {
      Role: '\nkind string -\napiVersion string -\nmetadata ~Meta e\nrules []~Rule t\nspec ~Spec -',
      Meta: '\nname string -\nuid string -\nlabels {}string -',
      Rule: '\nverbs []string r\ngroups []string -',
      Spec: '\nactions []string ro\nparts {}~Rule -\nitems []string r',
    },
  },
]);

const role = (rest: object): KubeObject => ({ kind: 'Role', apiVersion: 'test/v1', metadata: {}, ...rest });
const encoded = (object: KubeObject): string => JSON.stringify(encodedForm(object, schemas));

test('members come in the order of the type, at every level', () => {
  const object = { spec: { parts: { x: { groups: ['g'], verbs: ['v'] } } }, rules: [{ groups: [], verbs: ['a'] }] };
  expect(encoded({ ...object, metadata: { uid: 'u', name: 'n' }, apiVersion: 'test/v1', kind: 'Role' })).toBe(
    '{"kind":"Role","apiVersion":"test/v1","metadata":{"name":"n","uid":"u"},"rules":[{"verbs":["a"],"groups":[]}],' +
      '"spec":{"parts":{"x":{"verbs":["v"],"groups":["g"]}}}}',
  );
});

test.each([
  { name: 'emitted', object: role({ rules: [] }), want: '"rules":null' },
  { name: 'required, in a list', object: role({ rules: [{ verbs: [] }] }), want: '"rules":[{"verbs":null}]' },
  { name: 'required, but omitted where empty', object: role({ spec: { actions: [] } }), want: '"actions":[]' },
  {
    name: 'called items, which lists of objects never have as null',
    object: role({ spec: { items: [] } }),
    want: '[]',
  },
])('an empty list that is $name', ({ object, want }) => {
  expect(encoded(object)).toContain(want);
});

test('what needs no change is shared, and the object is not changed', () => {
  const object = role({ rules: [{ verbs: ['v'] }] });
  expect(encodedForm(object, schemas)).toBe(object);
  const other = Object.freeze(role({ rules: [], spec: Object.freeze({ actions: [] }) }));
  expect((encodedForm(other, schemas) as unknown as { spec: unknown }).spec).toBe(
    (other as unknown as { spec: unknown }).spec,
  );
});

test('an object of an unknown kind is given back as it is', () => {
  const object = { kind: 'Other', apiVersion: 'x/v1', metadata: {} };
  expect(encodedForm(object, schemas)).toBe(object);
});
