import { describe, expect, test } from 'vitest';

import { applyDefaults, dropForbiddenNulls, prunedDefault, withPrunedDefaults } from './defaulting.ts';
import type { StructuralSchema } from './structural.ts';

const withDefault: StructuralSchema = { type: 'string', default: 'd' };

interface Case {
  readonly name: string;
  readonly schema: StructuralSchema;
  readonly value: unknown;
  readonly expected: unknown;
}

describe('applyDefaults', () => {
  test.each<Case>([
    {
      name: 'fills absent members and leaves stated ones',
      schema: { type: 'object', properties: { a: withDefault, b: withDefault } },
      value: { a: 'x' },
      expected: { a: 'x', b: 'd' },
    },
    {
      name: 'does not create the object around a default',
      schema: { type: 'object', properties: { o: { type: 'object', properties: { a: withDefault } } } },
      value: {},
      expected: {},
    },
    {
      name: 'fills members within a default',
      schema: { type: 'object', properties: { o: { type: 'object', default: {}, properties: { a: withDefault } } } },
      value: {},
      expected: { o: { a: 'd' } },
    },
    {
      name: 'fills list items and values of maps',
      schema: {
        type: 'object',
        properties: {
          l: { type: 'array', items: { type: 'object', properties: { a: withDefault } } },
          m: { type: 'object', additionalProperties: { type: 'object', properties: { a: withDefault } } },
        },
      },
      value: { l: [{}], m: { k: {} } },
      expected: { l: [{ a: 'd' }], m: { k: { a: 'd' } } },
    },
    {
      name: 'replaces null where it is not allowed',
      schema: { type: 'object', properties: { a: withDefault, b: { ...withDefault, nullable: true } } },
      value: { a: null, b: null },
      expected: { a: 'd', b: null },
    },
  ])('$name', ({ schema, value, expected }) => {
    const filled = structuredClone(value);
    applyDefaults(filled, schema);
    expect(filled).toEqual(expected);
  });

  test('gives each object a default of its own', () => {
    const schema: StructuralSchema = {
      type: 'object',
      properties: { o: { type: 'object', default: { a: 1 }, 'x-kubernetes-preserve-unknown-fields': true } },
    };
    const [first, second] = [{} as { o?: { a: number } }, {} as { o?: { a: number } }];
    applyDefaults(first, schema);
    if (first.o) first.o.a = 2;
    applyDefaults(second, schema);
    expect(second).toEqual({ o: { a: 1 } });
  });
});

test('nulls go that may not be and have no default', () => {
  const schema: StructuralSchema = {
    type: 'object',
    properties: { a: { type: 'string' }, b: { type: 'string', nullable: true }, c: withDefault },
  };
  const value = { a: null, b: null, c: null };
  dropForbiddenNulls(value, schema);
  expect(value).toEqual({ b: null, c: null });
});

test('defaults are pruned by the schema that states them', () => {
  const stated: StructuralSchema = {
    type: 'object',
    properties: { a: { type: 'string' } },
    default: { a: 'x', b: 'unknown' },
  };
  expect(prunedDefault(stated)).toEqual({ a: 'x' });
  const root = withPrunedDefaults({ type: 'object', properties: { o: stated } });
  expect(root.properties?.['o']?.default).toEqual({ a: 'x' });
});
