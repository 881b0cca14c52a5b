import type { GroupVersionKind } from '@kubescript/apimachinery';
import type { ExpressionWarning, ValidatingAdmissionPolicy } from '@kubescript/api/admissionregistration/v1';
import { describe, expect, test } from 'vitest';

import type { CelSchema } from '../../../../cel/schema.ts';
import { typeCheck } from './type-checking.ts';

const deployment: GroupVersionKind = { group: 'apps', version: 'v1', kind: 'Deployment' };
const pod: GroupVersionKind = { group: '', version: 'v1', kind: 'Pod' };

const withFields = (properties: Record<string, CelSchema>): CelSchema => ({ type: 'object', properties });
const string: CelSchema = { type: 'string' };
const integer: CelSchema = { type: 'integer', format: 'int64' };

function policyOf(spec: Partial<ValidatingAdmissionPolicy['spec']>): ValidatingAdmissionPolicy {
  return { metadata: { name: 'p' }, spec, status: {} };
}

function check(schema: CelSchema, spec: Partial<ValidatingAdmissionPolicy['spec']>): ExpressionWarning[] {
  const params = spec.paramKind && { kind: { group: '', version: 'v1', kind: 'Param' }, schema };
  return typeCheck(policyOf(spec), { objects: [{ kind: deployment, schema }], params });
}

const first = 'spec.validations[0].expression';

describe('one expression', () => {
  test.each([
    { name: 'a field', schema: withFields({ foo: string }), expression: "object.foo == 'bar'", want: '' },
    {
      name: 'a field that is not there',
      schema: withFields({ bar: string }),
      expression: "object.foo == 'bar'",
      want: "undefined field 'foo'",
    },
    {
      name: 'the same in the old object',
      schema: withFields({ bar: string }),
      expression: "oldObject.foo == 'bar'",
      want: "undefined field 'foo'",
    },
    {
      name: 'a field of another type',
      schema: withFields({ foo: integer }),
      expression: "object.foo == 'bar'",
      want: "found no matching overload for '_==_' applied to '(int, string)'",
    },
    {
      name: 'the metadata that every object has',
      schema: withFields({}),
      expression: "object.metadata.name + object.kind != ''",
      want: '',
    },
    {
      name: 'a reserved word as field',
      schema: withFields({ spec: withFields({ namespace: integer }) }),
      expression: "object.spec.__namespace__ == 'x'",
      want: "applied to '(int, string)'",
    },
    {
      name: 'the same as it stands',
      schema: withFields({ spec: withFields({ namespace: integer }) }),
      expression: "has(object.spec.namespace) && object.spec.namespace == 'x'",
      want: "applied to '(int, string)'",
    },
    {
      name: 'a reserved word that is no field',
      schema: withFields({ spec: withFields({ namespace: integer }) }),
      expression: 'object.spec.import == 1',
      want: "undefined field 'import'",
    },
    {
      name: 'a number or string',
      schema: withFields({ port: { 'x-kubernetes-int-or-string': true } }),
      expression: "object.port == 'http' || object.port == 80",
      want: '',
    },
    {
      name: 'additional properties of any sort elsewhere in the schema',
      schema: withFields({ spec: withFields({ text: string }), any: { type: 'object', additionalProperties: true } }),
      expression: 'has(object.spec.text)',
      want: '',
    },
    { name: 'a schema without type', schema: {}, expression: 'object.anything.goes == 1', want: '' },
    {
      name: 'the authorizer',
      schema: withFields({}),
      expression: "authorizer.group('').resource('endpoints').check('create').allowed()",
      want: '',
    },
    {
      name: 'a wrong call of the authorizer',
      schema: withFields({}),
      expression: 'authorizer.allowed()',
      want: "found no matching overload for 'allowed' applied to 'kubernetes.authorization.Authorizer",
    },
    {
      name: 'the request and the namespace',
      schema: withFields({}),
      expression: "request.operation == 'CREATE' && namespaceObject.metadata.name == 'x'",
      want: '',
    },
    {
      name: 'a field that requests do not have',
      schema: withFields({}),
      expression: "request.verb == 'create'",
      want: "undefined field 'verb'",
    },
    { name: 'another result than a decision', schema: withFields({}), expression: '1 + 1', want: '' },
    {
      name: 'parameters where the policy has none',
      schema: withFields({}),
      expression: 'params == null',
      want: "undeclared reference to 'params'",
    },
  ])('$name: $want', ({ schema, expression, want }) => {
    const warnings = check(schema, { validations: [{ expression }] });
    if (want === '') expect(warnings).toEqual([]);
    else expect(warnings).toEqual([{ fieldRef: first, warning: expect.stringContaining(want) as string }]);
  });

  test('the warning names the kind and shows the place', () => {
    expect(
      check(withFields({ spec: withFields({}) }), { validations: [{ expression: 'object.replicas > 1' }] }),
    ).toEqual([
      {
        fieldRef: first,
        warning:
          "apps/v1, Kind=Deployment: ERROR: <input>:1:7: undefined field 'replicas'\n" +
          ' | object.replicas > 1\n' +
          ' | ......^\n',
      },
    ]);
  });
});

