import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { startTestServer, type TestServer } from '../../testing/index.ts';
import { send, type Sent } from './testing/send.ts';

let server: TestServer;
const rbac = '/apis/rbac.authorization.k8s.io/v1';
const roles = `${rbac}/namespaces/default/roles`;
const bindings = `${rbac}/namespaces/default/rolebindings`;
const group = 'rbac.authorization.k8s.io';

const request = (method: string, path: string, body?: unknown, user?: string): Promise<Sent> =>
  send(server.url + path, {
    method,
    token: server.token,
    headers: {
      ...(user === undefined ? {} : { 'Impersonate-User': user }),
      ...(method === 'PATCH' ? { 'content-type': 'application/merge-patch+json' } : {}),
    },
    body,
  });
const messageOf = async (sent: Promise<Sent>): Promise<string | number> => {
  const { status, json } = await sent;
  return status < 300 ? status : (json as { readonly message: string }).message;
};
const role = (name: string, ...rules: readonly object[]): object => ({ metadata: { name }, rules });
const binding = (name: string, kind: string, roleName: string, user: string): object => ({
  metadata: { name },
  roleRef: { apiGroup: group, kind, name: roleName },
  subjects: [{ apiGroup: group, kind: 'User', name: user }],
});
const rule = (resources: string, verbs: string, apiGroup = ''): object => ({
  apiGroups: [apiGroup],
  resources: resources.split(','),
  verbs: verbs.split(','),
});

beforeAll(async () => {
  server = await startTestServer();
  const editor = role('role-editor', rule('roles,rolebindings', 'create,update,patch,get', group), rule('pods', 'get'));
  await request('POST', roles, editor);
  await request('POST', bindings, binding('jane', 'Role', 'role-editor', 'jane'));
  await request('POST', roles, role('strong', rule('secrets', 'get')));
}, 30_000);
afterAll(() => server[Symbol.asyncDispose]());

const notHeld = (line: string): string =>
  `user "jane" (groups=["system:authenticated"]) is attempting to grant RBAC permissions not currently held:\n${line}`;
const secrets = '{APIGroups:[""], Resources:["secrets"], Verbs:["get"]}';

describe('nobody gives what they do not hold', () => {
  test('once the authorizer knows the roles', async () => {
    const get = (): Promise<Sent> => request('GET', `${roles}/strong`, undefined, 'jane');
    await expect.poll(async () => (await get()).status, { timeout: 5000 }).toBe(200);
  });

  test.each([
    { name: 'what they hold', rules: [rule('pods', 'get')], want: 201 },
    {
      name: 'more',
      rules: [rule('secrets', 'get')],
      want: `roles.rbac.authorization.k8s.io "new" is forbidden: ${notHeld(secrets)}`,
    },
  ])('a role with $name', async ({ rules, want }) => {
    expect(await messageOf(request('POST', roles, role('new', ...rules), 'jane'))).toBe(want);
  });

  test('a role that has more already cannot be changed, not even its labels', async () => {
    const label = { metadata: { labels: { a: 'b' } } };
    expect(await messageOf(request('PATCH', `${roles}/strong`, label, 'jane'))).toMatch(/not currently held/);
    const owners = { metadata: { finalizers: ['example.com/x'] } };
    expect(await messageOf(request('PATCH', `${roles}/strong`, owners, 'jane'))).toBe(200);
  });

  test('by a binding', async () => {
    expect(await messageOf(request('POST', bindings, binding('own', 'Role', 'role-editor', 'joe'), 'jane'))).toBe(201);
    expect(await messageOf(request('POST', bindings, binding('more', 'Role', 'strong', 'joe'), 'jane'))).toBe(
      `rolebindings.rbac.authorization.k8s.io "more" is forbidden: ${notHeld(secrets)}`,
    );
    expect(await messageOf(request('POST', bindings, binding('none', 'Role', 'gone', 'joe'), 'jane'))).toBe(
      'role.rbac.authorization.k8s.io "gone" not found',
    );
  });

  test('unless they may bind or escalate', async () => {
    const bind = { ...rule('roles', 'bind', group), resourceNames: ['strong'] };
    await request('POST', roles, role('binder', bind, rule('roles', 'escalate', group)));
    await request('POST', bindings, binding('binder', 'Role', 'binder', 'jane'));
    const create = (): Promise<string | number> =>
      messageOf(request('POST', bindings, binding('may', 'Role', 'strong', 'joe'), 'jane'));
    await expect.poll(create, { timeout: 5000 }).toBe(201);
    expect(await messageOf(request('POST', roles, role('stronger', rule('secrets', '*')), 'jane'))).toBe(201);
  });

  test('what cannot be resolved is told', async () => {
    await request('POST', `${rbac}/clusterrolebindings`, binding('broken', 'ClusterRole', 'lost', 'jim'));
    await request('POST', bindings, binding('jim', 'Role', 'role-editor', 'jim'));
    const missing = 'clusterrole.rbac.authorization.k8s.io "lost" not found';
    const create = (): Promise<string | number> =>
      messageOf(request('POST', roles, role('jims', rule('secrets', 'get')), 'jim'));
    await expect.poll(create, { timeout: 5000 }).toContain(`${secrets}; resolution errors: [${missing}]`);
    expect(await messageOf(request('GET', '/api/v1/nodes', undefined, 'jim'))).toBe(
      `nodes is forbidden: User "jim" cannot list resource "nodes" in API group "" at the cluster scope: RBAC: ${missing}`,
    );
  });
});

describe('access reviews', () => {
  const review = async (resourceAttributes: object): Promise<unknown> => {
    const body = {
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SubjectAccessReview',
      spec: { user: 'system:node:n1', groups: ['system:nodes'], resourceAttributes },
    };
    const answer = await request('POST', '/apis/authorization.k8s.io/v1/subjectaccessreviews', body);
    return (answer.json as { readonly status: unknown }).status;
  };
  const pods = { verb: 'list', resource: 'pods' };
  const in1 = { key: 'spec.nodeName', operator: 'In', values: ['n1'] };
  const refused = { allowed: false, reason: 'can only list/watch pods with spec.nodeName field selector' };

  test.each([
    { fieldSelector: { rawSelector: 'spec.nodeName=n1' }, want: { allowed: true } },
    { fieldSelector: { requirements: [in1] }, want: { allowed: true } },
    { fieldSelector: { rawSelector: 'spec.nodeName=n2' }, want: refused },
    {
      fieldSelector: { rawSelector: 'no operator' },
      want: { ...refused, evaluationError: 'spec.resourceAttributes.fieldSelector ignored due to parse error' },
    },
    {
      fieldSelector: { requirements: [in1, { key: 'x', operator: 'Exists' }] },
      want: {
        allowed: true,
        evaluationError: 'spec.resourceAttributes.fieldSelector partially ignored due to parse error',
      },
    },
    {
      labelSelector: { rawSelector: 'a in' },
      want: { ...refused, evaluationError: 'spec.resourceAttributes.labelSelector ignored due to parse error' },
    },
  ])('$fieldSelector $labelSelector: $want', async ({ want, ...selectors }) => {
    expect(await review({ ...pods, ...selectors })).toEqual(want);
  });
});
