import { afterEach, expect, test } from 'vitest';

import { type TestServer, sendRaw, startTestServer } from '../testing/index.ts';

let server: TestServer | undefined;

afterEach(async () => {
  await server?.[Symbol.asyncDispose]();
  server = undefined;
});

test('while it stops the server is not ready, serves on, and waits for watches', async () => {
  const running = await startTestServer({
    limits: { shutdownDelayDuration: 600, shutdownSendRetryAfter: true, shutdownWatchTerminationGracePeriod: 2000 },
  });
  const watch = sendRaw(running, 'GET', '/api/v1/namespaces?watch=1');
  expect((await sendRaw(running, 'GET', '/readyz')).status).toBe(200);
  const stopped = running[Symbol.asyncDispose]();
  const notReady = await sendRaw(running, 'GET', '/readyz');
  expect(notReady.status).toBe(500);
  expect(notReady.text).toContain('[-]shutdown failed: reason withheld');
  expect((await sendRaw(running, 'GET', '/livez')).status).toBe(200);
  expect((await sendRaw(running, 'GET', '/api/v1/namespaces')).status).toBe(200);
  expect((await watch).status).toBe(200);
  await stopped;
  await expect(sendRaw(running, 'GET', '/readyz')).rejects.toThrow('ECONNREFUSED');
}, 20_000);

test.each([
  { timeout: 'abc', want: 'invalid timeout specified in the request URL - time: invalid duration "abc"' },
  { timeout: '5', want: 'invalid timeout specified in the request URL - time: missing unit in duration "5"' },
])('timeout=$timeout is refused', async ({ timeout, want }) => {
  server = await startTestServer();
  const answer = await sendRaw(server, 'GET', `/api/v1/namespaces?timeout=${timeout}`);
  expect(JSON.parse(answer.text)).toMatchObject({ code: 400, reason: 'BadRequest', message: want });
});

test('browsers of allowed origins may ask, and are told to come over TLS', async () => {
  server = await startTestServer({
    limits: {
      corsAllowedOrigins: ['^https://ui\\.example$'],
      strictTransportSecurityDirectives: ['max-age=5', 'preload'],
    },
  });
  const preflight = await sendRaw(server, 'OPTIONS', '/api', { headers: { origin: 'https://ui.example' }, token: '' });
  expect(preflight.status).toBe(204);
  expect(preflight.headers['access-control-allow-origin']).toBe('https://ui.example');
  const other = await sendRaw(server, 'GET', '/version', { headers: { origin: 'https://evil.example' } });
  expect(other.headers['access-control-allow-origin']).toBeUndefined();
  expect(other.headers['strict-transport-security']).toBe('max-age=5; preload');
});
