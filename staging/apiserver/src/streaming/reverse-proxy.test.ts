import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, expect, test } from 'vitest';

import type { ServerRequest } from '../server/http.ts';
import { dialErrorText } from './dial-error.ts';
import { proxyRequest } from './reverse-proxy.ts';

let backend: Server | undefined;

afterEach(() => {
  backend?.close();
  backend?.closeAllConnections();
});

async function listen(serve: (request: IncomingMessage) => Promise<string>): Promise<number> {
  backend = createServer((request, response) => {
    void serve(request).then((text) => response.end(text));
  });
  await new Promise<void>((resolve) => backend?.listen(0, '127.0.0.1', resolve));
  return (backend.address() as AddressInfo).port;
}

function request(fields: Partial<ServerRequest>): ServerRequest {
  return {
    method: 'GET',
    url: '/x',
    path: '/x',
    query: new URLSearchParams(),
    headers: {},
    peer: { address: '192.0.2.1', certificates: [] },
    body: () => Promise.reject(new Error('a proxied body is not gathered')),
    stream: () => [] as unknown as AsyncIterable<Uint8Array>,
    signal: new AbortController().signal,
    warnings: [],
    ...fields,
  };
}

async function textOf(response: Awaited<ReturnType<typeof proxyRequest>>): Promise<string> {
  const chunks: Uint8Array[] = [];
  if (response.body.kind === 'stream') for await (const chunk of response.body.chunks) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

test('a body larger than any limit is passed on as it comes, with backpressure', async () => {
  const chunk = new Uint8Array(64 * 1024);
  const total = 256;
  let sent = 0;
  let received = 0;
  let ahead = 0;
  async function* body(): AsyncIterable<Uint8Array> {
    for (; sent < total; sent++) {
      ahead = Math.max(ahead, sent * chunk.length - received);
      await new Promise((resolve) => setImmediate(resolve));
      yield chunk;
    }
  }
  const port = await listen(async (incoming) => {
    for await (const part of incoming as AsyncIterable<Buffer>) {
      received += part.length;
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    return String(received);
  });
  const target = { scheme: 'http' as const, host: '127.0.0.1', port, path: '/x' };
  const response = await proxyRequest(request({ method: 'POST', stream: body }), target, { tls: {} });
  expect(await textOf(response)).toBe(String(total * chunk.length));
  expect(ahead).toBeLessThan(8 * 1024 * 1024);
}, 20_000);

test("the client's credentials and connection headers stay here, its address is told", async () => {
  const port = await listen((incoming) => Promise.resolve(JSON.stringify(incoming.headers)));
  const headers = {
    authorization: 'Bearer secret',
    'keep-alive': '1',
    accept: 'a/b',
    'x-forwarded-for': '198.51.100.7',
  };
  const target = { scheme: 'http' as const, host: '127.0.0.1', port, path: '/x' };
  const response = await proxyRequest(request({ headers, auditId: 'abc' }), target, { tls: {} });
  const seen = JSON.parse(await textOf(response)) as Record<string, string>;
  expect(seen).toMatchObject({ accept: 'a/b', 'x-forwarded-for': '198.51.100.7, 192.0.2.1', 'audit-id': 'abc' });
  expect(seen).not.toHaveProperty('authorization');
  expect(seen).not.toHaveProperty('keep-alive');
});

test('a backend that is not there is a 503 in the words of the reference', async () => {
  const target = { scheme: 'http' as const, host: '127.0.0.1', port: 1, path: '/x' };
  await expect(proxyRequest(request({}), target, { tls: {} })).rejects.toMatchObject({
    status: {
      code: 503,
      message: 'error trying to reach service: dial tcp 127.0.0.1:1: connect: connection refused',
    },
  });
});

test.each([
  ['ECONNREFUSED', 'dial tcp a:1: connect: connection refused'],
  ['ENOTFOUND', 'dial tcp: lookup a: no such host'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'tls: failed to verify certificate: x509: certificate signed by unknown authority'],
  ['OTHER', 'dial tcp a:1: what Node says'],
])('%s reads %s', (code, text) => {
  expect(dialErrorText(Object.assign(new Error('what Node says'), { code }), 'a:1')).toBe(text);
});
