import { expect, test } from 'vitest';

import { jsonPathProblem } from './json-path.ts';

test.each([
  'spec',
  'spec.validations[0].expression',
  '.spec.validations[*].expression',
  '$.a..b',
  '..x',
  "a['b.c'][1:2,-1]",
  `items[?(@.a=="x)y")].b`,
  '.x[?(@.a)]',
  '1.5',
  'range .items',
  '.a} text {.b',
])('{%s} is a path', (path) => {
  expect(jsonPathProblem(`{${path}}`)).toBeUndefined();
});

test.each([
  ['a(b', "unrecognized character in action: U+0028 '('", '(b'],
  ['a[0', 'unterminated array', 'a[0'],
  ['a[x]', 'invalid array index x', 'a[x]'],
  ['a[0,x]', 'invalid array index x', 'a[0,x]'],
  ['.a....b', 'invalid multiple recursive descent', '.a....b'],
  ['1.2.3', 'cannot parse number 1.2.3', '1.2.3'],
  ['"a', 'unterminated quoted string', '"a'],
  ['a\nb', 'unclosed action', 'a\nb'],
  ['.x[?(@.a', 'unterminated filter', '.x[?(@.a'],
  ['.x[?(@.a)b', 'unclosed array expect ]', '.x[?(@.a)b'],
  ['.x[?(@.a==#)]', "unrecognized character in action: U+0023 '#'", '.x[?(@.a==#)]'],
])('%s: %s', (_name, problem, path) => {
  expect(jsonPathProblem(`{${path}}`)).toBe(problem);
});
