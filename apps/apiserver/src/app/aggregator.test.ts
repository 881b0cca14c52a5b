import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import type { APIService } from '@kubescript/api/apiregistration/v1';
import type { TransportRequest } from '@kubescript/client';
import { issueCertificate, newCertificateAuthority } from '@kubescript/component-base';
import { type TestSampleApiserver, startTestSampleApiserver } from '@kubescript/sample-apiserver/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type TestServer, startTestServer } from '../testing/index.ts';

const run = promisify(execFile);
const kubectl = ['/usr/local/bin/kubectl', '/usr/bin/kubectl'].find((path) => existsSync(path));
const apiServicePath = '/apis/apiregistration.k8s.io/v1/apiservices';
const flundersPath = '/apis/wardle.example.com/v1alpha1/namespaces/default/flunders';
const aggregated = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';

let directory: string;
let server: TestServer;
let sample: TestSampleApiserver;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'aggregator-test-'));
  const proxyAuthority = await newCertificateAuthority('front-proxy-ca');
  const proxyClient = await issueCertificate(proxyAuthority, { commonName: 'front-proxy-client', usages: ['client'] });
  const servingAuthority = await newCertificateAuthority('wardle-ca');
  const serving = await issueCertificate(servingAuthority, {
    commonName: 'wardle',
    hosts: ['api.wardle.svc'],
    usages: ['server'],
  });
  server = await startTestServer({
    requestHeader: {
      requestheaderClientCaFile: await write('proxy-ca.crt', proxyAuthority.cert),
      requestheaderAllowedNames: ['front-proxy-client'],
      requestheaderUsernameHeaders: ['X-Remote-User'],
      requestheaderUidHeaders: ['X-Remote-Uid'],
      requestheaderGroupHeaders: ['X-Remote-Group'],
      requestheaderExtraHeadersPrefix: ['X-Remote-Extra-'],
    },
    cluster: {
      proxyClientCertFile: await write('proxy.crt', proxyClient.cert),
      proxyClientKeyFile: await write('proxy.key', proxyClient.key),
    },
  });
  sample = await startTestSampleApiserver({ transport: server.admin, serving });
  await post('/api/v1/namespaces', { metadata: { name: 'wardle' } });
  await post('/api/v1/namespaces/wardle/services', {
    metadata: { name: 'api' },
    spec: { type: 'ExternalName', externalName: 'localhost' },
  });
  await post(apiServicePath, {
    metadata: { name: 'v1alpha1.wardle.example.com' },
    spec: {
      group: 'wardle.example.com',
      version: 'v1alpha1',
      groupPriorityMinimum: 1000,
      versionPriority: 15,
      caBundle: Buffer.from(servingAuthority.cert).toString('base64'),
      service: { namespace: 'wardle', name: 'api', port: sample.port },
    },
  });
}, 30_000);

