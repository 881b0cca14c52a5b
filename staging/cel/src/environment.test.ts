import { describe, expect, test } from 'vitest';
import { CelEnvironment, types } from './index.ts';

const environment = CelEnvironment.standard.extend({
  variables: { self: types.dyn, x: types.int, l: types.list(types.int) },
});
const activation = { self: { a: { b: 'xyz', c: 4 }, l: [1] }, x: 5, l: [1, 2, 3] };

function evaluate(text: string): unknown {
  const compiled = environment.compile(text);
  if (!compiled.ok) throw new Error(compiled.issues.toString());
  return compiled.program.evaluate(activation).value;
}

describe('evaluation', () => {
  test.each([
    ['1 + 2 * 3', 7],
    ["has(self.a) && self.a.b == 'xyz'", true],
    ['l.map(i, i * 2).filter(j, j > 2)', [4, 6]],
    ['l.all(i, i > 0) || 1 / 0 > 1', true],
    ['1 / 0 > 1 || x == 5', true],
    ['[1, 2, 3].exists_one(i, i == 2)', true],
    ["self.a.c > 3 ? 'y' : 'n'", 'y'],
    ["timestamp('2020-01-01T00:00:00Z').getFullYear()", 2020],
    ["'abc'.matches('^a.c$')", true],
    ['dyn(1) < 1.5', true],
    ['-5 % 3', -2],
    ['x in [1, 5]', true],
    ['string(1e7)', '1e+07'],
  ])('%s', (text, want) => {
    expect(evaluate(text)).toEqual(want);
  });

  test.each([
    ['self.zzz', 'no such key: zzz'],
    ['self.l[5]', 'index out of bounds: 5'],
    ['9223372036854775807 + 1', 'integer overflow'],
    ['1 / 0', 'division by zero'],
    ["dyn(1) + 'a' == dyn(2)", 'no such overload'],
  ])('%s fails', (text, want) => {
    expect(() => evaluate(text)).toThrow(want);
  });
});

describe('issues', () => {
  test.each([
    ["x + 'a'", "1:3: found no matching overload for '_+_' applied to '(int, string)'\n | x + 'a'\n | ..^"],
    ['foo(x)', "1:4: undeclared reference to 'foo' (in container '')\n | foo(x)\n | ...^"],
  ])('%s', (text, want) => {
    const compiled = environment.compile(text);
    expect(compiled.ok ? '' : compiled.issues.toString()).toBe(`ERROR: <input>:${want}`);
  });
});
