import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { type RawAnswer, type TestServer, sendRaw, startTestServer } from '../testing/index.ts';

const policy = `
apiVersion: audit.k8s.io/v1
kind: Policy
omitStages: [RequestReceived]
rules:
- level: None
  userGroups: ["system:nodes"]
- level: RequestResponse
  omitManagedFields: true
  resources: [{group: "", resources: [configmaps]}]
- level: Metadata
  resources: [{group: "", resources: [secrets, pods]}]
- level: Metadata
  nonResourceURLs: ["/version"]
`;

interface Recorded {
  readonly stage: string;
  readonly auditID: string;
  readonly verb: string;
  readonly objectRef?: Record<string, string>;
  readonly requestObject?: { readonly data?: unknown; readonly metadata?: Record<string, unknown> };
  readonly responseObject?: { readonly metadata?: Record<string, unknown>; readonly kind?: string };
  readonly responseStatus?: Record<string, unknown>;
  readonly user: Record<string, unknown>;
  readonly impersonatedUser?: Record<string, unknown>;
  readonly annotations?: Record<string, string>;
  readonly sourceIPs?: string[];
}

let directory: string;
let server: TestServer;
let webhook: Server;
const posted: Recorded[] = [];

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'audit-'));
  webhook = createServer((request, response) => {
    void json(request).then((list) => {
      posted.push(...(list as { items: Recorded[] }).items);
      response.end();
    });
  });
  await new Promise<void>((resolve) => webhook.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${String((webhook.address() as AddressInfo).port)}/events`;
  writeFileSync(join(directory, 'policy.yaml'), policy);
  writeFileSync(
    join(directory, 'webhook.yaml'),
    `{kind: Config, apiVersion: v1, current-context: c, contexts: [{name: c, context: {cluster: k}}], clusters: [{name: k, cluster: {server: "${url}"}}]}`,
  );
  server = await startTestServer({
    auditing: {
      auditPolicyFile: join(directory, 'policy.yaml'),
      auditLogPath: join(directory, 'audit.log'),
      auditWebhookConfigFile: join(directory, 'webhook.yaml'),
      auditWebhookBatchMaxWait: 10,
    },
  });
}, 30_000);

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  webhook.close();
  rmSync(directory, { recursive: true, force: true });
});

function events(id: string): Recorded[] {
  const lines = readFileSync(join(directory, 'audit.log'), 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as Recorded).filter(({ auditID }) => auditID === id);
}

const call = (
  id: string,
  method: string,
  path: string,
  options: Parameters<typeof sendRaw>[3] = {},
): Promise<RawAnswer> => sendRaw(server, method, path, { ...options, headers: { 'audit-id': id, ...options.headers } });

const configMaps = '/api/v1/namespaces/default/configmaps';

test('a create is recorded with request, response and why it was allowed', async () => {
  const answer = await call('create-1', 'POST', configMaps, { body: { metadata: { name: 'a' }, data: { k: 'v' } } });
  expect(answer.headers['audit-id']).toBe('create-1');
  const [event, ...others] = events('create-1');
  expect(others).toEqual([]);
  expect(event).toMatchObject({
    kind: 'Event',
    apiVersion: 'audit.k8s.io/v1',
    level: 'RequestResponse',
    stage: 'ResponseComplete',
    requestURI: configMaps,
    verb: 'create',
    user: { username: 'admin', uid: 'admin' },
    sourceIPs: ['127.0.0.1'],
    objectRef: { resource: 'configmaps', namespace: 'default', name: 'a', apiVersion: 'v1' },
    responseStatus: { metadata: {}, code: 201 },
    annotations: { 'authorization.k8s.io/decision': 'allow', 'authorization.k8s.io/reason': '' },
  });
  expect(event?.requestObject).toEqual({
    kind: 'ConfigMap',
    apiVersion: 'v1',
    metadata: { name: 'a' },
    data: { k: 'v' },
  });
  expect(event?.responseObject?.metadata).toHaveProperty('uid');
  expect(event?.responseObject?.metadata).not.toHaveProperty('managedFields');
});

test('patches and refusals are recorded', async () => {
  await call('patch-1', 'PATCH', `${configMaps}/absent`, {
    body: { data: { k: '2' } },
    headers: { 'content-type': 'application/merge-patch+json' },
  });
  const [event] = events('patch-1');
  expect(event?.requestObject).toEqual({ data: { k: '2' } });
  expect(event?.responseStatus).toMatchObject({ status: 'Failure', reason: 'NotFound', code: 404 });
  expect(event?.responseObject?.kind).toBe('Status');
});

test('who acts as whom is recorded, and what is forbidden', async () => {
  await call('as-1', 'GET', '/api/v1/namespaces/default/secrets', { headers: { 'impersonate-user': 'jane' } });
  const [event] = events('as-1');
  expect(event?.user).toMatchObject({ username: 'admin' });
  expect(event?.impersonatedUser).toEqual({ username: 'jane', groups: ['system:authenticated'] });
  expect(event?.annotations?.['authorization.k8s.io/decision']).toBe('forbid');
  expect(event?.responseStatus).toMatchObject({ reason: 'Forbidden', code: 403 });
  expect(event).not.toHaveProperty('responseObject');
});

test('refused credentials are recorded without a user', async () => {
  await call('bad-1', 'GET', '/api/v1/namespaces/default/secrets', { token: 'wrong' });
  const [event] = events('bad-1');
  expect(event).toMatchObject({ stage: 'ResponseStarted', user: {}, responseStatus: { code: 401 } });
});

test('a watch is recorded when it begins and when it ends', async () => {
  await call('watch-1', 'GET', `/api/v1/pods?watch=1&timeoutSeconds=1`);
  expect(events('watch-1').map(({ stage }) => stage)).toEqual(['ResponseStarted', 'ResponseComplete']);
});

test('what no rule matches is not recorded', async () => {
  await call('none-1', 'GET', '/api/v1/namespaces');
  await call('path-1', 'GET', '/version');
  expect(events('none-1')).toEqual([]);
  expect(events('path-1')).toMatchObject([{ verb: 'get' }]);
  expect(events('path-1')[0]).not.toHaveProperty('objectRef');
});

test('the webhook gets the same events', async () => {
  await expect.poll(() => posted.find(({ auditID }) => auditID === 'create-1')?.verb).toBe('create');
});

test('counters tell how many events there were', async () => {
  const { text } = await sendRaw(server, 'GET', '/metrics');
  expect(text).toMatch(/^apiserver_audit_event_total [1-9]/m);
  expect(text).toMatch(/^apiserver_audit_level_total\{level="RequestResponse"\} [1-9]/m);
});
