import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CelEnvironment } from '../index.ts';
import { Source } from './source.ts';
import { parse } from './parser.ts';

/** What may begin an expression, as messages list it. */
const starts =
  "{'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}";
const startsOrClose = starts.replace("'.', '-'", "')', '.', '-'");

function issuesOf(text: string): string[] {
  const compiled = CelEnvironment.standard.compile(text);
  return compiled.ok
    ? []
    : compiled.issues.list.map(({ location, message }) => `${String(location.column + 1)}: ${message}`);
}

describe('syntax errors are those of the generated parser (cel-go parser_test.go)', () => {
  test.each([
    ['self.a >', [`9: Syntax error: mismatched input '<EOF>' expecting ${starts}`]],
    ['', [`1: Syntax error: mismatched input '<EOF>' expecting ${starts}`]],
    ['....', ["2: Syntax error: no viable alternative at input '..'"]],
    ['a.', ["3: Syntax error: no viable alternative at input '.'"]],
    ['{"a": 1}."a"', [`10: Syntax error: no viable alternative at input '."a"'`]],
    [
      'a | b',
      ["3: Syntax error: token recognition error at: '| '", "5: Syntax error: extraneous input 'b' expecting <EOF>"],
    ],
    [
      '-',
      [
        "2: Syntax error: no viable alternative at input '-'",
        `2: Syntax error: mismatched input '<EOF>' expecting ${starts}`,
      ],
    ],
    [
      '1 + +',
      [
        `5: Syntax error: mismatched input '+' expecting ${starts}`,
        `6: Syntax error: mismatched input '<EOF>' expecting ${starts}`,
      ],
    ],
    ['1 ++ 2', [`4: Syntax error: extraneous input '+' expecting ${starts}`]],
    ['TestAllTypes(){}', ["15: Syntax error: mismatched input '{' expecting <EOF>"]],
    [
      'func{{a}}',
      [
        "6: Syntax error: extraneous input '{' expecting {'}', ',', '?', IDENTIFIER, ESC_IDENTIFIER}",
        "8: Syntax error: mismatched input '}' expecting ':'",
        "9: Syntax error: extraneous input '}' expecting <EOF>",
      ],
    ],
    ['{a}', ["3: Syntax error: mismatched input '}' expecting ':'"]],
    ['(1 + 2', ["7: Syntax error: missing ')' at '<EOF>'"]],
    ['foo(', [`5: Syntax error: mismatched input '<EOF>' expecting ${startsOrClose}`]],
    ['[1, 2', ["6: Syntax error: mismatched input '<EOF>' expecting {']', ','}"]],
    [
      "'abc",
      [
        "1: Syntax error: token recognition error at: ''abc'",
        `5: Syntax error: mismatched input '<EOF>' expecting ${starts}`,
      ],
    ],
    [
      '"\\xFh"',
      [
        `1: Syntax error: token recognition error at: '"\\xFh'`,
        `6: Syntax error: token recognition error at: '"'`,
        `7: Syntax error: mismatched input '<EOF>' expecting ${starts}`,
      ],
    ],
    ['-!x', ["2: Syntax error: no viable alternative at input '-!'"]],
    ['!-x', ["3: Syntax error: no viable alternative at input '-x'"]],
    [
      'a.in',
      [
        "3: Syntax error: no viable alternative at input '.in'",
        `5: Syntax error: mismatched input '<EOF>' expecting ${starts}`,
      ],
    ],
    ['`b-c`', [`1: Syntax error: mismatched input '\`b-c\`' expecting ${starts}`]],
    [
      '`b-c`()',
      [
        `1: Syntax error: extraneous input '\`b-c\`' expecting ${starts}`,
        `7: Syntax error: mismatched input ')' expecting ${starts}`,
      ],
    ],
    ['a.`b.c`()', ["3: unsupported syntax: '`'", "8: Syntax error: mismatched input '(' expecting <EOF>"]],
    [
      'has(a.`$b`)',
      [
        "7: Syntax error: token recognition error at: '`$'",
        "10: Syntax error: token recognition error at: '`)'",
        "12: Syntax error: missing ')' at '<EOF>'",
      ],
    ],
    [
      'Msg{`$b`: 1}',
      [
        "5: Syntax error: token recognition error at: '`$'",
        "8: Syntax error: token recognition error at: '`:'",
        "11: Syntax error: missing ':' at '1'",
      ],
    ],
    ['x{.', ["3: Syntax error: mismatched input '.' expecting {'}', ',', '?', IDENTIFIER, ESC_IDENTIFIER}"]],
    ['foo(a,b,)', [`9: Syntax error: mismatched input ')' expecting ${starts}`]],
    ['(a).b{}', ["6: Syntax error: mismatched input '{' expecting <EOF>"]],
    [
      '"""hello\nworld',
      [
        `3: Syntax error: token recognition error at: '"hello\n'`,
        "1: Syntax error: extraneous input 'world' expecting <EOF>",
      ],
    ],
    [
      'r"hello\nworld"',
      [
        `2: Syntax error: token recognition error at: '"hello\n'`,
        "1: Syntax error: extraneous input 'world' expecting <EOF>",
        `6: Syntax error: token recognition error at: '"'`,
      ],
    ],
    [
      `a + ${'b '.repeat(300)}`,
      [
        '0: error recovery token lookahead limit exceeded: 256',
        "7: Syntax error: mismatched input 'b' expecting <EOF>",
      ],
    ],
    ['self.true == 1', ["6: Syntax error: mismatched input 'true' expecting IDENTIFIER"]],
    ['a.null', ["3: Syntax error: mismatched input 'null' expecting IDENTIFIER"]],
    ['a ? b', ["6: Syntax error: mismatched input '<EOF>' expecting ':'"]],
  ])('%s', (text, want) => {
    expect(issuesOf(text)).toEqual(want);
  });
});

