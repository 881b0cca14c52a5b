import fc from 'fast-check';
import { expect, test } from 'vitest';

import { deepCopy } from './deep-copy.ts';

test('equals what it was made of', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.stringify(deepCopy(value))).toBe(JSON.stringify(value));
    }),
  );
});

test('shares nothing that can be changed', () => {
  const original = { list: [{ a: 1 }], map: { b: { c: 2 } } };
  const copy = deepCopy(original);
  copy.list[0]!.a = 10;
  copy.map.b.c = 20;
  copy.list.push({ a: 3 });
  expect(original).toEqual({ list: [{ a: 1 }], map: { b: { c: 2 } } });
});

test('a member named __proto__ stays a member', () => {
  const copy = deepCopy(JSON.parse('{"__proto__":{"polluted":true}}') as object);
  expect(Object.keys(copy)).toEqual(['__proto__']);
  expect('polluted' in copy).toBe(false);
});
