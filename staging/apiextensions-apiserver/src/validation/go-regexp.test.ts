import { describe, expect, test } from 'vitest';

import { compileGoRegExp } from './go-regexp.ts';

describe('compileGoRegExp', () => {
  test.each([
    ['^[a-z]+$', ['abc'], ['Abc', '']],
    ['a|b', ['xbx'], ['c']],
    ['^\\d{2,3}$', ['12', '123'], ['1', '1234']],
    ['(?i)^abc$', ['ABC'], ['abd']],
    ['^(?P<year>\\d{4})-(?P<month>\\d\\d)$', ['2024-01'], ['24-01']],
    ['\\Aabc\\z', ['abc'], ['abc\n', 'xabc']],
    ['^[[:alpha:]]+$', ['aB'], ['a1']],
    ['^\\pL+$', ['äß'], ['1']],
    ['^a.c$', ['abc'], ['a\nc']],
    ['^(?s)a.c$', ['a\nc'], ['ac']],
    ['^\\Qa.b\\E$', ['a.b'], ['axb']],
    ['^[\\w.-]+$', ['a_b.c-d'], ['a b']],
    ['^😀{2}$', ['😀😀'], ['😀']],
  ])('%s', (pattern, good, bad) => {
    const compiled = compileGoRegExp(pattern);
    for (const text of good) expect(compiled.test(text), text).toBe(true);
    for (const text of bad) expect(compiled.test(text), text).toBe(false);
  });

  test.each(['(', 'a)', '[a', 'a**', '(?=a)', '(?<!a)', '\\1', '[b-a]', 'a{2,1}', '*a', '(?z)', '\\'])(
    '%s is no pattern',
    (pattern) => {
      expect(() => compileGoRegExp(pattern)).toThrow('error parsing regexp');
    },
  );

  test.each([
    ['a(b', 'missing closing ): `a(b`'],
    ['a**', 'invalid nested repetition operator: `**`'],
    ['(?=a)', 'invalid or unsupported Perl syntax: `(?=`'],
    ['\\', 'trailing backslash at end of expression: ``'],
  ])('says what is wrong with %s, and where', (pattern, problem) => {
    expect(() => compileGoRegExp(pattern)).toThrow(`error parsing regexp: ${problem}`);
  });

  test.each(['^(a+)+$', '^(a|aa)*$', '^(.*)(.*)(.*)(.*)(.*)b$', '(x+x+)+y', '(a?){500}a{500}'])(
    '%s takes no longer for a text that nearly matches',
    (pattern) => {
      const start = performance.now();
      expect(compileGoRegExp(pattern).test(`${'a'.repeat(50_000)}!`)).toBe(pattern.startsWith('(a?)'));
      expect(performance.now() - start).toBeLessThan(3000);
    },
  );
});
