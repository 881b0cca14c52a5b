import { CelError, toJson, types } from '@kubescript/cel';
import { describe, expect, test } from 'vitest';
import { baseCelEnvironment } from '../base-environment.ts';
import type { CelSchema } from '../schema.ts';
import { unstructuredToValue } from './unstructured.ts';

const strings: CelSchema = { type: 'array', items: { type: 'string' } };
const keyed: CelSchema = {
  type: 'array',
  'x-kubernetes-list-type': 'map',
  'x-kubernetes-list-map-keys': ['k', 'n'],
  items: { type: 'object', properties: { k: { type: 'string' }, n: { type: 'integer' }, v: { type: 'integer' } } },
};
const schema: CelSchema = {
  type: 'object',
  properties: {
    'a-b': { type: 'string' },
    nil: { type: 'string', nullable: true },
    when: { type: 'string', format: 'date-time' },
    day: { type: 'string', format: 'date' },
    wait: { type: 'string', format: 'duration' },
    raw: { type: 'string', format: 'byte' },
    ratio: { type: 'number' },
    port: { 'x-kubernetes-int-or-string': true },
    set: { ...strings, 'x-kubernetes-list-type': 'set' },
    atoms: strings,
    keyed,
    labels: { type: 'object', additionalProperties: { type: 'string' } },
    loose: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    template: { type: 'object', 'x-kubernetes-embedded-resource': true },
  },
};
const data = {
  'a-b': 'dashed',
  nil: null,
  hidden: 1,
  when: '2020-01-02T03:04:05Z',
  day: '2020-01-02',
  wait: '1h',
  raw: 'aGk=',
  ratio: 2,
  port: '80%',
  set: ['a', 'b'],
  atoms: ['a', 'b'],
  keyed: [
    { k: 'x', n: 1, v: 1 },
    { k: 'y', n: 1, v: 2 },
  ],
  labels: { 'app.kubernetes.io/name': 'x' },
  loose: { anything: [1] },
  template: { kind: 'Pod', metadata: { name: 'p', labels: {} } },
};
const environment = baseCelEnvironment().extend({ variables: { self: types.dyn, oldSelf: types.dyn } });

function run(text: string, old: unknown = data): unknown {
  const compiled = environment.compile(text);
  if (!compiled.ok) throw new Error(compiled.issues.toString());
  const self = unstructuredToValue(data, schema);
  try {
    return toJson(compiled.program.evaluate({ self, oldSelf: unstructuredToValue(old, schema) }).value);
  } catch (error) {
    if (error instanceof CelError) return error.message;
    throw error;
  }
}

describe('values by their schema (k8s.io/apiserver/pkg/cel/common values_test.go)', () => {
  test.each([
    ['self.a__dash__b', 'dashed'],
    ['has(self.nil)', false],
    ['has(self.hidden)', false],
    ['self.hidden', 'no such key: hidden'],
    ['self.when.getFullYear() == self.day.getFullYear()', true],
    ['self.wait == duration("60m")', true],
    ['self.raw == b"hi"', true],
    ['type(self.ratio) == double && self.ratio + 0.5 == 2.5', true],
    ['type(self.port) == string', true],
    ['self.labels["app.kubernetes.io/name"]', 'x'],
    ['self.labels.map(k, k)', ['app.kubernetes.io/name']],
    ['self.template.metadata.name', 'p'],
    ['has(self.template.metadata.labels)', false],
    ['self.map(k, k).exists(k, k == "a__dash__b") && !self.map(k, k).exists(k, k == "hidden")', true],
    // Sets and lists of type map ignore the order.
    ['self.set == ["b", "a"]', true],
    ['self.atoms == ["b", "a"]', false],
    ['["b", "a"] == self.set', true],
    ['self.set + ["c", "a"]', ['a', 'b', 'c']],
    ['self.atoms + ["c", "a"]', ['a', 'b', 'c', 'a']],
    [
      'self.keyed + [{"k": dyn("y"), "n": dyn(1), "v": dyn(9)}, {"k": dyn("z"), "n": dyn(1)}]',
      [
        { k: 'x', n: 1, v: 1 },
        { k: 'y', n: 1, v: 9 },
        { k: 'z', n: 1 },
      ],
    ],
    ['self == oldSelf', true],
  ])('%s', (text, want) => {
    expect(run(text)).toEqual(want);
  });

  test('equality of objects looks through their schema', () => {
    const reordered = { ...data, set: ['b', 'a'], keyed: data.keyed.toReversed() };
    expect(run('self == oldSelf', reordered)).toBe(true);
    expect(run('self == oldSelf', { ...data, atoms: ['b', 'a'] })).toBe(false);
    expect(run('self == oldSelf', { ...data, hidden: 2 })).toBe(false);
  });
});

test.each<[unknown, CelSchema, string]>([
  [null, { type: 'string' }, 'invalid data, got null for schema with nullable=false'],
  [1, { type: 'object' }, 'invalid data, expected a map for the provided schema with type=object'],
  [1, { type: 'array' }, 'invalid data, expected an array for the provided schema with type=array'],
  [
    true,
    { 'x-kubernetes-int-or-string': true },
    'invalid data, expected XIntOrString value to be either a string or integer',
  ],
  ['x', { type: 'string', format: 'date-time' }, 'Invalid date-time formatted string x'],
  ['x', { type: 'string', format: 'duration' }, 'Invalid duration x'],
])('%j does not fit %j', (value, of, message) => {
  expect(() => unstructuredToValue(value, of)).toThrow(message);
});
