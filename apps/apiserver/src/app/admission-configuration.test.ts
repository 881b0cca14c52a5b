import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestServer, startTestServer } from '../testing/index.ts';

let server: TestServer;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'kubescript-admission-'));
  const file = join(directory, 'admission.yaml');
  await writeFile(
    join(directory, 'events.yaml'),
    `apiVersion: eventratelimit.admission.k8s.io/v1alpha1
kind: Configuration
limits: [{ type: Server, qps: 1, burst: 1 }]
`,
  );
  await writeFile(
    file,
    `apiVersion: apiserver.config.k8s.io/v1
kind: AdmissionConfiguration
plugins:
  - name: EventRateLimit
    path: events.yaml
  - name: PodSecurity
    configuration:
      apiVersion: pod-security.admission.config.k8s.io/v1
      kind: PodSecurityConfiguration
      defaults: { enforce: baseline, enforce-version: v1.30 }
      exemptions: { namespaces: [kube-system] }
`,
  );
  server = await startTestServer({
    admission: { admissionControlConfigFile: file, enableAdmissionPlugins: ['EventRateLimit'] },
  });
}, 60_000);

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await rm(directory, { recursive: true });
});

async function post(path: string, body: unknown): Promise<{ readonly code: number; readonly message: string }> {
  const response = await server.admin.request({ method: 'POST', path, body });
  const { message = '' } = (await response.json()) as { readonly message?: string };
  return { code: response.status, message };
}

const pod = { metadata: { name: 'p' }, spec: { hostPID: true, containers: [{ name: 'c', image: 'i' }] } };

test('PodSecurity enforces the defaults of the configuration, but in exempt namespaces', async () => {
  for (const namespace of ['default', 'kube-system']) {
    await post(`/api/v1/namespaces/${namespace}/serviceaccounts`, { metadata: { name: 'default' } });
  }
  expect(await post('/api/v1/namespaces/default/pods?dryRun=All', pod)).toEqual({
    code: 403,
    message: 'pods "p" is forbidden: violates PodSecurity "baseline:v1.30": host namespaces (hostPID=true)',
  });
  expect(await post('/api/v1/namespaces/kube-system/pods?dryRun=All', pod)).toMatchObject({ code: 201 });
});

test('a stricter level of a namespace tells of the pods that violate it', async () => {
  const labels = { 'pod-security.kubernetes.io/enforce': 'privileged' };
  await post('/api/v1/namespaces', { metadata: { name: 'lax', labels } });
  await post('/api/v1/namespaces/lax/serviceaccounts', { metadata: { name: 'default' } });
  expect(await post('/api/v1/namespaces/lax/pods', pod)).toMatchObject({ code: 201 });
  const response = await server.admin.request({
    method: 'PATCH',
    path: '/api/v1/namespaces/lax',
    headers: { 'content-type': 'application/merge-patch+json' },
    body: { metadata: { labels: { 'pod-security.kubernetes.io/enforce': 'restricted' } } },
  });
  expect(response.status).toBe(200);
  expect(response.headers['warning']).toContain(
    'existing pods in namespace \\"lax\\" violate the new PodSecurity enforce level \\"restricted:v1.30\\"',
  );
});

test('EventRateLimit reads the file that the configuration names', async () => {
  const event = (name: string): unknown => ({
    metadata: { name, namespace: 'default' },
    involvedObject: { namespace: 'default' },
  });
  const answers = [await post('/api/v1/namespaces/default/events', event('a'))];
  answers.push(await post('/api/v1/namespaces/default/events', event('b')));
  expect(answers.map(({ code }) => code)).toEqual([201, 429]);
  expect(answers[1]?.message).toContain('limit reached on type Server for key');
});
