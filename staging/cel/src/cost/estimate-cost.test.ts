import { describe, expect, test } from 'vitest';
import { CelEnvironment, estimateCost, optionalTypes, type SizeEstimator, types, unlimited } from '../index.ts';

const environment = CelEnvironment.standard.extend({
  variables: {
    text: types.string,
    list: types.list(types.string),
    map: types.map(types.string, types.list(types.int)),
    n: types.int,
  },
  libraries: [optionalTypes],
});
const sizes: Readonly<Record<string, number>> = {
  text: 100,
  list: 10,
  'list.@items': 20,
  map: 5,
  'map.@keys': 8,
  'map.@values': 4,
};
const estimator: SizeEstimator = {
  estimateSize({ path }) {
    const max = sizes[path?.join('.') ?? ''];
    return max === undefined ? undefined : { min: 0, max };
  },
};

function estimate(text: string): readonly [number, number] {
  const compiled = environment.compile(text);
  if (!compiled.ok) throw new Error(compiled.issues.toString());
  const { min, max } = estimateCost(compiled.ast, estimator);
  return [min, max];
}

describe('estimates (cel-go checker/cost_test.go)', () => {
  test.each([
    ['1', 0, 0],
    ['n', 1, 1],
    ['n > 0', 2, 2],
    ['text == "ab"', 2, 2],
    ['text == text', 3, 12],
    ['text.startsWith("abcdefghijk")', 3, 3],
    ['text.contains("abc")', 1, 11],
    ['text.matches("[a-z]+")', 3, 23],
    ['text + text', 2, 22],
    ['list.all(x, true)', 2, 32],
    ['list.all(x, x == "a")', 2, 52],
    ['list.map(x, x)', 12, 142],
    ['list.map(x, x).all(y, y == "a")', 13, 193],
    ['map.all(k, k == "a")', 2, 27],
    ['map["a"].all(i, i > 0)', 3, 23],
    ['n > 0 ? text : "a"', 2, 3],
    ['n > 0 || text == "a"', 2, 4],
    ['has({"a": 1}.a)', 30, 30],
    ['[1, 2, 3].exists(x, x == n)', 23, 32],
    ['"a" in list', 1, 11],
    ['list[?0].optMap(v, size(v)).orValue(0)', 5, 20],
  ])('%s: %d to %d', (text, min, max) => {
    expect(estimate(text)).toEqual([min, max]);
  });

  test('what is not known may be without limit', () => {
    expect(estimate('"n is " + string(n)')[1]).toBeGreaterThan(unlimited / 100);
    expect(estimate('[string(n)].all(x, [string(n)].all(y, x + y == x))')[1]).toBeGreaterThan(unlimited / 10);
  });

  test('running never costs more than estimated', () => {
    const activation = { text: 'x'.repeat(100), list: Array.from({ length: 10 }, () => 'y'.repeat(20)), n: 1 };
    for (const text of [
      'list.map(x, x + text).all(y, y.contains("ab"))',
      'text.matches("a+b") || n > 0',
      'list.exists(x, x in list)',
    ]) {
      const compiled = environment.compile(text);
      const cost = compiled.ok ? compiled.program.evaluate(activation).cost : Infinity;
      expect(cost).toBeLessThanOrEqual(estimate(text)[1]);
    }
  });
});
