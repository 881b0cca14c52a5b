import fc from 'fast-check';
import { expect, test } from 'vitest';

import { jsonSyntaxProblem } from './json-syntax.ts';

const end = 'unexpected end of JSON input';

test.each([
  ['', end],
  ['   ', end],
  ['x', "invalid character 'x' looking for beginning of value"],
  ["'", "invalid character '\\'' looking for beginning of value"],
  ['ä', "invalid character 'Ã' looking for beginning of value"],
  ['{"a":1}}', "invalid character '}' after top-level value"],
  ['1 2', "invalid character '2' after top-level value"],
  ['{a:1}', "invalid character 'a' looking for beginning of object key string"],
  ['{"a":1,}', "invalid character '}' looking for beginning of object key string"],
  ['{,', "invalid character ',' looking for beginning of object key string"],
  ['{"a" 1}', "invalid character '1' after object key"],
  ['{"a":1 "b":2}', "invalid character '\"' after object key:value pair"],
  ['{"a":}', "invalid character '}' looking for beginning of value"],
  ['[1 2]', "invalid character '2' after array element"],
  ['[1,]', "invalid character ']' looking for beginning of value"],
  ['[1}', "invalid character '}' after array element"],
  ['{"a":[', end],
  ['{"a":1', end],
  ['{"a"', end],
  ['"abc', end],
  ['"a\nb"', "invalid character '\\n' in string literal"],
  ['"a\u0001"', "invalid character '\\x01' in string literal"],
  ['"\\x"', "invalid character 'x' in string escape code"],
  ['"\\u12g4"', "invalid character 'g' in \\u hexadecimal character escape"],
  ['-', end],
  ['-a', "invalid character 'a' in numeric literal"],
  ['01', "invalid character '1' after top-level value"],
  ['1.', end],
  ['1.x', "invalid character 'x' after decimal point in numeric literal"],
  ['1e', end],
  ['1e+x', "invalid character 'x' in exponent of numeric literal"],
  ['[1.5e+3,-0.1E2]', undefined],
  ['tru', end],
  ['trux', "invalid character 'x' in literal true (expecting 'e')"],
  ['nil', "invalid character 'i' in literal null (expecting 'u')"],
  ['False', "invalid character 'F' looking for beginning of value"],
  ['apiVersion: v1', "invalid character 'a' looking for beginning of value"],
  ['[{},[],{"a":{}}]', undefined],
])('%j', (text, want) => {
  expect(jsonSyntaxProblem(text)).toBe(want);
});

test('input that is nested too deep is refused without a deep stack', () => {
  expect(jsonSyntaxProblem('['.repeat(10_001))).toBe('exceeded max depth');
  expect(jsonSyntaxProblem('['.repeat(10_000))).toBe(end);
  expect(jsonSyntaxProblem('['.repeat(10_000) + ']'.repeat(10_000))).toBeUndefined();
});

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

test('it refuses exactly what is no JSON', () => {
  const piece = fc.constantFrom(...'{}[],:"\\u0123eE+-. \ntruefalsn'.split(''), '"a"', '{"a":1}', '[1]', 'null', '1e5');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join('');
      expect(jsonSyntaxProblem(text) === undefined).toBe(isJson(text));
    }),
    { numRuns: 3000 },
  );
});

test('it takes all JSON', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(jsonSyntaxProblem(text)).toBeUndefined();
    }),
  );
});
