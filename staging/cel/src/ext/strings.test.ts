import { describe, expect, test } from 'vitest';
import { CelEnvironment, CelError, setsExtension, stringsExtension, toJson, types } from '../index.ts';

const environment = CelEnvironment.standard.extend({
  variables: { d: types.dyn },
  libraries: [stringsExtension, setsExtension],
});

function run(text: string): unknown {
  const compiled = environment.compile(text);
  if (!compiled.ok) return compiled.issues.list.map(({ message }) => message).join('; ');
  try {
    return toJson(compiled.program.evaluate({ d: [1.5, 'x'] }).value);
  } catch (error) {
    if (error instanceof CelError) return `fails: ${error.message}`;
    throw error;
  }
}

describe('strings (cel-go ext/strings_test.go)', () => {
  test.each([
    ["'tacocat'.charAt(3)", 'o'],
    ["'tacocat'.charAt(7)", ''],
    ["'tacocat'.charAt(8)", 'fails: index out of range: 8'],
    ["'©αT'.charAt(1)", 'α'],
    ["'tacocat'.indexOf('ac')", 1],
    ["'tacocat'.indexOf('none')", -1],
    ["'tacocat'.indexOf('a', 3)", 5],
    ["'tacocat'.indexOf('a', 30)", 'fails: index out of range: 30'],
    ["''.indexOf('a')", -1],
    ["'ta©o©αT'.indexOf('©α')", 4],
    ["'tacocat'.lastIndexOf('at')", 5],
    ["'tacocat'.lastIndexOf('a', 4)", 1],
    ["'tacocat'.lastIndexOf('')", 7],
    ["'TacoCÆt'.lowerAscii() + 'tacoCÆt'.upperAscii()", 'tacocÆtTACOCÆT'],
    ["'hello hello'.replace('he', 'we')", 'wello wello'],
    ["'hello hello'.replace('he', 'we', 1)", 'wello hello'],
    ["'hello hello'.replace('he', '$&', 0)", 'hello hello'],
    ["'abc'.replace('', '-')", '-a-b-c-'],
    ["'abc'.replace('', '-', 2)", '-a-bc'],
    ["'a b c'.split(' ')", ['a', 'b', 'c']],
    ["'a b c'.split(' ', 2)", ['a', 'b c']],
    ["'a b c'.split(' ', 0)", []],
    ["'abc'.split('')", ['a', 'b', 'c']],
    ["'tacocat'.substring(4)", 'cat'],
    ["'tacocat'.substring(0, 4)", 'taco'],
    ["'tacocat'.substring(2, 1)", 'fails: invalid substring range. start: 2, end: 1'],
    ["'tacocat'.substring(40)", 'fails: index out of range: 40'],
    ["' \\f\\n\\r\\t\\vtext\\u2028 '.trim()", 'text'],
    ["['x', 'y'].join() + ['x', 'y'].join('-')", 'xyx-y'],
    ['strings.quote("first\\nsecond \\"q\\"")', '"first\\nsecond \\"q\\""'],
  ])('%s', (text, want) => {
    expect(run(text)).toEqual(want);
  });
});

describe('format (cel-go ext/formatting_test.go)', () => {
  test.each([
    ["'no substitution'.format([])", 'no substitution'],
    ["'%s and %d, 100%%'.format([dyn('str'), 42])", 'str and 42, 100%'],
    ["'%.3f %f %.0f'.format([1.2345, 12345.6, 2.5])", '1.234 12,345.600000 3'],
    ["'%e %.1e'.format([1052.032911275, 0.00025])", '1.052033\u202f×\u202f10⁰³ 2.5\u202f×\u202f10⁻⁰⁴'],
    ["'%b %b %x %X %x %o'.format([dyn(5), true, 26, 26, 'hi', 11])", '101 1 1a 1A 6869 13'],
    ["'%s'.format([[dyn(1), 'a', [b'x'], {'k': 1.5}, null]])", 'expected'],
    [
      "'%s %s'.format([dyn(timestamp('2023-02-03T23:31:20Z')), [duration('1h')]])",
      '2023-02-03T23:31:20Z [duration("3600s")]',
    ],
    ["'%s'.format([type(1)])", 'int'],
    ["'%s'.format([d])", '[1.500000, "x"]'],
    ["'%d'.format(['x'])", 'error during formatting: decimal clause can only be used on integers, was given string'],
    ["'%s %s'.format(['x'])", 'index 1 out of range'],
    ["'%s'.format(['x', 'y'])", 'too many arguments supplied to string.format (expected 1, got 2)'],
    ["'%q'.format(['x'])", 'could not parse formatting clause: unrecognized formatting clause "q"'],
    [
      "'%d'.format([d[1]])",
      'fails: error during formatting: decimal clause can only be used on integers, was given string',
    ],
  ])('%s', (text, want) => {
    const got = run(text);
    expect(got).toEqual(want === 'expected' ? '[1, "a", [b"x"], {"k":1.500000}, null]' : want);
  });
});

describe('sets (cel-go ext/sets_test.go)', () => {
  test.each([
    ['sets.contains([1, 2, 3], [3, 1, 1])', true],
    ['sets.contains([1], [2])', false],
    ['sets.equivalent([1, 2], [2, 1, 1])', true],
    ['sets.equivalent([1], [1, 2])', false],
    ['sets.intersects([1, 2], [2, 3])', true],
    ['sets.intersects([[1]], [])', false],
  ])('%s', (text, want) => {
    expect(run(text)).toBe(want);
  });

  test('comparing sets costs their product', () => {
    const compiled = environment.compile('sets.equivalent([1, 2, 3], [1, 2])');
    expect(compiled.ok && compiled.program.evaluate({}).cost).toBe(13);
  });
});
