import type { KubeObject, Status } from '@kubescript/apimachinery';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { type TestServer, startTestServer } from '../testing/index.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
}, 60_000);

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

interface Answer {
  readonly code: number;
  readonly value: KubeObject & Status & { readonly data?: Record<string, string>; readonly spec?: unknown };
  readonly warning: string;
}

async function send(method: 'POST' | 'PUT' | 'DELETE' | 'GET', path: string, body?: unknown): Promise<Answer> {
  const response = await server.admin.request({ method, path, ...(body === undefined ? {} : { body }) });
  const value = (await response.json()) as Answer['value'];
  return { code: response.status, value, warning: response.headers['warning'] ?? '' };
}

const group = '/apis/admissionregistration.k8s.io/v1';
const configMaps = '/api/v1/namespaces/default/configmaps';
const rule = { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE', 'UPDATE'], resources: ['configmaps'] };

let counter = 0;
let made: string[] = [];

afterEach(async () => {
  for (const path of made.reverse()) await send('DELETE', path);
  made = [];
  await new Promise((resolve) => setTimeout(resolve, 50));
});

/** Makes a policy with a binding, and waits until it is in force. */
async function enforce(
  sort: 'validating' | 'mutating',
  spec: Record<string, unknown>,
  binding: Record<string, unknown> = {},
): Promise<string> {
  const name = `p${String(counter++)}`;
  const actions = sort === 'validating' ? { validationActions: ['Deny'] } : {};
  const policy = {
    metadata: { name },
    spec: {
      matchConstraints: { resourceRules: [rule] },
      ...(sort === 'mutating' ? { reinvocationPolicy: 'Never' } : {}),
      ...spec,
    },
  };
  for (const [path, object] of [
    [`${group}/${sort}admissionpolicies`, policy],
    [
      `${group}/${sort}admissionpolicybindings`,
      { metadata: { name }, spec: { policyName: name, ...actions, ...binding } },
    ],
  ] as const) {
    const { code, value } = await send('POST', path, object);
    expect(value.message ?? code).toBe(201);
    made.push(`${path}/${name}`);
  }
  await new Promise((resolve) => setTimeout(resolve, 50));
  return name;
}

const create = (name: string, data: Record<string, string> = { a: '1' }): Promise<Answer> =>
  send('POST', `${configMaps}?dryRun=All`, { metadata: { name }, data });

describe('ValidatingAdmissionPolicies', () => {
  test('deny with the message that their expression makes, and the reason', async () => {
    const name = await enforce('validating', {
      variables: [
        { name: 'keys', expression: 'object.data.map(k, k)' },
        { name: 'unused', expression: "object.data['nothing']" },
      ],
      validations: [
        {
          expression: "!('bad' in variables.keys)",
          messageExpression: "namespaceObject.metadata.name + ' wants none of ' + string(size(variables.keys))",
          reason: 'Forbidden',
        },
      ],
    });
    expect((await create('fine')).code).toBe(201);
    const { code, value } = await create('x', { bad: '1' });
    const message = `ValidatingAdmissionPolicy '${name}' with binding '${name}' denied request: default wants none of 1`;
    expect(code).toBe(403);
    expect(value).toMatchObject({
      message: `configmaps "x" is forbidden: ${message}`,
      reason: 'Forbidden',
      details: { name: 'x', kind: 'configmaps', causes: [{ message }] },
    });
  });

  test.each([
    { name: 'the message', validation: { message: ' no ' }, want: 'no' },
    { name: 'the expression', validation: {}, want: "failed expression: object.metadata.name == 'y'" },
    { name: 'not a message of two lines', validation: { messageExpression: "'a\\nb'", message: 'm' }, want: 'm' },
    {
      name: 'not a message that fails',
      validation: { messageExpression: "'x' + object.nothing", message: 'm' },
      want: 'm',
    },
  ])('else tell $name', async ({ validation, want }) => {
    await enforce('validating', { validations: [{ expression: "object.metadata.name == 'y'", ...validation }] });
    const { code, value } = await create('x');
    expect(code).toBe(422);
    expect(value.message?.endsWith(`denied request: ${want}`)).toBe(true);
  });

  test('warn where their binding says so', async () => {
    const name = await enforce(
      'validating',
      { validations: [{ expression: 'false', message: 'careful' }] },
      { validationActions: ['Warn', 'Audit'] },
    );
    const { code, warning } = await create('x');
    expect(code).toBe(201);
    expect(warning).toContain(
      `Validation failed for ValidatingAdmissionPolicy '${name}' with binding '${name}': careful`,
    );
  });

  test.each([
    { failurePolicy: 'Fail', code: 422 },
    { failurePolicy: 'Ignore', code: 201 },
  ])('that fail: $failurePolicy', async ({ failurePolicy, code }) => {
    await enforce('validating', { failurePolicy, validations: [{ expression: "object.data['none'] == ''" }] });
    expect((await create('x')).code).toBe(code);
  });

  test('only where their match conditions hold', async () => {
    await enforce('validating', {
      matchConditions: [{ name: 'not-kube', expression: "!object.metadata.name.startsWith('kube')" }],
      validations: [{ expression: 'false' }],
    });
    expect((await create('kube-x')).code).toBe(201);
    expect((await create('x')).code).toBe(422);
  });

  test('take parameters by name and by label', async () => {
    for (const value of ['one', 'two']) {
      await send('POST', configMaps, {
        metadata: { name: `param-${value}`, labels: { use: 'me' } },
        data: { not: value },
      });
      made.push(`${configMaps}/param-${value}`);
    }
    const spec = {
      paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
      validations: [{ expression: '!(params.data.not in object.data)', messageExpression: "'no ' + params.data.not" }],
    };
    const paramRef = { selector: { matchLabels: { use: 'me' } }, parameterNotFoundAction: 'Deny' };
    await enforce('validating', spec, { paramRef });
    expect((await create('x')).code).toBe(201);
    expect((await create('x', { one: '1' })).value.message).toMatch(/denied request: no one$/);
    expect((await create('x', { two: '1' })).value.message).toMatch(/denied request: no two$/);
  });

  test.each([
    { action: 'Allow', code: 201, message: undefined },
    {
      action: 'Deny',
      code: 422,
      message: 'failed to configure binding: no params found for policy binding with `Deny` parameterNotFoundAction',
    },
  ])('without their parameters: $action', async ({ action, code, message }) => {
    await enforce(
      'validating',
      { paramKind: { apiVersion: 'v1', kind: 'ConfigMap' }, validations: [{ expression: 'false' }] },
      { paramRef: { name: 'absent', namespace: 'default', parameterNotFoundAction: action } },
    );
    const answer = await create('x');
    expect(answer.code).toBe(code);
    if (message !== undefined) expect(answer.value.message).toContain(message);
  });

  test('with parameters of a kind that nobody serves', async () => {
    await enforce(
      'validating',
      { paramKind: { apiVersion: 'none.example.com/v1', kind: 'None' }, validations: [{ expression: 'false' }] },
      { paramRef: { name: 'x', parameterNotFoundAction: 'Allow' } },
    );
    expect((await create('x')).value.message).toMatch(
      /failed to configure policy: failed to find resource referenced by paramKind: 'none\.example\.com\/v1, Kind=None'$/,
    );
  });

  test('that cost too much', async () => {
    const list = `[${Array.from({ length: 60 }, (_, index) => String(index)).join(', ')}]`;
    const expression = `${list}.all(a, ${list}.all(b, ${list}.all(c, a + b + c >= 0)))`;
    await enforce('validating', { validations: [{ expression }] });
    expect((await create('x')).value.message).toMatch(/operation cancelled: actual cost limit exceeded$/);
  });
});

describe('MutatingAdmissionPolicies', () => {
  test('merge apply configurations', async () => {
    await enforce('mutating', {
      mutations: [
        {
          patchType: 'ApplyConfiguration',
          applyConfiguration: {
            expression: "Object{metadata: Object.metadata{labels: {'team': object.metadata.name}}, data: {'b': '2'}}",
          },
        },
      ],
    });
    const { value } = await create('x');
    expect(value.metadata.labels).toEqual({ team: 'x' });
    expect(value.data).toEqual({ a: '1', b: '2' });
  });

  test('apply JSON patches, each to what the one before made', async () => {
    await enforce('mutating', {
      mutations: [
        { patchType: 'JSONPatch', jsonPatch: { expression: "[JSONPatch{op: 'add', path: '/data/b', value: 'x'}]" } },
        {
          patchType: 'JSONPatch',
          jsonPatch: { expression: "[JSONPatch{op: 'copy', from: '/data/b', path: '/data/c'}]" },
        },
      ],
    });
    expect((await create('x')).value.data).toEqual({ a: '1', b: 'x', c: 'x' });
  });

  test('leave what their test does not find', async () => {
    const operations = "JSONPatch{op: 'test', path: '/data/a', value: '2'}, JSONPatch{op: 'remove', path: '/data/a'}";
    await enforce('mutating', {
      mutations: [{ patchType: 'JSONPatch', jsonPatch: { expression: `[${operations}]` } }],
    });
    expect((await create('x', { a: '1' })).value.data).toEqual({ a: '1' });
    expect((await create('x', { a: '2' })).value.data).toBeUndefined();
  });

  test.each([
    {
      name: 'a patch that does not fit',
      mutation: {
        patchType: 'JSONPatch',
        jsonPatch: { expression: "[JSONPatch{op: 'remove', path: '/data/missing'}]" },
      },
      want: "JSON Patch: error in remove for path: '/data/missing': Unable to remove nonexistent key: missing: missing value",
    },
    {
      name: 'a type in the wrong place',
      mutation: {
        patchType: 'ApplyConfiguration',
        applyConfiguration: { expression: 'Object{metadata: Object.spec{}}' },
      },
      want:
        'type mismatch: unexpected type name "Object.spec", expected "Object.metadata", ' +
        'which matches field name path from root Object type',
    },
    {
      name: 'a field that does not exist',
      mutation: { patchType: 'ApplyConfiguration', applyConfiguration: { expression: 'Object{spec: Object.spec{}}' } },
      want: 'error applying patch: failed to convert patch object to typed object: .spec: field not declared in schema',
    },
  ])('deny: $name', async ({ mutation, want }) => {
    const name = await enforce('mutating', { mutations: [mutation] });
    const { code, value } = await create('x');
    expect(code).toBe(403);
    expect(value).toMatchObject({
      message: `policy '${name}' with binding '${name}' denied request: ${want}`,
      reason: 'Invalid',
    });
  });

  test('fail open if they say so', async () => {
    const jsonPatch = { expression: "[JSONPatch{op: 'remove', path: '/data/missing'}]" };
    await enforce('mutating', { failurePolicy: 'Ignore', mutations: [{ patchType: 'JSONPatch', jsonPatch }] });
    expect((await create('x')).code).toBe(201);
  });

  test('run again after what came later, if they want to', async () => {
    const patch = (expression: string): unknown => [{ patchType: 'JSONPatch', jsonPatch: { expression } }];
    await enforce('mutating', {
      reinvocationPolicy: 'IfNeeded',
      mutations: patch("[JSONPatch{op: 'add', path: '/data/first', value: 'later' in object.data ? 'again' : 'once'}]"),
    });
    await enforce('mutating', { mutations: patch("[JSONPatch{op: 'add', path: '/data/later', value: 'x'}]") });
    expect((await create('x')).value.data).toEqual({ a: '1', first: 'again', later: 'x' });
  });
});

test('expressions that do not compile are refused', async () => {
  const { code, value } = await send('POST', `${group}/validatingadmissionpolicies`, {
    metadata: { name: 'broken' },
    spec: { matchConstraints: { resourceRules: [rule] }, validations: [{ expression: 'object.x ==' }] },
  });
  expect(code).toBe(422);
  expect(value.message).toContain(
    'spec.validations[0].expression: Invalid value: "object.x ==": compilation failed: ERROR: <input>:1:12: Syntax error:',
  );
});
