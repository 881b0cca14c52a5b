import { expect, test } from 'vitest';

import { parseJson } from './body.ts';
import { parseYaml } from './yaml-body.ts';
import { exceedsMaxDepth, parseJsonText } from './json-depth.ts';

const nested = (depth: number, open = '[', close = ']'): string => open.repeat(depth) + close.repeat(depth);

test.each([
  ['arrays at the limit', nested(10_000), false],
  ['arrays beyond it', nested(10_001), true],
  ['objects beyond it', nested(10_001, '{"a":', '}').replace(':}', ':1}'), true],
  ['many of them side by side', `[${Array.from({ length: 20_000 }, () => '[]').join(',')}]`, false],
  ['brackets within a string', JSON.stringify({ a: '['.repeat(30_000) }), false],
  ['brackets after an escaped quote', JSON.stringify({ a: `"${'['.repeat(30_000)}` }), false],
])('%s', (_, text, want) => {
  expect(exceedsMaxDepth(text)).toBe(want);
});

test('a body that is too deep is a bad request, not a broken server', () => {
  const message = "couldn't get version/kind; json parse error: exceeded max depth";
  expect(() => parseJson(nested(1_000_000), true)).toThrow(message);
  expect(() => parseYaml(nested(100_000))).toThrow('yaml: exceeded max depth of 10000');
});

test('a body that is deeper than the stack, though not than the limit, is a bad request', () => {
  expect(() => parseJson(`{"a":${nested(9000)}}`, true)).not.toThrow(/call stack/);
});

test.each([
  ['"\\ud800"', '\ufffd'],
  ['"a\\udc00b"', 'a\ufffdb'],
  ['"\\ud83d\\ude00"', '\u{1F600}'],
  ['"\\ud83d\\ud83d\\ude00"', '\ufffd\u{1F600}'],
  ['"\\\\ud800"', '\\ud800'],
  ['"\\\\\\ud800\\n"', '\\\ufffd\n'],
])('half characters are none: %s', (text, want) => {
  expect(parseJsonText(text)).toBe(want);
});
