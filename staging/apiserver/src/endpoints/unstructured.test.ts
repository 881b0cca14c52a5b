import { describe, expect, test } from 'vitest';

import { sortMembers, unstructuredJson } from './unstructured.ts';

describe('sortMembers', () => {
  test('sorts the members of every object, and leaves lists as they are', () => {
    const value = { b: [{ d: 1, c: 2 }, 'z', 'a'], a: { z: null, y: undefined } };
    expect(JSON.stringify(sortMembers(value))).toBe('{"a":{"z":null},"b":[{"c":2,"d":1},"z","a"]}');
  });

  test('keeps a member that is named like a prototype', () => {
    const value = JSON.parse('{"__proto__":{"b":1,"a":2}}') as unknown;
    expect(JSON.stringify(sortMembers(value))).toBe('{"__proto__":{"a":2,"b":1}}');
  });
});

test('unstructuredJson writes what is stated, in alphabetical order', () => {
  const object = { spec: { b: '<', a: 1 }, metadata: { name: 'x' }, kind: 'K', apiVersion: 'v1' };
  expect(unstructuredJson(object as Parameters<typeof unstructuredJson>[0])).toBe(
    '{"apiVersion":"v1","kind":"K","metadata":{"name":"x"},"spec":{"a":1,"b":"\\u003c"}}',
  );
});
