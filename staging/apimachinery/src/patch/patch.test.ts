import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jsonEqual, type JsonObject } from '../json/json-value.ts';
import type { FieldSchema, StructSchema, TypeSchemas } from '../schema/type-schema.ts';
import { applyJsonPatch } from './json-patch.ts';
import { applyMergePatch, createMergePatch, createThreeWayJsonMergePatch } from './merge-patch.ts';
import { applyStrategicMergePatch } from './strategic/apply.ts';
import { createThreeWayMergePatch, createTwoWayMergePatch } from './strategic/create.ts';

const text = { kind: 'scalar', scalar: 'string' } as const;
const raw = { kind: 'scalar', scalar: 'raw' } as const;
const struct = (name: string): { readonly kind: 'struct'; readonly name: string } => ({ kind: 'struct', name });

const tables: Readonly<Record<string, readonly FieldSchema[]>> = {
  Object: [
    { name: 'kind', type: text },
    { name: 'spec', type: struct('Spec') },
  ],
  Spec: [
    { name: 'replicas', type: { kind: 'scalar', scalar: 'int32' } },
    { name: 'strategy', type: struct('Strategy'), patchStrategy: 'retainKeys' },
    {
      name: 'containers',
      type: { kind: 'list', items: struct('Container') },
      patchStrategy: 'merge',
      patchMergeKey: 'name',
    },
    { name: 'finalizers', type: { kind: 'list', items: text }, patchStrategy: 'merge' },
    { name: 'args', type: { kind: 'list', items: text } },
    { name: 'labels', type: { kind: 'map', values: text } },
  ],
  Strategy: [
    { name: 'type', type: text },
    { name: 'rollingUpdate', type: raw },
  ],
  Container: [
    { name: 'name', type: text },
    { name: 'image', type: text },
    { name: 'args', type: { kind: 'list', items: text } },
  ],
};
const structOf = (name: string): StructSchema => ({ name, fields: tables[name] ?? [] });
const schemas: TypeSchemas = { struct: structOf, kind: () => undefined, kinds: () => [] };
const root = structOf('Object');

const apply = (original: unknown, patch: unknown): unknown => applyStrategicMergePatch(original, patch, root, schemas);
const containers = (...names: string[]): JsonObject => ({ spec: { containers: names.map((name) => ({ name })) } });

describe('strategic merge patch', () => {
  const base = {
    spec: {
      containers: [
        { name: 'a', image: '1' },
        { name: 'b', image: '2' },
      ],
      finalizers: ['x', 'y'],
    },
  };

  test.each([
    {
      name: 'merges by key and appends',
      patch: { spec: { containers: [{ name: 'b', image: '3' }, { name: 'c' }] } },
      want: [{ name: 'a', image: '1' }, { name: 'b', image: '3' }, { name: 'c' }],
    },
    {
      name: '$patch: delete of an element',
      patch: { spec: { containers: [{ name: 'a', $patch: 'delete' }] } },
      want: [{ name: 'b', image: '2' }],
    },
    {
      name: '$patch: replace of a list',
      patch: { spec: { containers: [{ name: 'z' }, { $patch: 'replace' }] } },
      want: [{ name: 'z' }],
    },
    {
      name: '$setElementOrder reorders',
      patch: { spec: { '$setElementOrder/containers': [{ name: 'b' }, { name: 'a' }] } },
      want: [
        { name: 'b', image: '2' },
        { name: 'a', image: '1' },
      ],
    },
  ])('$name', ({ patch, want }) => {
    const before = structuredClone(base);
    expect(apply(base, patch)).toEqual({ spec: { ...base.spec, containers: want } });
    expect(base).toEqual(before);
  });

  test('lists of scalars', () => {
    expect(apply(base, { spec: { finalizers: ['z', 'x'] } })).toMatchObject({ spec: { finalizers: ['z', 'x', 'y'] } });
    expect(apply(base, { spec: { '$deleteFromPrimitiveList/finalizers': ['x'] } })).toMatchObject({
      spec: { finalizers: ['y'] },
    });
  });

  test('$retainKeys drops what it does not name', () => {
    const original = { spec: { strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1 } } } };
    const patch = { spec: { strategy: { $retainKeys: ['type'], type: 'Recreate' } } };
    expect(apply(original, patch)).toEqual({ spec: { strategy: { type: 'Recreate' } } });
  });

  test.each([
    [{ spec: { $patch: 'explode' } }, 'unknown patch type: explode in map: map[$patch:explode]'],
    [
      { spec: { '$setElementOrder/containers': [{ name: 'c' }], containers: [{ name: 'd', image: 'x' }] } },
      "The order in patch list:\n[map[image:x name:d]]\n doesn't match $setElementOrder list:\n[map[name:c]]\n",
    ],
    [{ spec: { containers: [{ image: 'x' }] } }, 'map: map[image:x] does not contain declared merge key: name'],
  ])('refuses %j', (patch, message) => {
    expect(() => apply(base, patch)).toThrow(message);
  });

  test('two-way: patch(diff) gives the modified object', () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd');
    const container = fc.record({ name, image: fc.constantFrom('1', '2') }, { requiredKeys: ['name'] });
    const spec = fc.record(
      {
        replicas: fc.nat(3),
        containers: fc.uniqueArray(container, { selector: (c) => c.name, minLength: 1 }),
        finalizers: fc.uniqueArray(fc.constantFrom('x', 'y', 'z'), { minLength: 1 }),
        args: fc.array(fc.constantFrom('p', 'q')),
        labels: fc.dictionary(fc.constantFrom('l', 'm'), fc.constantFrom('1', '2')),
        strategy: fc.record(
          { type: fc.constantFrom('A', 'B'), rollingUpdate: fc.constant({ n: 1 }) },
          { requiredKeys: [] },
        ),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(spec, spec, (from, to) => {
        const patch = createTwoWayMergePatch({ spec: from }, { spec: to }, root, schemas);
        expect(apply({ spec: from }, patch)).toEqual({ spec: to });
      }),
    );
  });

  test('three-way: removes what was applied before, keeps what others added', () => {
    const original = containers('a', 'b');
    const modified = containers('b', 'd');
    const current = containers('a', 'b', 'injected');
    const patch = createThreeWayMergePatch(original, modified, current, root, schemas);
    expect(patch).toEqual({
      spec: {
        '$setElementOrder/containers': [{ name: 'b' }, { name: 'd' }],
        containers: [{ name: 'd' }, { name: 'a', $patch: 'delete' }],
      },
    });
    expect(apply(current, patch)).toEqual(containers('b', 'd', 'injected'));
  });

  test('three-way: nothing to do', () => {
    const live = { spec: { ...base.spec, replicas: 3 } };
    expect(createThreeWayMergePatch(base, base, live, root, schemas)).toEqual({});
  });
});

