import { estimateCost, formatType, types } from '@kubescript/cel';
import { describe, expect, test } from 'vitest';
import { baseCelEnvironment } from './base-environment.ts';
import { compileExpression } from './compile-expression.ts';
import { DeclTypeProvider, listDecl, declTypes } from './decl-type.ts';
import { jsonSizes, maxRequestSizeBytes } from './limits.ts';
import type { CelSchema } from './schema.ts';
import { schemaDeclType } from './schema-decl-type.ts';
import { DeclSizeEstimator } from './size-estimator.ts';

const whole = maxRequestSizeBytes - 2;

describe('declared types and their sizes (k8s.io/apiserver/pkg/cel/common schemas_test.go)', () => {
  test.each<[string, CelSchema, string, number]>([
    ['string', { type: 'string' }, 'string', whole],
    ['bounded string', { type: 'string', maxLength: 10 }, 'string', 40],
    ['enum', { type: 'string', enum: ['a', 'four', 'xx'] }, 'string', 4],
    ['date-time', { type: 'string', format: 'date-time' }, 'timestamp', 32],
    ['date', { type: 'string', format: 'date' }, 'timestamp', 12],
    ['duration', { type: 'string', format: 'duration' }, 'duration', 32],
    ['byte', { type: 'string', format: 'byte', maxLength: 3 }, 'bytes', 3],
    ['int-or-string', { 'x-kubernetes-int-or-string': true }, 'dyn', whole],
    ['integer', { type: 'integer' }, 'int', 0],
    ['number', { type: 'number' }, 'double', 0],
    ['list of ints', { type: 'array', items: { type: 'integer' } }, 'list(int)', Math.floor(whole / 2)],
    ['bounded list', { type: 'array', maxItems: 7, items: { type: 'boolean' } }, 'list(bool)', 7],
    ['map', { type: 'object', additionalProperties: { type: 'string' } }, 'map(string, string)', Math.floor(whole / 8)],
    [
      'bounded map',
      { type: 'object', maxProperties: 3, additionalProperties: { type: 'string' } },
      'map(string, string)',
      3,
    ],
  ])('%s', (_name, schema, type, maxElements) => {
    const decl = schemaDeclType(schema, false);
    expect(decl === undefined ? '' : formatType(decl.celType)).toBe(type);
    expect(decl?.maxElements).toBe(maxElements);
  });

  test.each<[string, CelSchema]>([
    ['unknown things', { 'x-kubernetes-preserve-unknown-fields': true }],
    ['lists of unknown things', { type: 'array', items: { 'x-kubernetes-preserve-unknown-fields': true } }],
    ['maps of unknown things', { type: 'object', additionalProperties: {} }],
  ])('%s are not visible', (_name, schema) => {
    expect(schemaDeclType(schema, false)).toBeUndefined();
  });

  test('required fields without default make elements larger, and lists of them shorter', () => {
    const items: CelSchema = {
      type: 'object',
      required: ['name', 'd'],
      properties: { name: { type: 'string' }, d: { type: 'integer', default: 1 } },
    };
    const element = 2 + 'name'.length + jsonSizes.minString + 4;
    expect(schemaDeclType({ type: 'array', items }, false)?.maxElements).toBe(Math.floor(whole / (element + 1)));
  });
});

const schema: CelSchema = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: {
        replicas: { type: 'integer' },
        'max-surge': { 'x-kubernetes-int-or-string': true },
        namespace: { type: 'string', maxLength: 10 },
        list: { type: 'array', items: { type: 'object', properties: { k: { type: 'string' } } } },
      },
    },
  },
};
const root = schemaDeclType(schema, true)?.assignTypeName('selfType');
const environment = baseCelEnvironment().extend({
  variables: { self: root?.celType ?? types.dyn },
  ...(root === undefined ? {} : { typeProvider: new DeclTypeProvider(root) }),
});

describe('rules over a schema', () => {
  test.each([
    ['self.spec.replicas > 0', ''],
    ['self.spec.max__dash__surge == 1 || self.spec.max__dash__surge == "1%"', ''],
    ['self.spec.__namespace__ == "x"', ''],
    ['self.metadata.name.startsWith("x") && self.kind != ""', ''],
    ['self.spec.zzz == 1', "ERROR: <input>:1:10: undefined field 'zzz'"],
    ['self.metadata.labels == {}', "ERROR: <input>:1:14: undefined field 'labels'"],
    ['self.spec + 1', "ERROR: <input>:1:11: found no matching overload for '_+_' applied to '(selfType.spec, int)'"],
    ['self.spec.list[0].k + 1', "ERROR: <input>:1:21: found no matching overload for '_+_' applied to '(string, int)'"],
  ])('%s', (text, want) => {
    const compiled = environment.compile(text);
    expect(compiled.ok ? '' : compiled.issues.toString().split('\n')[0]).toBe(want);
  });

  test('a loop in a loop in a loop is far too expensive', () => {
    const loop = 'self.spec.list.all(x, self.spec.list.all(y, self.spec.list.all(z, x.k == y.k && y.k == z.k)))';
    const compiled = environment.compile(loop);
    if (!compiled.ok || root === undefined) throw new Error('the rule compiles');
    expect(estimateCost(compiled.ast, new DeclSizeEstimator(root)).max).toBeGreaterThan(1e12);
  });

  test('the type of a result is checked', () => {
    const detail = (text: string): string => {
      const compiled = compileExpression(environment, text, [types.bool]);
      return compiled.ok ? '' : compiled.detail;
    };
    expect(detail('self.spec.replicas')).toBe('must evaluate to bool but got int');
    expect(detail('self.spec.list.map(l, l.k)')).toBe('must evaluate to bool but got list(string)');
    expect(detail('self.')).toMatch(/^compilation failed: ERROR: <input>:1:6: Syntax error: /);
    expect(compileExpression(environment, '1', [types.any]).ok).toBe(true);
    const either = compileExpression(environment, '1', [types.string, types.null]);
    expect(either).toEqual({ ok: false, detail: 'must evaluate to one of [string null_type] but got int' });
  });
});

test('types keep the names they have', () => {
  expect(listDecl(declTypes.int, 1).assignTypeName('x').celType.name).toBe('list');
});
