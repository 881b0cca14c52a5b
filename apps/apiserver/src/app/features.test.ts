import { afterAll, beforeAll, expect, test } from 'vitest';

import { type RawAnswer, type TestServer, sendRaw, startTestServer } from '../testing/index.ts';

let server: TestServer;

beforeAll(async () => {
  const featureGates = { WatchList: 'false', ConstrainedImpersonation: 'false', APIServerIdentity: 'false' };
  server = await startTestServer({ features: { featureGates } });
}, 30_000);

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

const get = (path: string, headers: Record<string, string> = {}): Promise<RawAnswer> =>
  sendRaw(server, 'GET', path, { headers });

test.each(['/api/v1/configmaps', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'])(
  'without WatchList a watch of %s does not begin with the state',
  async (path) => {
    const query = 'watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true';
    const { status, text } = await get(`${path}?${query}`);
    expect(status).toBe(422);
    expect(text).toContain('sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled');
  },
);

test('without APIServerIdentity there is no lease of the server', async () => {
  const { text } = await get('/apis/coordination.k8s.io/v1/namespaces/kube-system/leases');
  expect((JSON.parse(text) as { items: unknown[] }).items).toEqual([]);
  expect((await get('/readyz?verbose')).text).not.toContain('identity-lease');
});

test('the metrics show which features are off', async () => {
  const { text } = await get('/metrics');
  expect(text).toContain('kubernetes_feature_enabled{name="WatchList",stage="BETA"} 0\n');
  expect(text).toContain('kubernetes_feature_enabled{name="APIResponseCompression",stage="BETA"} 1\n');
});
