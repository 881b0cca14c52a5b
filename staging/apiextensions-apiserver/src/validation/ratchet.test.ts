import { FieldPath, formatFieldError } from '@kubescript/apimachinery';
import { describe, expect, test } from 'vitest';

import type { StructuralSchema } from '../schema/structural.ts';
import { validateBySchema } from './field-errors.ts';
import { newRatchet } from './ratchet.ts';

const small: StructuralSchema = { type: 'integer', maximum: 5 };
const keyed: StructuralSchema = {
  type: 'array',
  'x-kubernetes-list-type': 'map',
  'x-kubernetes-list-map-keys': ['k'],
  items: { type: 'object', properties: { k: { type: 'string' }, v: small } },
};
const schema: StructuralSchema = {
  type: 'object',
  required: ['needed'],
  properties: {
    v: small,
    keyed,
    set: { type: 'array', 'x-kubernetes-list-type': 'set', items: small },
    list: { type: 'array', items: small },
    map: { type: 'object', additionalProperties: small },
  },
};

function problems(value: unknown, old: unknown): string[] {
  const ratchet = newRatchet(old, schema);
  return validateBySchema(value, schema, new FieldPath(''), ratchet).map(formatFieldError);
}

const refused = (path: string): string =>
  `${path}: Invalid value: 9: ${path} in body should be less than or equal to 5`;
const missing = 'needed: Required value';

describe('newRatchet', () => {
  test.each([
    ['an unchanged value', { v: 9 }, { v: 9 }, []],
    ['a value beside a changed one', { v: 9, map: {} }, { v: 9 }, [missing]],
    ['a changed value', { v: 9 }, { v: 8 }, [refused('v'), missing]],
    ['a new value', { v: 9 }, {}, [refused('v'), missing]],
    ['a value of a map', { map: { a: 9, b: 1 } }, { map: { a: 9 } }, [missing]],
    ['a moved item of a map list', { keyed: [{ k: 'n' }, { k: 'o', v: 9 }] }, { keyed: [{ k: 'o', v: 9 }] }, [missing]],
    [
      'another item of a map list',
      { keyed: [{ k: 'n', v: 9 }] },
      { keyed: [{ k: 'o', v: 9 }] },
      [refused('keyed[0].v'), missing],
    ],
    ['a moved element of a set', { set: [1, 9] }, { set: [9] }, [missing]],
    ['an item of an atomic list', { list: [9, 1] }, { list: [9] }, [refused('list[0]'), missing]],
  ])('%s', (_, value, old, expected) => {
    expect(problems(value, old).sort()).toEqual([...expected].sort());
  });

  test('there is nothing to compare a new object with', () => {
    expect(newRatchet(undefined, schema)).toBeUndefined();
  });
});
