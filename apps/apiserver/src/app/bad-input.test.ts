import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { sendRaw } from '../testing/send-raw.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';

/** What fuzzing found: each was once answered with 500. */
describe('bad input is answered as such', () => {
  let server: TestServer;
  const path = '/api/v1/namespaces/default/configmaps/fuzzed';

  beforeAll(async () => {
    server = await startTestServer();
    const body = { metadata: { name: 'fuzzed' } };
    const { status } = await sendRaw(server, 'POST', '/api/v1/namespaces/default/configmaps', { body });
    expect(status).toBe(201);
  });

  afterAll(() => server[Symbol.asyncDispose]());

  test.each<{ name: string; apiVersion: unknown }>([
    { name: 'an object', apiVersion: { a: [1] } },
    { name: 'a list', apiVersion: ['v1'] },
    { name: 'a number', apiVersion: 5 },
    { name: 'a text with too many slashes', apiVersion: 'a/b/c' },
  ])('a merge patch that makes the apiVersion $name', async ({ apiVersion }) => {
    const headers = { 'content-type': 'application/merge-patch+json' };
    const { status, text } = await sendRaw(server, 'PATCH', path, { body: { apiVersion }, headers });
    expect({ status, reason: (JSON.parse(text) as { reason: string }).reason }).toEqual({
      status: 422,
      reason: 'Invalid',
    });
  });

  test('a strategic merge patch that is nested too deeply', async () => {
    let deep: unknown = 'x';
    for (let level = 0; level < 1500; level++) deep = { a: [deep] };
    const headers = { 'content-type': 'application/strategic-merge-patch+json' };
    const { status } = await sendRaw(server, 'PATCH', path, { body: { data: { a: deep } }, headers });
    expect([400, 422]).toContain(status);
  });

  test('an unknown field whose name no header can hold as it is', async () => {
    const body = { metadata: { name: 'fuzzed' }, '\u202e𝒳\ud800': 1 };
    const { status, headers } = await sendRaw(server, 'PUT', path, { body });
    expect(status).toBe(200);
    const warning = Buffer.from(String(headers['warning']), 'latin1').toString();
    expect(warning).toBe('299 - "unknown field \\"\u202e𝒳\ufffd\\""');
  });

  test('an applied object whose apiVersion has too many slashes', async () => {
    const headers = { 'content-type': 'application/apply-patch+yaml' };
    const body = { apiVersion: 'a/b/c', kind: 'ConfigMap', metadata: { name: 'fuzzed' } };
    const { status, text } = await sendRaw(server, 'PATCH', `${path}?fieldManager=a`, { body, headers });
    expect(status).toBe(400);
    expect((JSON.parse(text) as { message: string }).message).toContain('invalid object type: /, Kind=');
  });
});