test('each kind that an expression does not fit is told, in one warning', () => {
  const objects = [
    { kind: pod, schema: withFields({}) },
    { kind: deployment, schema: withFields({ foo: integer }) },
    { kind: { ...deployment, kind: 'ReplicaSet' }, schema: withFields({ foo: string }) },
  ];
  const [warning, ...others] = typeCheck(policyOf({ validations: [{ expression: "object.foo == 'x'" }] }), { objects });
  expect(others).toEqual([]);
  expect(warning?.warning.split('\n').filter((line) => line.includes('Kind='))).toEqual([
    "/v1, Kind=Pod: ERROR: <input>:1:7: undefined field 'foo'",
    "apps/v1, Kind=Deployment: ERROR: <input>:1:12: found no matching overload for '_==_' applied to '(int, string)'",
  ]);
});

test('message expressions are checked too, and only those at fault are named', () => {
  const validations = [
    { expression: "object.foo == 'a'" },
    { expression: "object.bar == 'a'" },
    { expression: "object.foo == 'b'", messageExpression: 'object.foo + 114514' },
  ];
  const refs = check(withFields({ foo: string }), { validations }).map(({ fieldRef }) => fieldRef);
  expect(refs).toEqual(['spec.validations[1].expression', 'spec.validations[2].messageExpression']);
});

test('nothing is told of kinds that are not known', () => {
  expect(typeCheck(policyOf({ validations: [{ expression: 'object.foo == 1' }] }), { objects: [] })).toEqual([]);
});

describe('parameters', () => {
  const paramKind = { apiVersion: 'v1', kind: 'Param' };

  test('have the type of their kind', () => {
    const validations = [{ expression: 'object.foo == params.foo' }, { expression: 'object.foo == params.bar' }];
    expect(check(withFields({ foo: string }), { paramKind, validations })).toEqual([
      {
        fieldRef: 'spec.validations[1].expression',
        warning: expect.stringContaining("undefined field 'bar'") as string,
      },
    ]);
  });

  test('of the same kind as the object keep their type apart from it', () => {
    const policy = policyOf({ paramKind, validations: [{ expression: 'object.foo == params.bar' }] });
    const objects = [{ kind: deployment, schema: withFields({ foo: string }) }];
    const params = { kind: deployment, schema: withFields({ bar: string }) };
    expect(typeCheck(policy, { objects, params })).toEqual([]);
  });

  test('of a kind that is not known can be anything', () => {
    const policy = policyOf({ paramKind, validations: [{ expression: 'params != null && params.x.y == 1' }] });
    expect(typeCheck(policy, { objects: [{ kind: deployment, schema: withFields({}) }] })).toEqual([]);
  });
});

describe('variables', () => {
  test.each([
    { variable: 'true', expression: 'variables.v', want: '' },
    { variable: 'true', expression: 'variables.none', want: "undefined field 'none'" },
    {
      variable: "'something'",
      expression: 'variables.v == object.foo',
      want: "found no matching overload for '_==_' applied to '(string, int)",
    },
    { variable: 'object.foo', expression: "variables.v == 'x'", want: "applied to '(int, string)'" },
    { variable: "object.foo == 'at fault, but that is not told'", expression: 'variables.v == object.foo', want: '' },
  ])('$variable in $expression: $want', ({ variable, expression, want }) => {
    const spec = { variables: [{ name: 'v', expression: variable }], validations: [{ expression }] };
    const warnings = check(withFields({ foo: integer }), spec).map(({ warning }) => warning);
    expect(warnings).toEqual(want === '' ? [] : [expect.stringContaining(want)]);
  });
});