describe('merge patch', () => {
  const leaf = fc.oneof(fc.integer(), fc.string(), fc.boolean(), fc.array(fc.integer()));
  const document = fc.letrec<{ node: JsonObject }>((tie) => ({
    node: fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.oneof({ depthSize: 'small' }, leaf, tie('node'))),
  })).node;

  test('patch(diff(a, b)) applied to a gives b', () => {
    fc.assert(
      fc.property(document, document, (a, b) => {
        expect(jsonEqual(applyMergePatch(a, createMergePatch(a, b)), b)).toBe(true);
      }),
    );
  });

  test('three-way keeps what others set', () => {
    const patch = createThreeWayJsonMergePatch({ a: 1, b: 1 }, { a: 2 }, { a: 1, b: 1, c: 1 });
    expect(patch).toEqual({ a: 2, b: null });
  });
});

describe('JSON patch', () => {
  test.each([
    [{ a: 1 }, [{ op: 'add', path: '/b', value: 2 }], { a: 1, b: 2 }],
    [{ a: [1, 3] }, [{ op: 'add', path: '/a/1', value: 2 }], { a: [1, 2, 3] }],
    [{ a: [1] }, [{ op: 'add', path: '/a/-', value: 2 }], { a: [1, 2] }],
    [{ 'a/b': 1 }, [{ op: 'remove', path: '/a~1b' }], {}],
    [{ a: 1 }, [{ op: 'move', from: '/a', path: '/b' }], { b: 1 }],
    [{ a: { x: 1 } }, [{ op: 'copy', from: '/a', path: '/b' }], { a: { x: 1 }, b: { x: 1 } }],
    [{ a: 1 }, [{ op: 'test', path: '/a', value: 1 }], { a: 1 }],
    [{ a: 1 }, [{ op: 'replace', path: '', value: { b: 2 } }], { b: 2 }],
    [{ a: 1 }, [{ op: 'replace', path: '', value: 7 }], { a: 1 }],
    [{ a: 1 }, [{ op: 'test', path: '', value: { a: 1 } }], { a: 1 }],
    [{ a: 1 }, [{ op: 'add', path: '/b' }], { a: 1, b: null }],
    [{ a: 1 }, [{ op: 'replace', path: '/a' }], { a: null }],
  ])('%j with %j', (document, operations, want) => {
    const before = structuredClone(document);
    expect(applyJsonPatch(document, operations)).toEqual(want);
    expect(document).toEqual(before);
  });

  test.each([
    [[{ op: 'remove', path: '/zz' }]],
    [[{ op: 'remove', path: '' }]],
    [[{ op: 'replace', path: '/zz', value: 1 }]],
    [[{ op: 'add', path: '/zz/x', value: 1 }]],
    [[{ op: 'add', path: '/list/9', value: 1 }]],
    [[{ op: 'test', path: '/a', value: 2 }]],
    [[{ op: 'remove', path: '' }]],
    [[{ op: 'add', path: '', value: {} }]],
    [[{ op: 'move', from: '', path: '/b' }]],
    [[{ op: 'move', from: '/a', path: '' }]],
    [[{ op: 'copy', from: '', path: '/b' }]],
    [[{ op: 'copy', from: '/a', path: '' }]],
    [[{}]],
  ])('refuses %j', (operations) => {
    expect(() => applyJsonPatch({ a: 1, list: [] }, operations)).toThrow();
  });

  test('copies that copy each other end at 3 MiB', () => {
    const copies = Array.from({ length: 40 }, (_, index) => ({ op: 'copy', from: '/a', path: `/a/c${String(index)}` }));
    expect(() => applyJsonPatch({ a: { b: 'x'.repeat(1000) } }, copies)).toThrow(
      /^Unable to complete the copy, the accumulated size increase of copy is \d+, exceeding the limit 3145728$/,
    );
  });
});
