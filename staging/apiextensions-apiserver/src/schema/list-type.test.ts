import { FieldPath, formatFieldError } from '@kubescript/apimachinery';
import { describe, expect, test } from 'vitest';

import { validateListTypes } from './list-type.ts';
import type { StructuralSchema } from './structural.ts';

const set: StructuralSchema = { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } };
const map: StructuralSchema = {
  type: 'array',
  'x-kubernetes-list-type': 'map',
  'x-kubernetes-list-map-keys': ['a', 'b'],
  items: { type: 'object', properties: { a: { type: 'string' }, b: { type: 'integer' }, l: set } },
};

function problems(value: unknown, schema: StructuralSchema): string[] {
  return validateListTypes(value, schema, new FieldPath('root')).map(formatFieldError);
}

describe('validateListTypes', () => {
  test.each([
    ['distinct elements of a set', ['a', 'b'], []],
    ['an element that occurs thrice is reported once', ['a', 'b', 'a', 'a'], ['root[2]: Duplicate value: "a"']],
    ['a text is no number', ['1', 1], []],
  ])('sets: %s', (_, value, expected) => {
    expect(problems(value, set)).toEqual(expected);
  });

  test.each([
    [
      'different keys',
      [
        { a: 'x', b: 1 },
        { a: 'x', b: 2 },
      ],
      [],
    ],
    [
      'same keys',
      [
        { a: 'x', b: 1, l: [] },
        { a: 'x', b: 1 },
      ],
      ['root[1]: Duplicate value: {"a":"x","b":1}'],
    ],
    ['an absent key is a key', [{ a: 'x' }, { a: 'x' }], ['root[1]: Duplicate value: {"a":"x"}']],
    ['sets within items', [{ a: 'x', l: ['y', 'y'] }], ['root[0].l[1]: Duplicate value: "y"']],
    [
      'something else than objects',
      ['x'],
      ['root[0]: Invalid value: "x": must be an object for an array of list-type map'],
    ],
  ])('maps: %s', (_, value, expected) => {
    expect(problems(value, map)).toEqual(expected);
  });

  test('are found in members and values of maps', () => {
    const schema: StructuralSchema = {
      type: 'object',
      properties: { m: { type: 'object', additionalProperties: set } },
    };
    expect(problems({ m: { k: ['a', 'a'] } }, schema)).toEqual(['root.m[k][1]: Duplicate value: "a"']);
  });

  test('atomic lists may repeat themselves', () => {
    expect(problems(['a', 'a'], { ...set, 'x-kubernetes-list-type': 'atomic' })).toEqual([]);
  });
});
