import { describe, expect, test } from 'vitest';

import { pruneUnknown } from './pruning.ts';
import type { StructuralSchema } from './structural.ts';

const text: StructuralSchema = { type: 'string' };
const known: StructuralSchema = { type: 'object', properties: { a: text } };

interface Case {
  readonly name: string;
  readonly schema: StructuralSchema;
  readonly value: unknown;
  readonly left: unknown;
  readonly unknown: readonly string[];
}

const cases: readonly Case[] = [
  { name: 'unknown members go', schema: known, value: { a: 'x', b: 1 }, left: { a: 'x' }, unknown: ['b'] },
  {
    name: 'unknown members of list items go, with their place',
    schema: { type: 'array', items: known },
    value: [{ a: 'x' }, { b: 1 }],
    left: [{ a: 'x' }, {}],
    unknown: ['[1].b'],
  },
  {
    name: 'values of maps are pruned, their keys stay',
    schema: { type: 'object', additionalProperties: known },
    value: { k: { a: 'x', b: 1 } },
    left: { k: { a: 'x' } },
    unknown: ['k.b'],
  },
  {
    name: 'unknown members stay where the schema says so, but not below a known one',
    schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, properties: { o: known } },
    value: { z: { y: 1 }, o: { a: 'x', b: 1 } },
    left: { z: { y: 1 }, o: { a: 'x' } },
    unknown: ['o.b'],
  },
  {
    name: 'an embedded resource keeps apiVersion, kind and metadata',
    schema: { type: 'object', properties: { r: { ...known, 'x-kubernetes-embedded-resource': true } } },
    value: { r: { apiVersion: 'v1', kind: 'K', metadata: { name: 'n' }, a: 'x', b: 1 } },
    left: { r: { apiVersion: 'v1', kind: 'K', metadata: { name: 'n' }, a: 'x' } },
    unknown: ['r.b'],
  },
  {
    name: 'members named like those of every object are unknown too',
    schema: known,
    value: { a: 'x', constructor: 1, toString: 2 },
    left: { a: 'x' },
    unknown: ['constructor', 'toString'],
  },
];

describe('pruneUnknown', () => {
  test.each(cases)('$name', ({ schema, value, left, unknown }) => {
    const pruned = structuredClone(value);
    expect(pruneUnknown(pruned, schema, false)).toEqual([...unknown].sort());
    expect(pruned).toEqual(left);
  });

  test('knows the members of a resource at its root', () => {
    const resource = { apiVersion: 'v1', kind: 'K', metadata: {}, b: 1 };
    expect(pruneUnknown(resource, known, true)).toEqual(['b']);
    expect(resource).toEqual({ apiVersion: 'v1', kind: 'K', metadata: {} });
  });

  test('takes everything where there is no schema', () => {
    const value = { a: { b: 1 } };
    expect(pruneUnknown(value, undefined, false)).toEqual(['a']);
    expect(value).toEqual({});
  });
});
