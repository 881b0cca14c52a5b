import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { goYaml } from './go-yaml.ts';
import { parseYaml } from './yaml-body.ts';

const valueOf = (text: string): unknown => parseYaml(text).value;

/** As sigs.k8s.io/yaml makes JSON of them. */
test.each<[string, unknown]>([
  ['', null],
  ['# nothing', null],
  ['~', null],
  ['null', null],
  ['yes', true],
  ['y', true],
  ['off', false],
  ['True', true],
  ['tRue', 'tRue'],
  ['017', 15],
  ['0o17', 15],
  ['0x1F', 31],
  ['-0x10', -16],
  ['0b11', 3],
  ['1_000', 1000],
  ['08', 8],
  ['1e3', 1000],
  ['1.', 1],
  ['.5', 0.5],
  ['+.5', 0.5],
  ['1e', '1e'],
  ['0x', '0x'],
  ['12:30:45', '12:30:45'],
  ['2026-01-02', '2026-01-02'],
  ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05Z'],
  ['99999999999999999999', 1e20],
  ['"5"', '5'],
  ["'yes'", 'yes'],
  ["'\\ud800'", '\\ud800'],
  ['"\\\\ud800"', '\\ud800'],
  ['!!str 5', '5'],
  ['!!int "5"', 5],
  ['!!float 5', 5],
  ['!!binary aGk=', 'hi'],
  ['!mine 1', '1'],
  ['!mine {a: 1}', { a: 1 }],
  ['!mine [1]', [1]],
  ['{1: a, true: b}', { '1': 'a', true: 'b' }],
  ['{<<: {a: 1, b: 1}, b: 2}', { a: 1, b: 2 }],
  ['{b: 1, <<: [{a: 1}, {b: 3, a: 2}]}', { b: 1, a: 1 }],
  ['a: &x [1]\nb: *x', { a: [1], b: [1] }],
  ['a: 1\n---\nb: 2', { a: 1 }],
  ['---\na: |\n  x\n  y\n', { a: 'x\ny\n' }],
])('%j is %j', (text, want) => {
  expect(valueOf(text)).toEqual(want);
});

test.each([
  ['a: [1', /^yaml: did not find expected ',' or ']'$/],
  ['- a\nb: c', /^yaml: line 1: did not find expected '-' indicator$/],
  ['*x', /^yaml: unknown anchor 'x' referenced$/],
  ['&a [*a]', /^yaml: anchor value contains itself$/],
  ['a: .inf', /^json: unsupported value: \+Inf$/],
  ['a: .nan', /^json: unsupported value: NaN$/],
  ['? [a]\n: 1', /^yaml: invalid map key$/],
  ['a: \u0000', /^yaml: control characters are not allowed$/],
  ['a: 1\nb: "\\ud800"', /^yaml: line 2: found invalid Unicode character escape code$/],
])('%j is refused', (text, message) => {
  expect(() => valueOf(text)).toThrow(message);
});

test('a member named __proto__ is a member', () => {
  const value = valueOf('a: {__proto__: {x: 1}}') as { a: object };
  expect(Object.keys(value.a)).toEqual(['__proto__']);
  expect(Object.getPrototypeOf(value.a)).toBe(Object.prototype);
});

test('keys that occur twice are told with their lines, and the last one counts', () => {
  const { value, duplicates } = parseYaml('a: 1\nb:\n- {c: 1, d: 2, c: 3}\n- {c: 1}\na: 2\n');
  expect(value).toEqual({ a: 2, b: [{ c: 3, d: 2 }, { c: 1 }] });
  expect(duplicates).toEqual([
    'yaml: unmarshal errors:\n  line 3: key "c" already set in map\n  line 5: key "a" already set in map',
  ]);
});

test('members come in the order of their names', () => {
  expect(JSON.stringify(valueOf('b: [{d: 1, c: 2}]\na: 1\nB: 0'))).toBe('{"B":0,"a":1,"b":[{"c":2,"d":1}]}');
});

test('values that repeat keys, and aliases, are no duplicates', () => {
  expect(parseYaml('a: a\nb: &b {a: b}\nc: *b\nd: [a, a]').duplicates).toEqual([]);
});

test('what is written as YAML reads as what it was', () => {
  const json = fc.json({ maxDepth: 4 }).map((text) => JSON.parse(text) as unknown);
  fc.assert(
    fc.property(json, (value) => {
      expect(valueOf(goYaml(value))).toEqual(value);
    }),
    { numRuns: 300 },
  );
});

test('any text is read or refused', () => {
  const piece = fc.constantFrom(...Array.from('[]{}&*!|>\'"%@`:,-?#~<\n\t aé𝒳\ud800\u0000'), '<<', '---', '\\x', '...');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      try {
        valueOf(pieces.join(''));
      } catch (error) {
        expect(String(error)).toMatch(/^BodyProblem: (yaml|json): /);
      }
    }),
    { numRuns: 2000 },
  );
});

/** Each once took minutes or all memory. */
describe('texts of some megabytes take seconds at most', () => {
  const many = (count: number, make: (index: number) => string): string =>
    Array.from({ length: count }, (_, index) => make(index)).join('\n');
  const bomb = `a0: &a0 [x,x,x,x,x,x,x,x,x]\n${many(20, (i) => `a${i + 1}: &a${i + 1} [${`*a${i},`.repeat(9)}]`)}`;

  test.each<[string, string, RegExp | undefined]>([
    ['keys', `data:\n${many(150_000, (i) => `  k${i}: v`)}`, undefined],
    ['items', `a: [${'a,'.repeat(1_000_000)}]`, undefined],
    ['tags', `a: ${'!!str '.repeat(400_000)}`, /duplication of a tag/],
    ['anchors', many(100_000, (i) => `k${i}: &a${i} x`), undefined],
    ['brackets', '['.repeat(100_000), /exceeded max depth of 10000/],
    ['documents', '---\n'.repeat(300_000), undefined],
    [
      'mappings that take over all before them',
      `a0: &a0 {x: 1}\n${many(3000, (i) => `a${i + 1}: &a${i + 1} {<<: *a${i}, k${i}: 1}`)}`,
      /document contains excessive aliasing/,
    ],
    ['aliases that multiply', bomb, /document contains excessive aliasing/],
  ])('%s', (_, text, refused) => {
    const start = performance.now();
    if (refused === undefined) valueOf(text);
    else expect(() => valueOf(text)).toThrow(refused);
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});
