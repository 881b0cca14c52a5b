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

  test('says what is wrong, and where', () => {
    expect(() => compileGoRegExp('a(b')).toThrow('error parsing regexp: missing closing ): `a(b`');
  });
});
