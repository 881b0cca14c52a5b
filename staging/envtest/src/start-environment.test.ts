import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { ClientSet, corev1, parseYaml } from '@kubescript/client';

import { startEnvironment } from './start-environment.ts';
import type { Environment, EnvironmentTransport } from './types.ts';

const configMap = (name: string, metadata: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, ...metadata },
});

async function statusOf(
  transport: EnvironmentTransport,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
): Promise<number> {
  const response = await transport.request({ method, path, ...(body === undefined ? {} : { body }) });
  await response.text();
  return response.status;
}

/** A request over the environment's port, which trusts its authority only. */
function overPort({ url = '', certificateAuthority = '' }: Environment, path: string, token: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url + path,
      { ca: certificateAuthority, headers: { authorization: `Bearer ${token}` }, agent: false },
      (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      },
    );
    outgoing.on('error', reject);
    outgoing.end();
  });
}

const configMaps = '/api/v1/namespaces/default/configmaps';

test('serves what a new cluster has, without a port', async () => {
  await using environment = await startEnvironment({ port: false });
  expect(environment.url).toBeUndefined();
  expect(() => environment.kubeconfig).toThrow('has no port');
  expect(await statusOf(environment.transport, 'GET', '/readyz')).toBe(200);
  expect(await statusOf(environment.transport, 'POST', configMaps, configMap('a'))).toBe(201);
  expect(await statusOf(environment.transport, 'GET', '/api/v1/namespaces/kube-system')).toBe(200);
});

test('its transport is one of @kubescript/client', async () => {
  await using environment = await startEnvironment({ port: false });
  const client = new ClientSet(environment.transport);
  const pods = client.resource(corev1.pods, 'default');
  await pods.create({ metadata: { name: 'web' }, spec: { containers: [{ name: 'web', image: 'web' }] } });
  expect((await pods.list()).items.map(({ metadata }) => metadata?.name)).toEqual(['web']);
});

test('a kubeconfig leads to its port', async () => {
  await using environment = await startEnvironment();
  const config = parseYaml(environment.kubeconfig) as {
    readonly clusters: readonly { readonly cluster: { readonly server: string } }[];
    readonly users: readonly { readonly user: { readonly token: string } }[];
  };
  expect(config.clusters[0]?.cluster.server).toBe(environment.url);
  const token = config.users[0]?.user.token ?? '';
  expect(await overPort(environment, '/api/v1/namespaces/default', token)).toBe(200);
  expect(await overPort(environment, '/api/v1/namespaces/default', 'wrong')).toBe(401);
});

test('users may do what RBAC allows', async () => {
  await using environment = await startEnvironment();
  const jane = environment.addUser({ name: 'jane', groups: ['readers'] });
  expect(await statusOf(jane.transport, 'GET', configMaps)).toBe(403);
  const binding = {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'RoleBinding',
    metadata: { name: 'readers' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'system:aggregate-to-view' },
    subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name: 'readers' }],
  };
  const bindings = '/apis/rbac.authorization.k8s.io/v1/namespaces/default/rolebindings';
  expect(await statusOf(environment.transport, 'POST', bindings, binding)).toBe(201);
  await expect.poll(() => statusOf(jane.transport, 'GET', configMaps)).toBe(200);
  expect(await overPort(environment, configMaps, jane.token)).toBe(200);
  expect(jane.kubeconfig).toContain(jane.token);
});

test('environments know nothing of each other', async () => {
  await using first = await startEnvironment();
  await using second = await startEnvironment();
  expect(first.url).not.toBe(second.url);
  expect(await statusOf(first.transport, 'POST', configMaps, configMap('a'))).toBe(201);
  expect(await statusOf(second.transport, 'GET', `${configMaps}/a`)).toBe(404);
  const { token } = first.addUser({ name: 'jane', groups: ['system:masters'] });
  expect(await overPort(first, configMaps, token)).toBe(200);
  expect(await overPort(second, configMaps, token)).toBe(401);
});

test('a later environment starts as empty as the first', async () => {
  {
    await using used = await startEnvironment({ port: false });
    await statusOf(used.transport, 'POST', configMaps, configMap('left-over'));
    await statusOf(used.transport, 'DELETE', '/apis/rbac.authorization.k8s.io/v1/clusterroles/view');
  }
  await using next = await startEnvironment({ port: false });
  expect(await statusOf(next.transport, 'GET', `${configMaps}/left-over`)).toBe(404);
  expect(await statusOf(next.transport, 'GET', '/apis/rbac.authorization.k8s.io/v1/clusterroles/view')).toBe(200);
});