afterAll(async () => {
  await sample[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
  await rm(directory, { recursive: true });
});

async function write(name: string, text: string): Promise<string> {
  await writeFile(join(directory, name), text);
  return join(directory, name);
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

async function send(
  method: TransportRequest['method'],
  path: string,
  request: Partial<TransportRequest> = {},
): Promise<Answer> {
  const response = await server.admin.request({ method, path, ...request });
  const text = await response.text();
  return { status: response.status, body: text.startsWith('{') ? (JSON.parse(text) as unknown) : text };
}

async function post(path: string, body: unknown): Promise<void> {
  expect(await send('POST', path, { body })).toMatchObject({ status: 201 });
}

async function availability(): Promise<string> {
  const { body } = await send('GET', `${apiServicePath}/v1alpha1.wardle.example.com`);
  const condition = (body as APIService).status.conditions?.find(({ type }) => type === 'Available');
  return `${condition?.status ?? ''} ${condition?.reason ?? ''}`;
}

interface Discovered {
  readonly metadata: { readonly name?: string };
  readonly versions: readonly {
    readonly freshness: string;
    readonly resources?: readonly { readonly resource: string }[];
  }[];
}

async function discovered(): Promise<Discovered | undefined> {
  const { body } = await send('GET', '/apis', { headers: { accept: aggregated } });
  return (body as { items: Discovered[] }).items.find(({ metadata }) => metadata.name === 'wardle.example.com');
}

function callKubectl(...args: string[]): Promise<{ readonly stdout: string; readonly stderr: string }> {
  const flags = [
    '--server',
    server.url,
    '--token',
    server.token,
    '--insecure-skip-tls-verify',
    '--cache-dir',
    directory,
  ];
  return run(kubectl ?? '', [...flags, ...args], {
    env: { PATH: process.env['PATH'], HOME: directory, KUBECONFIG: '/dev/null' },
  });
}

describe('an extension server that is available', () => {
  test('is found to be so', async () => {
    await expect.poll(availability, { timeout: 10_000 }).toBe('True Passed');
  });

  test('what it serves can be created, listed and deleted', async () => {
    const body = { metadata: { name: 'one' }, spec: { flunderReference: 'two' } };
    const created = await send('POST', flundersPath, { body });
    expect(created).toMatchObject({ status: 201, body: { kind: 'Flunder', spec: { referenceType: 'Flunder' } } });
    expect(await send('GET', flundersPath)).toMatchObject({ body: { items: [{ metadata: { name: 'one' } }] } });
    expect(await send('DELETE', `${flundersPath}/one`)).toMatchObject({ status: 200 });
  });

  test('its errors come through as they are', async () => {
    const body = { metadata: { name: 'bad' }, spec: { flunderReference: 'a', fischerReference: 'b' } };
    expect(await send('POST', flundersPath, { body })).toMatchObject({
      status: 422,
      body: { reason: 'Invalid', details: { kind: 'Flunder', group: 'wardle.example.com' } },
    });
  });

  test('it knows who asks, and asks whether they may', async () => {
    const alice = { 'impersonate-user': 'alice' };
    const message =
      'flunders.wardle.example.com is forbidden: User "alice" cannot list resource "flunders" in API group "wardle.example.com" in the namespace "default"';
    expect(await send('GET', flundersPath, { headers: alice })).toMatchObject({ status: 403, body: { message } });
    await post('/apis/rbac.authorization.k8s.io/v1/clusterroles', {
      metadata: { name: 'flunders' },
      rules: [{ apiGroups: ['wardle.example.com'], resources: ['flunders'], verbs: ['list', 'get'] }],
    });
    await post('/apis/rbac.authorization.k8s.io/v1/clusterrolebindings', {
      metadata: { name: 'bob-flunders' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'flunders' },
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'bob' }],
    });
    const list = async (): Promise<number> =>
      (await send('GET', flundersPath, { headers: { 'impersonate-user': 'bob' } })).status;
    await expect.poll(list).toBe(200);
  });

  test('a client cannot say itself who it is', async () => {
    const headers = { 'impersonate-user': 'mallory', 'x-remote-user': 'admin', 'x-remote-group': 'system:masters' };
    expect(await send('GET', flundersPath, { headers })).toMatchObject({ status: 403 });
  });

  test('a watch delivers events as they happen', async () => {
    const stop = new AbortController();
    const path = `${flundersPath}?watch=true`;
    const watch = await server.admin.request({ method: 'GET', path, signal: stop.signal });
    await post(flundersPath, { metadata: { name: 'seen' } });
    for await (const chunk of watch.bytes()) {
      expect(JSON.parse(Buffer.from(chunk).toString())).toMatchObject({
        type: 'ADDED',
        object: { metadata: { name: 'seen' } },
      });
      break;
    }
    stop.abort();
    await send('DELETE', `${flundersPath}/seen`);
  });

  test('it is part of discovery and of OpenAPI', async () => {
    await expect.poll(async () => (await discovered())?.versions[0]?.freshness).toBe('Current');
    expect((await discovered())?.versions[0]?.resources?.map(({ resource }) => resource)).toEqual([
      'fischers',
      'flunders',
    ]);
    expect(await send('GET', '/apis/wardle.example.com')).toMatchObject({
      body: { kind: 'APIGroup', preferredVersion: { version: 'v1alpha1' } },
    });
    expect(await send('GET', '/apis/wardle.example.com/v1alpha1')).toMatchObject({ body: { kind: 'APIResourceList' } });
    const v3 = async (): Promise<unknown> => (await send('GET', '/openapi/v3')).body;
    await expect.poll(v3).toHaveProperty(['paths', 'apis/wardle.example.com/v1alpha1']);
    const document = await send('GET', '/openapi/v3/apis/wardle.example.com/v1alpha1');
    expect(document.body).toHaveProperty(['components', 'schemas', 'com.example.wardle.v1alpha1.Flunder']);
    const { body: swagger } = await send('GET', '/openapi/v2');
    expect(swagger).toHaveProperty(['definitions', 'com.example.wardle.v1alpha1.Flunder']);
    expect(swagger).toHaveProperty(['paths', '/api/v1/namespaces/{namespace}/pods']);
  });

  test.skipIf(kubectl === undefined)('kubectl finds and uses it', { timeout: 20_000 }, async () => {
    expect((await callKubectl('api-resources', '--api-group', 'wardle.example.com')).stdout).toContain('Flunder');
    const file = await write(
      'flunder.json',
      JSON.stringify({ apiVersion: 'wardle.example.com/v1alpha1', kind: 'Flunder', metadata: { name: 'by-kubectl' } }),
    );
    expect((await callKubectl('create', '-f', file)).stdout).toContain('flunder.wardle.example.com/by-kubectl created');
    expect((await callKubectl('get', 'flunders')).stdout).toMatch(/NAME +CREATED AT\nby-kubectl/);
    expect((await callKubectl('get', 'apiservices', 'v1alpha1.wardle.example.com')).stdout).toMatch(
      /wardle\/api +True/,
    );
  });
});

