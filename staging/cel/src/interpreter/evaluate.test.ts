import { describe, expect, test } from 'vitest';
import {
  CelCostLimitError,
  CelEnvironment,
  CelError,
  CelInterruptedError,
  optionalTypes,
  toJson,
  twoVariableComprehensions,
  types,
} from '../index.ts';

const environment = CelEnvironment.standard.extend({
  variables: { object: types.dyn, list: types.list(types.int), 'a.b': types.string },
  libraries: [optionalTypes, twoVariableComprehensions],
});
const activation = {
  object: { text: 'abc', count: 4, ratio: 1.5, nothing: null, items: [{ k: 'a' }, { k: 'b' }], constructor: 'own' },
  list: [3, 1, 2],
  'a.b': 'dotted',
};

function run(text: string): { value: unknown; cost: number } {
  const compiled = environment.compile(text);
  if (!compiled.ok) throw new Error(compiled.issues.toString());
  const { value, cost } = compiled.program.evaluate(activation);
  return { value: toJson(value), cost };
}

function messageOf(fails: () => unknown): string {
  try {
    return JSON.stringify(fails());
  } catch (error) {
    return error instanceof CelError ? error.message : String(error);
  }
}

function errorOf(fails: () => unknown): unknown {
  try {
    return fails();
  } catch (error) {
    return error;
  }
}

describe('values', () => {
  test.each([
    // Numbers of different types are equal and ordered by value where types are not known.
    ['dyn(1) == 1.0 && dyn(1u) == 1 && dyn(2) > 1.5 && dyn(1u) < 2', true],
    ['dyn(1) == "1"', false],
    ['object.ratio * 2.0 == 3.0', true],
    ['type(object.ratio) == double && type(object.count) == int', true],
    ['0.0 / 0.0 == 0.0 / 0.0', false],
    ['7 / -2', -3],
    ['-7 % 2', -1],
    ['9007199254740993 - 9007199254740992', 1],
    ['18446744073709551615u > 18446744073709551614u', true],
    ['b"\\xff" + b"a" == b"\\xffa"', true],
    ['size("😁é") == 2 && size(b"\\303\\251") == 2', true],
    ['"a" < "b" && "\uFFFD" < "😁"', true],
    // Selections, maps and lists.
    ['object.text', 'abc'],
    ['object.constructor', 'own'],
    ['has(object.text) && !has(object.missing) && !has(object.toString)', true],
    ['has(object.text.missing)', false],
    ['object.nothing == null', true],
    ['"text" in object && !("missing" in object)', true],
    ['{1: "one", 2: "two"}[dyn(2u)] + {1: "one"}[dyn(1.0)]', 'twoone'],
    ['[[1, 2], [3]][0][1]', 2],
    ['a.b', 'dotted'],
    ['{"a": [1]} == {"a": [1]} && {"a": 1} != {"b": 1}', true],
    ['1 in [1, 2] && !(4 in list)', true],
    // Logic takes an error for undecided.
    ['true || 1 / 0 > 0', true],
    ['1 / 0 > 0 || true', true],
    ['false && object.missing', false],
    ['object.missing && false', false],
    ['[1, 2].exists(x, x / 0 > 0 || x == 2)', true],
    ['[0, 2].all(x, 4 / x == 2) || true', true],
    ['[0, 1].exists(x, 1 / x == 1)', true],
    ['[0, 1].all(x, 1 / x == 5)', false],
    // Macros.
    ['list.map(x, x * x).filter(y, y > 1)', [9, 4]],
    ['list.map(x, x > 1, -x)', [-3, -2]],
    ['list.exists_one(x, x > 2) && list.existsOne(x, x == 1)', true],
    ['object.items.map(i, i.k)', ['a', 'b']],
    ['{"x": 1, "y": 2}.map(k, k)', ['x', 'y']],
    ['[[1, 2], [3]].map(l, l.map(x, x + 1))', [[2, 3], [4]]],
    ['list.all(i, v, i < 3 && v > 0)', true],
    ['{"a": 1}.transformMap(k, v, v + 1)', { a: 2 }],
    ['[1, 2].transformList(i, v, i > 0, v)', [2]],
    ['{"a": "x"}.transformMapEntry(k, v, {v: k})', { x: 'a' }],
    // Optionals.
    ['object.?missing.orValue("none")', 'none'],
    ['object.?text.value()', 'abc'],
    ['object.?missing.deeper.?more.hasValue()', false],
    ['[1, 2][?5].or(optional.of(9)).value()', 9],
    ['{?"a": object.?missing, ?"b": object.?text}', { b: 'abc' }],
    ['[?object.?missing, ?object.?count]', [4]],
    ['object.?items.optMap(i, size(i)).orValue(0)', 2],
    ['optional.ofNonZeroValue("").hasValue()', false],
    ['object.?text.or(optional.of(1 / 0)).hasValue()', true],
    // Conversions.
    ['int("-42") + int(3.9) + int(2u)', -37],
    ['string(1.5) + string(1e6) + string(0.00001) + string(3u) + string(true)', '1.51e+061e-053true'],
    ['double("1e3") == 1000.0 && uint("7") == 7u', true],
    ['bool("True")', true],
    ['string(bytes("é"))', 'é'],
    ['string(duration("1h30m0.5s"))', '5400.5s'],
    ['string(timestamp("2023-02-03T23:31:20.5+01:00"))', '2023-02-03T22:31:20.5Z'],
    ['int(timestamp("1970-01-01T00:01:00Z"))', 60],
    ['timestamp(60) + duration("1m") == timestamp("1970-01-01T00:02:00Z")', true],
    ['timestamp("2023-12-25T00:00:00Z").getDayOfYear()', 358],
    ['timestamp("2023-12-25T00:30:00Z").getHours("America/New_York")', 19],
    ['timestamp("2023-12-25T00:30:00Z").getMinutes("-01:15")', 15],
    ['duration("3730s").getMinutes()', 62],
    ['"abc".contains("b") && "abc".startsWith("a") && "abc".endsWith("c") && "abc".matches("^[a-c]+$")', true],
  ])('%s', (text, want) => {
    expect(run(text).value).toEqual(want);
  });
});