describe('custom resource definitions', () => {
  const file = join(import.meta.dirname, '../testdata/widgets.yaml');
  const widgets = '/apis/envtest.example.com/v1/namespaces/default/widgets';
  const widget = { apiVersion: 'envtest.example.com/v1', kind: 'Widget', metadata: { name: 'w' }, spec: { size: 1 } };

  test.each([
    { name: 'a file', source: file },
    { name: 'a directory', source: join(import.meta.dirname, '../testdata') },
    { name: 'a URL', source: new URL('../testdata/widgets.yaml', import.meta.url) },
  ])('of $name are served at once', async ({ source }) => {
    await using environment = await startEnvironment({ port: false, crds: [source] });
    expect(await statusOf(environment.transport, 'POST', widgets, widget)).toBe(201);
    const invalid = { ...widget, metadata: { name: 'x' }, spec: { size: 0 } };
    expect(await statusOf(environment.transport, 'POST', widgets, invalid)).toBe(422);
  });

  test('may come later, as objects', async () => {
    await using environment = await startEnvironment({ port: false });
    const names = { plural: 'gears', singular: 'gear', kind: 'Gear', listKind: 'GearList' };
    const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
    const crd = {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'gears.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Cluster',
        names,
        versions: [{ name: 'v1', served: true, storage: true, schema }],
      },
    };
    expect(await environment.installCrds([crd])).toEqual(['gears.example.com']);
    expect(await statusOf(environment.transport, 'GET', '/apis/example.com/v1/gears')).toBe(200);
    await expect(environment.installCrds([crd])).rejects.toThrow('already exists');
  });

  test('that are none are refused', async () => {
    const none = join(import.meta.dirname, '../package.json');
    await expect(startEnvironment({ port: false, crds: [none] })).rejects.toThrow('no CustomResourceDefinition found');
  });
});

describe('controllers', () => {
  test('are not there unless asked for: a namespace stays', async () => {
    await using environment = await startEnvironment({ port: false });
    const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'team' } };
    await statusOf(environment.transport, 'POST', '/api/v1/namespaces', namespace);
    expect(await statusOf(environment.transport, 'DELETE', '/api/v1/namespaces/team')).toBe(200);
    expect(await statusOf(environment.transport, 'GET', '/api/v1/namespaces/team')).toBe(200);
  });

  test('empty and remove namespaces, and collect dependents', async () => {
    const crds = [join(import.meta.dirname, '../testdata/widgets.yaml')];
    await using environment = await startEnvironment({ port: false, controllers: true, crds });
    const { transport } = environment;
    const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'team' } };
    await statusOf(transport, 'POST', '/api/v1/namespaces', namespace);
    await statusOf(transport, 'POST', '/api/v1/namespaces/team/configmaps', configMap('a'));
    const widgets = '/apis/envtest.example.com/v1/namespaces/default/widgets';
    const widget = { apiVersion: 'envtest.example.com/v1', kind: 'Widget', metadata: { name: 'w' } };
    const created = await transport.request({ method: 'POST', path: widgets, body: widget });
    const { metadata } = (await created.json()) as { readonly metadata: { readonly uid: string } };
    const owner = { apiVersion: widget.apiVersion, kind: widget.kind, name: 'w', uid: metadata.uid };
    await statusOf(transport, 'POST', configMaps, configMap('owned', { ownerReferences: [owner] }));

    await statusOf(transport, 'DELETE', '/api/v1/namespaces/team');
    await statusOf(transport, 'DELETE', `${widgets}/w`);
    const timeout = { timeout: 10_000 };
    await expect.poll(() => statusOf(transport, 'GET', '/api/v1/namespaces/team'), timeout).toBe(404);
    await expect.poll(() => statusOf(transport, 'GET', `${configMaps}/owned`), timeout).toBe(404);
  });

  test('are known by name', async () => {
    await expect(startEnvironment({ port: false, controllers: ['no-such-controller'] })).rejects.toThrow(
      'no-such-controller is not one of',
    );
  });
});

test('a directory keeps what was in it', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'envtest-'));
  try {
    {
      await using first = await startEnvironment({ port: false, store: { directory } });
      await statusOf(first.transport, 'POST', configMaps, configMap('kept'));
    }
    await using second = await startEnvironment({ port: false, store: { directory } });
    expect(await statusOf(second.transport, 'GET', `${configMaps}/kept`)).toBe(200);
  } finally {
    await rm(directory, { recursive: true });
  }
});

describe('flags', () => {
  test('are those of kube-apiserver', async () => {
    await using environment = await startEnvironment({
      port: false,
      flags: { 'service-cluster-ip-range': '10.9.0.0/24' },
    });
    const response = await environment.transport.request({
      method: 'GET',
      path: '/api/v1/namespaces/default/services/kubernetes',
    });
    expect(await response.json()).toMatchObject({ spec: { clusterIP: '10.9.0.1' } });
  });

  test.each([
    { flags: { 'no-such-flag': 'x' }, message: 'no-such-flag' },
    { flags: { 'service-cluster-ip-range': 'wrong' }, message: 'wrong is no CIDR' },
    { flags: { 'etcd-servers': 'http://127.0.0.1:2379' }, message: '--etcd-servers is not for flags' },
  ])('that are wrong say so: $message', async ({ flags, message }) => {
    await expect(startEnvironment({ port: false, flags })).rejects.toThrow(message);
  });
});

test('a port that is taken is told, and nothing is left open', async () => {
  await using environment = await startEnvironment();
  const port = Number(new URL(environment.url ?? '').port);
  await expect(startEnvironment({ port })).rejects.toThrow('is in use');
});
