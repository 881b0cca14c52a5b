import { afterAll, beforeAll, expect, test } from 'vitest';

import { startTestServer, type TestServer } from '../../testing/index.ts';
import { send, type Sent } from './testing/send.ts';

let server: TestServer;
const policies = '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies';
const bindings = '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings';
const mutating = '/apis/admissionregistration.k8s.io/v1/mutatingadmissionpolicies';
const rbac = '/apis/rbac.authorization.k8s.io/v1';

const request = (method: string, path: string, body: unknown, user?: string): Promise<Sent> =>
  send(server.url + path, {
    method,
    token: server.token,
    headers: {
      ...(user === undefined ? {} : { 'Impersonate-User': user }),
      ...(method === 'PATCH' ? { 'content-type': 'application/merge-patch+json' } : {}),
    },
    body,
  });
const outcome = async (sent: Promise<Sent>): Promise<string | number> => {
  const { status, json } = await sent;
  return status < 300 ? status : (json as { readonly message: string }).message;
};

const paramKind = (kind: string): object => ({ paramKind: { apiVersion: 'v1', kind } });
const policy = (name: string, more: object = {}): object => ({
  metadata: { name },
  spec: {
    matchConstraints: {
      resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] }],
    },
    validations: [{ expression: 'true' }],
    ...more,
  },
});
const binding = (name: string, policyName: string, param: string): object => ({
  metadata: { name },
  spec: {
    policyName,
    validationActions: ['Deny'],
    paramRef: { name: param, namespace: 'default', parameterNotFoundAction: 'Allow' },
  },
});

beforeAll(async () => {
  server = await startTestServer();
  const rules = [
    { apiGroups: ['admissionregistration.k8s.io'], resources: ['*'], verbs: ['*'] },
    { apiGroups: [''], resources: ['configmaps'], verbs: ['get'] },
    { apiGroups: [''], resources: ['secrets'], resourceNames: ['mine'], verbs: ['get'] },
  ];
  await request('POST', `${rbac}/clusterroles`, { metadata: { name: 'jane' }, rules });
  await request('POST', `${rbac}/clusterrolebindings`, {
    metadata: { name: 'jane' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'jane' },
    subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'jane' }],
  });
  await request('POST', policies, policy('of-secrets', paramKind('Secret')));
}, 30_000);
afterAll(() => server[Symbol.asyncDispose]());

test('once the authorizer knows the roles', async () => {
  await expect
    .poll(async () => (await request('GET', `${policies}/of-secrets`, undefined, 'jane')).status, { timeout: 5000 })
    .toBe(200);
});

const jane = '&{jane  [system:authenticated] map[]}';
const cannotRead = (kind: string, object: string): string =>
  `${object} is invalid: spec.paramKind: Forbidden: user ${jane} must have "get" permission on all objects of the referenced paramKind (kind=${kind}, apiVersion=v1)`;

test('a policy has parameters only of a kind that its author may read', async () => {
  expect(await outcome(request('POST', policies, policy('none'), 'jane'))).toBe(201);
  expect(await outcome(request('POST', policies, policy('maps', paramKind('ConfigMap')), 'jane'))).toBe(201);
  const named = 'ValidatingAdmissionPolicy.admissionregistration.k8s.io "secrets"';
  expect(await outcome(request('POST', policies, policy('secrets', paramKind('Secret')), 'jane'))).toBe(
    cannotRead('Secret', named),
  );
  // A kind that is not served takes rights to every resource of the version.
  expect(await outcome(request('POST', policies, policy('x', paramKind('Nothing')), 'jane'))).toBe(
    cannotRead('Nothing', 'ValidatingAdmissionPolicy.admissionregistration.k8s.io "x"'),
  );
  expect(await outcome(request('POST', policies, policy('secrets', paramKind('Secret'))))).toBe(201);
});

test('an update is refused only where it changes the kind', async () => {
  const labels = { metadata: { labels: { a: 'b' } } };
  expect(await outcome(request('PATCH', `${policies}/of-secrets`, labels, 'jane'))).toBe(200);
  const change = { spec: paramKind('Secret') };
  expect(await outcome(request('PATCH', `${policies}/maps`, change, 'jane'))).toBe(
    cannotRead('Secret', 'ValidatingAdmissionPolicy.admissionregistration.k8s.io "maps"'),
  );
});

test('what is invalid is refused as that', async () => {
  const bad = policy('bad', { ...paramKind('Secret'), validations: [{ expression: '(' }] });
  expect(await outcome(request('POST', policies, bad, 'jane'))).toMatch(/spec\.validations\[0\]\.expression/);
});

test('the same holds for mutating policies', async () => {
  const mutations = [{ patchType: 'ApplyConfiguration', applyConfiguration: { expression: 'Object{}' } }];
  const more = { ...paramKind('Secret'), validations: undefined, mutations, reinvocationPolicy: 'Never' };
  expect(await outcome(request('POST', mutating, policy('m', more), 'jane'))).toBe(
    cannotRead('Secret', 'MutatingAdmissionPolicy.admissionregistration.k8s.io "m"'),
  );
});

test('a binding refers only to objects that its author may read', async () => {
  expect(await outcome(request('POST', bindings, binding('mine', 'of-secrets', 'mine'), 'jane'))).toBe(201);
  expect(await outcome(request('POST', bindings, binding('other', 'of-secrets', 'other'), 'jane'))).toBe(
    `ValidatingAdmissionPolicyBinding.admissionregistration.k8s.io "other" is invalid: spec.paramRef: Forbidden: user ${jane} does not have "get" permission on the object referenced by paramRef`,
  );
  // Nobody knows the kind of what a policy that is not there would read.
  expect(await outcome(request('POST', bindings, binding('lost', 'nothing', 'mine'), 'jane'))).toMatch(
    /spec\.paramRef: Forbidden/,
  );
  expect(await outcome(request('POST', bindings, binding('other', 'of-secrets', 'other')))).toBe(201);
});
