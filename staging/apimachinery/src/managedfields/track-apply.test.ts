import { expect, test } from 'vitest';

import type { KubeObject } from '../runtime/object.ts';
import type { FieldSchema, StructSchema, TypeRef, TypeSchemas } from '../schema/type-schema.ts';
import { ApplyConflictError } from './apply-conflict.ts';
import { emptyFieldSet } from './field-set.ts';
import { applyConfig } from './track-apply.ts';

const text: TypeRef = { kind: 'scalar', scalar: 'string' };
const struct = (name: string): TypeRef => ({ kind: 'struct', name });

const structs: Readonly<Record<string, readonly FieldSchema[]>> = {
  Widget: [
    { name: 'apiVersion', type: text },
    { name: 'kind', type: text },
    { name: 'metadata', type: struct('Meta'), embedded: true },
    { name: 'spec', type: struct('Spec'), embedded: true },
  ],
  Meta: [{ name: 'name', type: text }],
  Spec: [
    { name: 'color', type: text },
    { name: 'parts', type: { kind: 'list', items: struct('Part') }, listType: 'map', listMapKeys: ['name'] },
  ],
  Part: [
    { name: 'name', type: text, required: true },
    { name: 'size', type: text },
  ],
};
const schemas: TypeSchemas = {
  struct: (name) => ({ name, fields: structs[name] ?? [] }) satisfies StructSchema,
  kind: () => undefined,
  kinds: () => [],
};

type Spec = Readonly<Record<string, unknown>>;
const widget = (spec: Spec): KubeObject & { spec: Spec } => ({
  apiVersion: 'v1',
  kind: 'Widget',
  metadata: { name: 'w' },
  spec,
});

/** Applies a configuration to what an earlier apply (or nothing) left; returns the new state. */
function apply(before: KubeObject | undefined, manager: string, spec: Spec, force = false): KubeObject {
  const live = before ?? { apiVersion: 'v1', kind: 'Widget', metadata: {} };
  const { object, managedFields } = applyConfig({
    live,
    empty: { metadata: {} },
    config: { ...widget(spec) },
    manager,
    apiVersion: 'v1',
    subresource: '',
    force,
    time: '2026-01-01T00:00:00Z',
    ignored: emptyFieldSet,
    schema: schemas.struct('Widget'),
    schemas,
    convert: (state) => ({ object: state, schema: schemas.struct('Widget') }),
  });
  const state = (object ?? live) as unknown as KubeObject;
  return { ...state, metadata: { ...state.metadata, ...(managedFields === undefined ? {} : { managedFields }) } };
}

const specOf = (object: KubeObject): unknown => (object as KubeObject & { spec?: unknown }).spec;

test('what a manager no longer applies goes, unless somebody else manages it', () => {
  const first = apply(undefined, 'a', { color: 'red', parts: [{ name: 'x', size: '1' }, { name: 'y' }] });
  const shared = apply(first, 'b', { parts: [{ name: 'y' }] });
  const fewer = apply(shared, 'a', { color: 'red' });
  expect(specOf(fewer)).toEqual({ color: 'red', parts: [{ name: 'y' }] });
});

test('elements of a list map are merged by their keys', () => {
  const first = apply(undefined, 'a', { parts: [{ name: 'x', size: '1' }] });
  const both = apply(first, 'b', { parts: [{ name: 'z', size: '3' }] });
  expect(specOf(both)).toEqual({
    parts: expect.arrayContaining([
      { name: 'x', size: '1' },
      { name: 'z', size: '3' },
    ]),
  });
});

test('another value for what somebody else manages is a conflict, and force takes it over', () => {
  const first = apply(undefined, 'a', { color: 'red' });
  expect(() => apply(first, 'b', { color: 'blue' })).toThrow(ApplyConflictError);
  const taken = apply(first, 'b', { color: 'blue' }, true);
  expect(specOf(taken)).toEqual({ color: 'blue' });
  expect(() => apply(taken, 'a', { color: 'red' })).toThrow(ApplyConflictError);
});

test('the same value is shared without a conflict', () => {
  const first = apply(undefined, 'a', { color: 'red' });
  const shared = apply(first, 'b', { color: 'red' });
  expect(specOf(shared)).toEqual({ color: 'red' });
  expect(shared.metadata.managedFields?.map(({ manager }) => manager).sort()).toEqual(['a', 'b']);
});
