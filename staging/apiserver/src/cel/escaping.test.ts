import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { escapeField, unescapeField } from './escaping.ts';

describe('escaping (k8s.io/apiserver/pkg/cel escaping_test.go)', () => {
  test.each([
    ['', undefined],
    ['0a', undefined],
    ['a$b', undefined],
    ['ü', undefined],
    ['true', '__true__'],
    ['namespace', '__namespace__'],
    ['int', 'int'],
    ['a.b', 'a__dot__b'],
    ['a-b/c', 'a__dash__b__slash__c'],
    ['__a', '__underscores__a'],
    ['a___b', 'a__underscores___b'],
    ['.true', '__dot__true'],
  ])('%s', (name, want) => {
    expect(escapeField(name)).toBe(want);
    if (want !== undefined) expect(unescapeField(want)).toBe(name);
  });

  test.each([['a__nope__b'], ['a__true__'], ['__true__b']])('%s unescapes to nothing', (identifier) => {
    expect(unescapeField(identifier)).toBeUndefined();
  });

  test('what can be escaped comes back, and is an identifier', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-zA-Z_.\-/][a-zA-Z0-9_.\-/]{0,12}$/), (name) => {
        const escaped = escapeField(name) ?? '';
        expect(escaped).toMatch(/^[A-Za-z_][A-Za-z0-9_]*$/);
        expect(unescapeField(escaped)).toBe(name);
      }),
    );
  });
});
