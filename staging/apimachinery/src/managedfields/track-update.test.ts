import { describe, expect, test } from 'vitest';

import type { KubeObject } from '../runtime/object.ts';
import type { FieldSchema, StructSchema, TypeRef, TypeSchemas } from '../schema/type-schema.ts';
import { decodeFieldsV1, encodeFieldsV1 } from './fields-v1.ts';
import { fieldSetOf, trackWrite } from './track-update.ts';

const text: TypeRef = { kind: 'scalar', scalar: 'string' };
const struct = (name: string): TypeRef => ({ kind: 'struct', name });
const listOf = (items: TypeRef): TypeRef => ({ kind: 'list', items });
const mapOf = (values: TypeRef): TypeRef => ({ kind: 'map', values });

const structs: Readonly<Record<string, readonly FieldSchema[]>> = {
  Widget: [
    { name: 'metadata', type: struct('Meta'), embedded: true },
    { name: 'spec', type: struct('Spec'), embedded: true },
    { name: 'status', type: mapOf(text) },
  ],
  Meta: [
    { name: 'name', type: text },
    { name: 'uid', type: text },
    { name: 'labels', type: mapOf(text) },
    { name: 'finalizers', type: listOf(text), listType: 'set' },
  ],
  Spec: [
    { name: 'size', type: { kind: 'scalar', scalar: 'int32' } },
    { name: 'parts', type: listOf(struct('Part')), listType: 'map', listMapKeys: ['name'] },
    { name: 'args', type: listOf(text) },
  ],
  Part: [
    { name: 'name', type: text, required: true },
    { name: 'color', type: text },
  ],
};

const schemas: TypeSchemas = {
  struct: (name) => ({ name, fields: structs[name] ?? [] }) satisfies StructSchema,
  kind: () => undefined,
  kinds: () => [],
};

const none: KubeObject = { metadata: {} };
const stored = (object: object): KubeObject => ({
  ...object,
  metadata: { ...(object as KubeObject).metadata, uid: 'u' },
});

function write(
  before: object,
  after: object,
  manager = 'm',
  subresource = '',
): KubeObject['metadata']['managedFields'] {
  return trackWrite({
    before: before as KubeObject,
    after: after as KubeObject,
    who: { manager, operation: 'Update', apiVersion: 'v1', subresource },
    time: '2026-01-01T00:00:00Z',
    ignored: subresource === 'status' ? fieldSetOf([['f:spec']]) : fieldSetOf([['f:status']]),
    schema: schemas.struct('Widget'),
    schemas,
  });
}

const fieldsOf = (entries: KubeObject['metadata']['managedFields']): unknown =>
  Object.fromEntries((entries ?? []).map(({ manager, fieldsV1 }) => [manager, fieldsV1]));

describe('trackWrite', () => {
  test('who creates manages what was said', () => {
    const created = {
      metadata: { name: 'w', labels: { a: '1' } },
      spec: { size: 1, parts: [{ name: 'x', color: 'red' }], args: ['-v'] },
    };
    expect(fieldsOf(write(none, created))).toEqual({
      m: {
        'f:metadata': { 'f:labels': { '.': {}, 'f:a': {} } },
        'f:spec': {
          'f:args': {},
          'f:parts': { '.': {}, 'k:{"name":"x"}': { '.': {}, 'f:color': {}, 'f:name': {} } },
          'f:size': {},
        },
      },
    });
  });

  test('an object without fields has no managers', () => {
    expect(write(none, { metadata: { name: 'w' } })).toBeUndefined();
  });

  test('who changes a field takes it over', () => {
    const before = stored({
      metadata: { managedFields: write(none, { metadata: {}, spec: { size: 1, args: ['a'] } }) },
      spec: { size: 1, args: ['a'] },
    });
    const after = { metadata: { uid: 'u' }, spec: { size: 2, args: ['a'] } };
    expect(fieldsOf(write(before, after, 'other'))).toEqual({
      m: { 'f:spec': { 'f:args': {} } },
      other: { 'f:spec': { 'f:size': {} } },
    });
  });

  test('what is removed belongs to nobody', () => {
    const spec = { size: 1, parts: [{ name: 'x' }, { name: 'y' }] };
    const before = stored({ metadata: { managedFields: write(none, { metadata: {}, spec }) }, spec });
    const after = { metadata: { uid: 'u' }, spec: { size: 1, parts: [{ name: 'x' }] } };
    expect(fieldsOf(write(before, after, 'other'))).toEqual({
      m: { 'f:spec': { 'f:parts': { '.': {}, 'k:{"name":"x"}': { '.': {}, 'f:name': {} } }, 'f:size': {} } },
    });
  });

  test('the main resource does not manage status', () => {
    expect(fieldsOf(write(none, { metadata: {}, spec: { size: 1 }, status: { phase: 'x' } }))).toEqual({
      m: { 'f:spec': { 'f:size': {} } },
    });
  });

  test('an update of an untracked object stays untracked', () => {
    expect(write(stored({ metadata: {}, spec: {} }), { metadata: { uid: 'u' }, spec: { size: 1 } })).toBeUndefined();
  });

  test('writing the same again changes nothing, not even the time', () => {
    const managedFields = write(none, { metadata: {}, spec: { size: 1 } });
    const before = stored({ metadata: { managedFields }, spec: { size: 1 } });
    expect(write(before, { metadata: { uid: 'u' }, spec: { size: 1 } })).toEqual(managedFields);
  });

  test('an empty entry resets the managers', () => {
    const before = stored({
      metadata: { managedFields: write(none, { metadata: {}, spec: { size: 1 } }) },
      spec: { size: 1 },
    });
    expect(write(before, { metadata: { uid: 'u', managedFields: [{}] }, spec: { size: 1 } })).toBeUndefined();
  });
});

test('fieldsV1 survives decoding and encoding', () => {
  const fields = { 'f:spec': { '.': {}, 'f:a': {}, 'k:{"name":"x"}': { '.': {}, 'f:b': {} }, 'v:"z"': {} } };
  expect(encodeFieldsV1(decodeFieldsV1(fields))).toEqual(fields);
});
