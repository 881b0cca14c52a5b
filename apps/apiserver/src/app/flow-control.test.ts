import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestServer, sendRaw, startTestServer } from '../testing/index.ts';

let server: TestServer;
const group = '/apis/flowcontrol.apiserver.k8s.io/v1';

beforeAll(async () => {
  server = await startTestServer();
}, 30_000);

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

interface Schema {
  readonly metadata: { readonly name: string; readonly uid: string };
  readonly status: {
    readonly conditions?: readonly {
      readonly type: string;
      readonly status: string;
      readonly reason: string;
      readonly message: string;
    }[];
  };
}

/** The machine may be busy. */
const patience = { timeout: 8000 };

const read = async (path: string): Promise<Schema> => JSON.parse((await sendRaw(server, 'GET', path)).text) as Schema;

test('answers tell by UID which schema and level a request was matched with', async () => {
  const [schema, level] = await Promise.all([
    read(`${group}/flowschemas/exempt`),
    read(`${group}/prioritylevelconfigurations/exempt`),
  ]);
  await expect
    .poll(
      async () => (await sendRaw(server, 'GET', '/api/v1/namespaces')).headers['x-kubernetes-pf-flowschema-uid'],
      patience,
    )
    .toBe(schema.metadata.uid);
  const refused = await sendRaw(server, 'GET', '/api/v1/namespaces/none');
  expect(refused.status).toBe(404);
  expect(refused.headers['x-kubernetes-pf-prioritylevel-uid']).toBe(level.metadata.uid);
});

test('a schema says whether its level exists, and requests that match it are counted', async () => {
  const schema = {
    metadata: { name: 'jane' },
    spec: {
      priorityLevelConfiguration: { name: 'own' },
      matchingPrecedence: 50,
      rules: [
        {
          subjects: [{ kind: 'User', user: { name: 'jane' } }],
          nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
        },
      ],
    },
  };
  expect((await sendRaw(server, 'POST', `${group}/flowschemas`, { body: schema })).status).toBe(201);
  const dangling = async (): Promise<unknown> => (await read(`${group}/flowschemas/jane`)).status.conditions?.[0];
  await expect.poll(dangling, patience).toMatchObject({
    type: 'Dangling',
    status: 'True',
    reason: 'NotFound',
    message: 'This FlowSchema references the PriorityLevelConfiguration object named "own" but there is no such object',
  });
  const level = {
    metadata: { name: 'own' },
    spec: { type: 'Limited', limited: { nominalConcurrencyShares: 10, limitResponse: { type: 'Reject' } } },
  };
  expect((await sendRaw(server, 'POST', `${group}/prioritylevelconfigurations`, { body: level })).status).toBe(201);
  await expect.poll(dangling, patience).toMatchObject({ status: 'False', reason: 'Found' });
  await sendRaw(server, 'GET', '/version', { headers: { 'impersonate-user': 'jane' } });
  const { text } = await sendRaw(server, 'GET', '/metrics');
  expect(text).toContain('apiserver_flowcontrol_dispatched_requests_total{flow_schema="jane",priority_level="own"} 1');
  expect(text).toMatch(/^apiserver_flowcontrol_nominal_limit_seats\{priority_level="own"\} \d+$/m);
});

test('what goes on can be looked at', async () => {
  const { text } = await sendRaw(server, 'GET', '/debug/api_priority_and_fairness/dump_priority_levels');
  expect(text).toMatch(/^workload-low, +\d+, +true, +false, /m);
});

test('without it limits in flight hold, and answers say nothing of schemas', async () => {
  await using limited = await startTestServer({ features: { enablePriorityAndFairness: false } });
  const answer = await sendRaw(limited, 'GET', '/api/v1/namespaces');
  expect(answer.status).toBe(200);
  expect(answer.headers).not.toHaveProperty('x-kubernetes-pf-flowschema-uid');
});