describe('an extension server that stopped', () => {
  test('is unavailable and stale, and nothing else is hurt', { timeout: 20_000 }, async () => {
    await sample[Symbol.asyncDispose]();
    const annotated = { metadata: { annotations: { checked: 'now' } } };
    await send('PATCH', `${apiServicePath}/v1alpha1.wardle.example.com`, {
      body: annotated,
      headers: { 'content-type': 'application/merge-patch+json' },
    });
    await expect.poll(availability, { timeout: 10_000 }).toBe('False FailedDiscoveryCheck');
    expect(await send('GET', flundersPath)).toEqual({ status: 503, body: 'service unavailable\n' });
    await expect.poll(async () => (await discovered())?.versions[0]?.freshness).toBe('Stale');
    expect((await discovered())?.versions[0]?.resources).toHaveLength(2);
    expect(await send('GET', '/apis/wardle.example.com')).toMatchObject({ status: 200 });
    expect(await send('GET', '/api/v1/namespaces/default')).toMatchObject({ status: 200 });
    expect(await send('GET', '/readyz')).toEqual({ status: 200, body: 'ok' });
  });

  test('leaves discovery together with its APIService', async () => {
    expect(await send('DELETE', `${apiServicePath}/v1alpha1.wardle.example.com`)).toMatchObject({ status: 200 });
    await expect.poll(discovered).toBeUndefined();
    expect(await send('GET', flundersPath)).toEqual({ status: 404, body: '404 page not found\n' });
  });
});

describe('APIServices of what this process serves', () => {
  test('are there, and come back when the server starts, not before', async () => {
    const { body } = await send('GET', `${apiServicePath}/v1.apps`);
    expect(body).toMatchObject({
      metadata: { labels: { 'kube-aggregator.kubernetes.io/automanaged': 'onstart' } },
      spec: { group: 'apps', version: 'v1', groupPriorityMinimum: 17800, versionPriority: 15 },
      status: { conditions: [{ type: 'Available', status: 'True', reason: 'Local' }] },
    });
    await send('DELETE', `${apiServicePath}/v1.apps`);
    const groups = async (): Promise<string[]> =>
      ((await send('GET', '/apis')).body as { groups: { name: string }[] }).groups.map(({ name }) => name);
    await expect.poll(groups).not.toContain('apps');
    expect(await send('GET', '/apis/apps/v1/deployments')).toMatchObject({ status: 200 });
  });
});

describe('custom resources', () => {
  const definition = {
    metadata: { name: 'gadgets.shop.example.com' },
    spec: {
      group: 'shop.example.com',
      names: { plural: 'gadgets', singular: 'gadget', kind: 'Gadget', listKind: 'GadgetList' },
      scope: 'Namespaced',
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
        },
      ],
    },
  };
  const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  const groups = async (): Promise<string[]> =>
    ((await send('GET', '/apis')).body as { groups: { name: string }[] }).groups.map(({ name }) => name);

  test('come and go with their APIService', { timeout: 20_000 }, async () => {
    await post(definitions, definition);
    await expect.poll(groups).toContain('shop.example.com');
    expect(await send('GET', `${apiServicePath}/v1.shop.example.com`)).toMatchObject({
      body: {
        metadata: { labels: { 'kube-aggregator.kubernetes.io/automanaged': 'true' } },
        spec: { groupPriorityMinimum: 1000, versionPriority: 100 },
        status: { conditions: [{ status: 'True', reason: 'Local' }] },
      },
    });
    await post('/apis/shop.example.com/v1/namespaces/default/gadgets', {
      apiVersion: 'shop.example.com/v1',
      kind: 'Gadget',
      metadata: { name: 'g' },
    });
    await send('DELETE', `${apiServicePath}/v1.shop.example.com`);
    const service = async (): Promise<number> => (await send('GET', `${apiServicePath}/v1.shop.example.com`)).status;
    await expect.poll(service).toBe(200);
    await send('DELETE', `${definitions}/gadgets.shop.example.com`);
    await expect.poll(groups).not.toContain('shop.example.com');
    await expect.poll(service).toBe(404);
  });
});