describe('errors', () => {
  test.each([
    ['object.missing', 'no such key: missing'],
    ['object.toString', 'no such key: toString'],
    ['object.nothing.deeper', 'no such key: deeper'],
    ['object["x" + "y"]', 'no such key: xy'],
    ['list[3]', 'index out of bounds: 3'],
    ['list[-1]', 'index out of bounds: -1'],
    ['1 / 0', 'division by zero'],
    ['1 % 0', 'modulus by zero'],
    ['9223372036854775807 + 1', 'integer overflow'],
    ['-9223372036854775808 / -1', 'integer overflow'],
    ['0u - 1u', 'unsigned integer overflow'],
    ['uint(-1)', 'unsigned integer overflow'],
    ['int(1e19)', 'integer overflow'],
    ['int("x")', "type conversion error from 'string' to 'int'"],
    ['duration(string("x"))', "type conversion error from 'string' to 'google.protobuf.Duration'"],
    ['object.count + "a"', 'no such overload'],
    ['object.text && true', 'no such overload'],
    ['object.count ? 1 : 2', 'no such overload'],
    ['size(object.count)', 'no such overload: size(int)'],
    ['object.text.startsWith(object.count)', 'no such overload: startsWith(string, int)'],
    ['object.text.all(x, true)', 'no such overload'],
    ['{"a": 1, "a": 2}', 'Failed with repeated key: a'],
    ['optional.none().value()', 'optional.none() dereference'],
    ['list.all(x, x / 0 > 0)', 'division by zero'],
    ['["x", "x"].transformMapEntry(i, v, {v: i})', 'insert failed: key x already exists'],
    ['string(b"\\xff")', 'invalid UTF-8 in bytes, cannot convert to string'],
  ])('%s', (text, want) => {
    expect(messageOf(() => run(text))).toBe(want);
  });

  test('a variable without value is missing', () => {
    const compiled = environment.compile('list');
    expect(() => compiled.ok && compiled.program.evaluate({})).toThrow('no such attribute(s): list');
  });
});

describe('cost (cel-go runtimecost_test.go)', () => {
  test.each([
    ['1 + 2', 1],
    ['object.text', 2],
    ['object.text == "abc"', 3],
    ['object.text.startsWith("a")', 3],
    ['list.all(x, true)', 11],
    ['[1, 2, 3].map(x, x)', 40],
    ['has(object.text)', 1],
    ['true || object.text == ""', 0],
    ['list.size() > 2 ? 1 : 2', 3],
    ['object.text.matches("[a-z]+")', 4],
    ['{"a": object.text}', 32],
  ])('%s costs %d', (text, want) => {
    expect(run(text).cost).toBe(want);
  });

  test('is bounded', () => {
    const compiled = environment.compile('list.all(x, list.all(y, x == y || true))');
    const evaluate = (costLimit: number): unknown =>
      compiled.ok && compiled.program.evaluate(activation, { costLimit });
    expect(() => evaluate(20)).toThrow(CelCostLimitError);
    expect(() => evaluate(20)).toThrow('operation cancelled: actual cost limit exceeded');
    expect(evaluate(1000)).toMatchObject({ value: true });
  });

  test('is told with the error that ends the evaluation', () => {
    const evaluate = (text: string, costLimit = Infinity): unknown => {
      const compiled = environment.compile(text);
      return compiled.ok && compiled.program.evaluate(activation, { costLimit });
    };
    expect(errorOf(() => evaluate('list.all(x, x > 0) && 1 / 0 == 1'))).toMatchObject({
      message: 'division by zero',
      cost: run('list.all(x, x > 0)').cost,
    });
    const limited = errorOf(() => evaluate('list.all(x, list.all(y, x == y || true))', 20));
    expect(limited).toBeInstanceOf(CelCostLimitError);
    expect((limited as CelError).cost).toBeGreaterThan(20);
  });
});

test('an aborted signal ends a long loop', () => {
  const compiled = environment.compile('list.all(x, x >= 0)');
  const long = { ...activation, list: Array.from({ length: 1000 }, () => 1) };
  const evaluate = (): unknown => compiled.ok && compiled.program.evaluate(long, { signal: AbortSignal.abort() });
  expect(evaluate).toThrow(CelInterruptedError);
});
