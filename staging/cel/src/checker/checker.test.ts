import { describe, expect, test } from 'vitest';
import { CelEnvironment, formatType, optionalTypes, type TypeProvider, types } from '../index.ts';

const person = types.object('Person');
const provider: TypeProvider = {
  findType: (name) => (name === 'Person' ? person : undefined),
  findField: (_typeName, field) => ({ name: types.string, age: types.int, friends: types.list(person) })[field],
};
const environment = CelEnvironment.standard.extend({
  variables: { self: person, n: types.int, s: types.string, m: types.map(types.string, types.int), d: types.dyn },
  libraries: [optionalTypes],
  typeProvider: provider,
});

describe('types', () => {
  test.each([
    ['self.friends.map(f, f.name)', 'list(string)'],
    ['self.friends.filter(f, f.age > 1)[0]', 'Person'],
    ['m.map(k, k)', 'list(string)'],
    ['[]', 'list(dyn)'],
    ['[] + [1]', 'list(int)'],
    ['{}', 'map(dyn, dyn)'],
    ['d + 1', 'int'],
    ['d + d', 'dyn'],
    ['d.x.y[0]', 'dyn'],
    ['type(1)', 'type(int)'],
    ['n > 1 ? [n] : []', 'list(int)'],
    ['self.?name', 'optional_type(string)'],
    ['self.?friends[?0].?name', 'optional_type(string)'],
    ['timestamp("2020-01-01T00:00:00Z") - timestamp("2020-01-01T00:00:00Z")', 'duration'],
    ['null', 'null'],
    ['size(s)', 'int'],
  ])('%s is %s', (text, want) => {
    const compiled = environment.compile(text);
    expect(compiled.ok ? formatType(compiled.outputType) : compiled.issues.toString()).toBe(want);
  });
});

describe('issues', () => {
  test.each([
    ['self.zzz == 1', "1:5: undefined field 'zzz'"],
    ['n + s', "1:3: found no matching overload for '_+_' applied to '(int, string)'"],
    ['1.0 == 1', "1:5: found no matching overload for '_==_' applied to '(double, int)'"],
    ['s.startsWith(1)', "1:13: found no matching overload for 'startsWith' applied to 'string.(int)'"],
    ['foo(n)', "1:4: undeclared reference to 'foo' (in container '')"],
    ['nope', "1:1: undeclared reference to 'nope' (in container '')"],
    ['s.foo', "1:2: type 'string' does not support field selection"],
    ['n && true', "1:1: expected type 'bool' but found 'int'"],
    [
      'n.all(x, true)',
      "1:1: expression of type 'int' cannot be range of a comprehension (must be list, map, or dynamic)",
    ],
    ['[1, "a"]', "1:5: expected type 'int' but found 'string'"],
    ['{"a": 1, "b": "c"}', "1:15: expected type 'int' but found 'string'"],
    ['Person{name: 1}', "1:12: expected type of field 'name' is 'string' but provided type is 'int'"],
    ['Person{nope: 1}', "1:12: undefined field 'nope'"],
    ['Nope{}', "1:5: undeclared reference to 'Nope' (in container '')"],
    ['m[1]', "1:2: found no matching overload for '_[_]' applied to '(map(string, int), int)'"],
    ['[?1]', "1:3: expected type 'optional_type(int)' but found 'int'"],
  ])('%s', (text, want) => {
    const compiled = environment.compile(text);
    const [first] = compiled.ok ? [''] : compiled.issues.toString().split('\n');
    expect(first).toBe(`ERROR: <input>:${want}`);
  });
});
