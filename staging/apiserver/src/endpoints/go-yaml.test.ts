import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

import { compareKeys, goYaml } from './go-yaml.ts';

test.each([
  { value: { b: 1, a: 'x' }, want: 'a: x\nb: 1\n' },
  { value: { a: [] as unknown[], b: {}, c: null }, want: 'a: []\nb: {}\nc: null\n' },
  { value: { a: ['x', { c: 1, b: [1, 2] }] }, want: 'a:\n- x\n- b:\n  - 1\n  - 2\n  c: 1\n' },
  { value: { a: [['x', 'y'], [] as unknown[]] }, want: 'a:\n- - x\n  - "y"\n- []\n' },
  { value: { f: { '.': {} } }, want: 'f:\n  .: {}\n' },
  { value: [] as unknown[], want: '[]\n' },
])('$want', ({ value, want }) => {
  expect(goYaml(value)).toBe(want);
});

test.each([
  ['true', '"true"'],
  ['y', '"y"'],
  ['5', '"5"'],
  ['0x1F', '"0x1F"'],
  ['1_000', '"1_000"'],
  ['1e3', '"1e3"'],
  ['12:30:45', '"12:30:45"'],
  ['2026-01-02T03:04:05Z', '"2026-01-02T03:04:05Z"'],
  ['', '""'],
  ['~', '"~"'],
  ['v1', 'v1'],
  ['1.2.3', '1.2.3'],
  ['a: b', "'a: b'"],
  ['*x', "'*x'"],
  ["it's: ok", "'it''s: ok'"],
  ['- x', "'- x'"],
  ['-x', '-x'],
  ['a #b', "'a #b'"],
  ['a#b', 'a#b'],
  ['[x', "'[x'"],
  [' x', "' x'"],
  ['tab\there', '"tab\\there"'],
  ['\u{1F600}', '"\\U0001F600"'],
  ['ü', 'ü'],
  ['a\nb\n', '|\n  a\n  b\n'],
  ['a\nb', '|-\n  a\n  b\n'],
  ['a\n\n', '|+\n  a\n\n'],
  [' a\nb', '|2-\n   a\n  b\n'],
  ['a \nb', '"a \\nb"\n'],
])('the string %j is written as %s', (text, want) => {
  expect(goYaml({ k: text })).toBe(`k: ${want.endsWith('\n') ? want : `${want}\n`}`);
});

test('a long line is broken at the first space after column 80', () => {
  const message = 'only the following media types are accepted: application/json;stream=watch, next word';
  expect(goYaml({ message })).toBe(
    `message: 'only the following media types are accepted: application/json;stream=watch,\n  next word'\n`,
  );
});

test.each([
  ['a2', 'a10'],
  ['1', 'a'],
  ['a-b', 'aa'],
  ['A', 'a'],
  ['a', 'ab'],
  ['a1', 'a01'],
])('the key %s comes before %s', (a, b) => {
  expect(compareKeys(a, b)).toBeLessThan(0);
  expect(compareKeys(b, a)).toBeGreaterThan(0);
});

test('what is written reads as what it was', () => {
  const json = fc.json({ maxDepth: 4 }).map((text) => JSON.parse(text) as unknown);
  fc.assert(
    fc.property(json, (value) => {
      expect(parse(goYaml(value), { version: '1.2', maxAliasCount: -1 })).toEqual(value);
    }),
    { numRuns: 300 },
  );
});
