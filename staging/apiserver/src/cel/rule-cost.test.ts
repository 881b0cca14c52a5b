import { estimateCost } from '@kubescript/cel';
import { expect, test } from 'vitest';
import { baseCelEnvironment } from './base-environment.ts';
import { DeclTypeProvider } from './decl-type.ts';
import { staticEstimatedCostLimit } from './limits.ts';
import type { CelSchema } from './schema.ts';
import { schemaDeclType } from './schema-decl-type.ts';
import { DeclSizeEstimator } from './size-estimator.ts';

function costOf(schema: CelSchema, rule: string): number {
  const root = schemaDeclType(schema, false)?.assignTypeName('selfType');
  if (root === undefined) throw new Error('the schema is visible');
  const environment = baseCelEnvironment().extend({
    variables: { self: root.celType, oldSelf: root.celType },
    typeProvider: new DeclTypeProvider(root),
  });
  const compiled = environment.compile(rule);
  if (!compiled.ok) throw new Error(compiled.issues.toString());
  return estimateCost(compiled.ast, new DeclSizeEstimator(root)).max;
}

type Bounded = (max: number | undefined) => CelSchema;

const scalars: Readonly<Record<string, CelSchema>> = {
  'int-or-string': { 'x-kubernetes-int-or-string': true },
  date: { type: 'string', format: 'date' },
  'date-time': { type: 'string', format: 'date-time' },
  duration: { type: 'string', format: 'duration' },
};

function scalar(type: string): CelSchema {
  return scalars[type] ?? { type };
}

const text: Bounded = (maxLength) => ({ type: 'string', maxLength });
const array =
  (type: string): Bounded =>
  (maxItems) => ({ type: 'array', maxItems, items: scalar(type) });
const map =
  (type: string): Bounded =>
  (maxProperties) => ({
    type: 'object',
    maxProperties,
    additionalProperties: scalar(type),
  });
const texts: Bounded = (max) => ({ type: 'array', maxItems: max, items: text(max) });
const arrays: Bounded = (maxItems) => ({ type: 'array', maxItems, items: array('number')(maxItems) });
const replaced: Bounded = (max) => ({
  type: 'object',
  properties: { str: text(max), before: text(2), after: text(4) },
});
const splitted: Bounded = (max) => ({ type: 'object', properties: { str: text(max), separator: text(max) } });
const named: Bounded = (maxLength) => ({ type: 'string', enum: ['A', 'B', 'C', 'LongValue'], maxLength });

/** Costs beyond the limit of a rule, by how much the reference does not say. */
const exceeding = staticEstimatedCostLimit;

/** The rule over a schema without bounds and with bounds: what the reference estimates. */
test.each<[string, Bounded, number, number, number]>([
  ['self.all(x, true)', array('number'), 4_718_591, 10, 32],
  ['self.all(x, true)', array('string'), 3_145_727, 20, 62],
  ['self.all(x, true)', array('boolean'), 1_887_437, 5, 17],
  ['self.all(x, x == 0.0)', array('number'), 6_291_454, 3 * 1024 * 2048, 25_165_826],
  ['self[1] == 0.0', array('number'), 2, 5000, 2],
  ['self[1] == self[1]', array('string'), 314_577, 8, 314_577],
  ['self.all(x, self.all(y, true))', array('number'), exceeding, 10, 352],
  ['self.all(x, self.all(y, self.all(z, true)))', array('number'), exceeding, 10, 3552],
  ['self.matches("x")', text, 314_574, 50, 22],
  ['"".matches("(((((((((())))))))))[0-9]")', text, 7, 10, 7],
  ['self.matches("")', text, 1, 100, 1],
  ['self == "x"', text, 2, 0, 1],
  ['self["x"] == 0.0', map('number'), 2, 0, 2],
  ['self.all(x, true)', array('int-or-string'), 4_718_591, 10, 32],
  ['self[0] == 5', array('int-or-string'), 3, 10, 3],
  ['self[0] == false', array('boolean'), 2, 25, 2],
  ['self[0][0] == -1.0', arrays, 3, 51, 3],
  ['self.all(x, true)', array('duration'), 2_359_295, 5, 17],
  ['self[0].getHours() == 2', array('duration'), 4, 525, 4],
  ['self.all(x, true)', array('date'), 725_936, 15, 47],
  ['self[2].getDayOfMonth() == 13', array('date'), 4, 42, 4],
  ['self.all(x, true)', array('date-time'), 428_963, 25, 77],
  ['self.all(x, true)', arrays, 3_145_727, 100, 302],
  ['self.all(x, true)', map('number'), 1_348_169, 10, 32],
  ['self.all(x, true)', map('string'), 1_179_647, 3, 11],
  ['self.all(x, true)', map('boolean'), 943_718, 100, 302],
  ['has(self.x)', map('number'), 1, 100, 1],
  ["self.contains('test')", text, 314_574, 10, 5],
  ["self.startsWith('test')", text, 2, 15, 2],
  ['size(self + "hello") > size("hello")', text, 314_578, 4, 7],
  ['self.all(x, true)', map('int-or-string'), 1_348_169, 15, 47],
  ['self.all(x, true)', map('duration'), 1_048_577, 5, 17],
  ['self.all(x, true)', map('date'), 524_288, 10, 32],
  ['self.all(x, true)', map('date-time'), 349_526, 25, 77],
  ["self.find('[0-9]+') == ''", text, 629_147, 10, 11],
  ["self.join(' ') == 'aa bb'", texts, 329_853_068_905, 10, 43],
  ['self.isSorted() == true', texts, 329_854_432_052, 10, 52],
  ["self.str.replace(self.before, self.after) == 'does not matter'", replaced, 629_154, 4, 12],
  ['self.str.split(self.separator) == []', splitted, 629_160, 10, 22],
  ["self.lowerAscii() == 'lower!'", text, 314_575, 10, 6],
  ['oldSelf.size() == self.size()', map('integer'), 5, 10, 5],
  ['self["a"] == self["b"]', map('date-time'), 8, 7, 8],
  ['self["c"] == self["d"]', map('duration'), 8, 42, 8],
  ["self.contains('A')", named, 2, 1000, 401],
])(
  '%s costs as much as k8s.io/apiextensions-apiserver compilation_test.go says',
  (rule, schema, free, max, bounded) => {
    const cost = costOf(schema(undefined), rule);
    expect([free === exceeding && cost > exceeding ? exceeding : cost, costOf(schema(max), rule)]).toEqual([
      free,
      bounded,
    ]);
  },
);
