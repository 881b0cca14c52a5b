import fc from 'fast-check';
import { expect, test } from 'vitest';

import { duplicateFields, strictProblems } from './duplicate-fields.ts';

const duplicatesIn = (text: string): readonly string[] => duplicateFields(text, JSON.parse(text));

test.each([
  ['{"kind":"A","kind":"B"}', ['duplicate field "kind"']],
  ['{"a":1,"a":2,"a":3}', ['duplicate field "a"']],
  ['{"m":{"name":"a","name":"b"},"l":[{"x":1,"x":2}]}', ['duplicate field "m.name"', 'duplicate field "l[0].x"']],
  ['{ "a" : "\\"" , "\\u0061" : ":" }', ['duplicate field "a"']],
  ['{"__proto__":1,"__proto__":2}', ['duplicate field "__proto__"']],
  ['{"a":":","b":"\\\\","c":"a\\":"}', []],
  ['[]', []],
  ['":"', []],
])('%s', (text, want) => {
  expect(duplicatesIn(text)).toEqual(want);
});

test('no JSON that states each member once has duplicates, however it is written', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, '\t'), (value, indent) => {
      expect(duplicatesIn(JSON.stringify(value, undefined, indent))).toEqual([]);
    }),
  );
});

test('a member that is stated again is found wherever it is', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.string(), (value, name) => {
      const member = `${JSON.stringify(name)}:${JSON.stringify(value)}`;
      expect(duplicatesIn(`[{"o":{${member},"between":0,${member}}}]`)).toContain(`duplicate field "[0].o.${name}"`);
    }),
  );
});

test.each([
  [
    '{"b":1,"a":{"x":1,"x":2},"b":2,"z":0}',
    ['b', 'z'],
    ['unknown field "b"', 'duplicate field "a.x"', 'unknown field "z"'],
  ],
  ['{"u":{"x":1,"x":2},"a":1,"a":2}', ['u'], ['unknown field "u"', 'duplicate field "a"']],
  ['{"l":[{"x":1,"x":2},{"u":1}]}', ['l[1].u'], ['duplicate field "l[0].x"', 'unknown field "l[1].u"']],
  ['{}', ['elsewhere'], ['unknown field "elsewhere"']],
])('%s with %j unknown', (text, unknown, want) => {
  const problems = unknown.map((path) => `unknown field "${path}"`);
  expect(strictProblems(text, problems)).toEqual(want);
});