describe('faults beyond syntax', () => {
  test.each([
    ['0xFFFFFFFFFFFFFFFFF', ['1: invalid int literal']],
    ['9223372036854775808', ['1: invalid int literal']],
    ['18446744073709551616u', ['1: invalid uint literal']],
    ['1.99e90000009', ['1: invalid double literal']],
    [
      '[1].map(var, var)',
      ['9: reserved identifier: var', '9: argument is not an identifier', '14: reserved identifier: var'],
    ],
    ["'\\udead'", ['1: invalid unicode code point']],
    ['[1].all(1, true)', ['9: argument must be a simple name']],
    ['has(m)', ['5: invalid argument to has() macro']],
    [`${'('.repeat(300)}1`, ['0: expression recursion limit exceeded: 250']],
    [`${'1 + ('.repeat(150)}1${')'.repeat(150)}`, ['0: expression recursion limit exceeded: 250']],
    [`${'1 * 1 < ('.repeat(150)}1${')'.repeat(150)}`, ['0: expression recursion limit exceeded: 250']],
    [`1${' + 1'.repeat(251)}`, ['0: max recursion depth exceeded']],
    [`true${' == true'.repeat(251)}`, ['0: max recursion depth exceeded']],
    [`a${'.b'.repeat(251)}`, ['0: max recursion depth exceeded']],
    [`a${'[0]'.repeat(200)}${' + 1'.repeat(51)}`, ['0: max recursion depth exceeded']],
    [`${'a ? b : '.repeat(250)}c`, ['0: expression recursion limit exceeded: 250']],
  ])('%s', (text, want) => {
    expect(issuesOf(text)).toEqual(want);
  });

  test.each([
    `1${' + 1'.repeat(250)}`,
    `[a${'.b'.repeat(250)}, f(a${'.b'.repeat(250)})]`,
    `true${' || a.b'.repeat(1000)}`,
    `${'a ? b : '.repeat(249)}c`,
    `${'(1 + '.repeat(124)}1${')'.repeat(124)}`,
  ])('%s is not too deep', (text) => {
    expect(parse(new Source(text), new Map()).issues.list).toEqual([]);
  });

  test('of many errors of syntax, the first are shown', () => {
    const { issues } = parse(new Source('@ '.repeat(150)), new Map());
    expect(issues.list).toHaveLength(100);
    expect(issues.toString()).toMatch(/\n1 more errors were truncated$/);
  });

  test('a text that is too long is not read', () => {
    expect(issuesOf(' '.repeat(100_001))).toEqual([
      '0: expression code point size exceeds limit: size: 100001, limit 100000',
    ]);
  });
});

test('issues are shown with their line; wide characters get wide dots', () => {
  const { issues } = parse(new Source("'😁' in ['😁']\n && in.😁"), new Map());
  expect(issues.toString()).toBe(
    [
      `ERROR: <input>:2:5: Syntax error: extraneous input 'in' expecting ${starts}`,
      ' |  && in.😁',
      ' | ....^',
      "ERROR: <input>:2:8: Syntax error: token recognition error at: '😁'",
      ' |  && in.😁',
      ' | .......＾',
      "ERROR: <input>:2:9: Syntax error: no viable alternative at input '.😁'",
      ' |  && in.😁',
      ' | .......．^',
    ].join('\n'),
  );
});

describe('any text', () => {
  const pieces = [
    'a',
    '1',
    '"s"',
    '.',
    '?',
    '[',
    ']',
    '{',
    '}',
    '(',
    ')',
    ',',
    ':',
    '+',
    '-',
    '!',
    '&&',
    '||',
    '==',
    ' in ',
    '@',
  ];

  test('is either compiled or has issues, and nothing is thrown', () => {
    const texts = fc.oneof(
      fc.string(),
      fc.array(fc.constantFrom(...pieces), { maxLength: 20 }).map((some) => some.join('')),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const compiled = CelEnvironment.standard.compile(text);
        expect(compiled.ok || compiled.issues.toString().startsWith('ERROR: <input>:')).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});
