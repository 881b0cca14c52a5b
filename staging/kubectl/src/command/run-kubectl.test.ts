import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { runKubectl } from './run-kubectl.ts';

const verbs = ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'];
const core = {
  kind: 'APIResourceList',
  groupVersion: 'v1',
  resources: [
    { name: 'configmaps', singularName: 'configmap', namespaced: true, kind: 'ConfigMap', verbs, shortNames: ['cm'] },
    { name: 'namespaces', singularName: 'namespace', namespaced: false, kind: 'Namespace', verbs, shortNames: ['ns'] },
  ],
};
const table = {
  kind: 'Table',
  metadata: {},
  columnDefinitions: [{ name: 'Name' }, { name: 'Data' }],
  rows: [{ cells: ['web', 2] }],
};
const notFound = {
  kind: 'Status',
  status: 'Failure',
  code: 404,
  reason: 'NotFound',
  message: 'configmaps "nope" not found',
};

const answers: Readonly<Record<string, readonly [number, unknown]>> = {
  'GET /api': [200, { kind: 'APIVersions', versions: ['v1'] }],
  'GET /apis': [200, { kind: 'APIGroupList', groups: [] }],
  'GET /api/v1': [200, core],
  'GET /api/v1/namespaces/default/configmaps': [200, table],
  'GET /api/v1/namespaces/empty/configmaps': [200, { ...table, rows: [] }],
  'GET /api/v1/namespaces/default/configmaps/nope': [404, notFound],
  'POST /api/v1/namespaces': [201, { kind: 'Namespace', apiVersion: 'v1', metadata: { name: 'shop' } }],
};

const manifest = fileURLToPath(new URL('testdata/configmap.yaml', import.meta.url));

let server: Server;
let address: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    const [code, body] = answers[`${request.method ?? ''} ${path}`] ?? [500, { message: `unexpected ${path}` }];
    request.resume();
    response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function kubectl(
  ...argv: string[]
): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  const streams = { in: Readable.from([]), out: new PassThrough(), err: new PassThrough() };
  const env = { KUBECONFIG: '/nonexistent/kubeconfig' };
  const code = await runKubectl([...argv, '--server', address], { streams, env, signal: new AbortController().signal });
  const text = (stream: PassThrough): string => String(stream.read() ?? '');
  return { code, out: text(streams.out), err: text(streams.err) };
}

describe('kubectl', () => {
  test.each([
    [['get', 'cm'], 0, 'NAME   DATA\nweb    2\n', ''],
    [['get', 'configmap/nope'], 1, '', 'Error from server (NotFound): configmaps "nope" not found\n'],
    [['get', 'cm', '-n', 'empty'], 0, '', 'No resources found in empty namespace.\n'],
    [['get', 'widgets'], 1, '', 'error: the server doesn\'t have a resource type "widgets"\n'],
    [['create', 'ns', 'shop'], 0, 'namespace/shop created\n', ''],
    [
      ['create', 'cm', 'c', '--from-literal=a=1', '--dry-run=client', '-o', 'yaml'],
      0,
      'apiVersion: v1\ndata:\n  a: "1"\nkind: ConfigMap\nmetadata:\n  name: c\n',
      '',
    ],
    [['apply', '-l', 'app=other', '-f', manifest], 1, '', 'error: no objects passed to apply\n'],
    [['create', '-l', 'app=web', '-f', manifest, '--dry-run=client'], 0, 'configmap/c created (dry run)\n', ''],
    [
      ['create', 'cm', 'c', '--dry-run=client', '-o', 'jsonpath={.data.a}', '--allow-missing-template-keys=false'],
      1,
      '',
      expect.stringContaining('data is not found'),
    ],
    [
      ['exec', 'p', '--pod-running-timeout=0s', '--', 'date'],
      1,
      '',
      'error: --pod-running-timeout must be higher than zero\n',
    ],
    [['get', '--nope'], 1, '', "error: unknown flag: --nope\nSee 'kubectl get --help' for usage.\n"],
    [['frobnicate'], 1, '', 'error: unknown command "frobnicate" for "kubectl"\n'],
    [['api-versions'], 0, 'v1\n', ''],
  ])('%j', async (argv, code, out, err) => {
    expect(await kubectl(...argv)).toEqual({ code, out, err });
  });
});
