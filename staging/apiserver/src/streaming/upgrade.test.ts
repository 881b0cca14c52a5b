import { type Server, createServer } from 'node:http';
import { Readable } from 'node:stream';
import type { AddressInfo } from 'node:net';
import { Duplex, PassThrough } from 'node:stream';
import { once } from 'node:events';

import { afterEach, expect, test } from 'vitest';

import type { ServerRequest } from '../server/http.ts';
import { containerOf } from './pod-subresources.ts';
import { passUpgrade } from './upgrade.ts';

let backend: Server | undefined;

afterEach(() => {
  backend?.closeAllConnections();
  backend?.close();
});

/** A backend that agrees to any protocol and sends back what it gets, in upper case. */
async function startBackend(accepts: boolean): Promise<number> {
  backend = createServer((_request, response) => response.writeHead(403).end('no'));
  if (accepts) {
    backend.on('upgrade', (request, socket) => {
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: ${request.headers.upgrade ?? ''}\r\n\r\n`,
      );
      socket.on('data', (data: Buffer) =>
        socket.end(`${String(request.headers['x-stream-protocol-version'])}:${data.toString().toUpperCase()}`),
      );
    });
  }
  backend.listen(0, '127.0.0.1');
  await once(backend, 'listening');
  return (backend.address() as AddressInfo).port;
}

function clientRequest(headers: Record<string, string>): {
  request: ServerRequest;
  input: PassThrough;
  output: PassThrough;
} {
  const input = new PassThrough();
  const output = new PassThrough();
  const socket = Duplex.from({ readable: input, writable: output });
  const request: ServerRequest = {
    method: 'POST',
    url: '/x',
    path: '/x',
    query: new URLSearchParams(),
    headers,
    peer: { address: '', certificates: [] },
    body: () => Promise.resolve(new Uint8Array()),
    stream: () => Readable.from([]),
    signal: new AbortController().signal,
    warnings: [],
    hijack: () => ({ socket, head: Buffer.from('he') }),
  };
  return { request, input, output };
}

const upgrade = {
  connection: 'Upgrade',
  upgrade: 'SPDY/3.1',
  'x-stream-protocol-version': 'v4',
  authorization: 'Bearer secret',
};

test('bytes pass both ways, from the first one that came with the request', async () => {
  const port = await startBackend(true);
  const { request, input, output } = clientRequest(upgrade);
  const response = await passUpgrade(request, { scheme: 'http', host: '127.0.0.1', port, path: '/exec' }, {});
  expect(response.body.kind).toBe('hijacked');
  input.write('llo');
  const chunks: Buffer[] = [];
  for await (const chunk of output) chunks.push(chunk as Buffer);
  expect(Buffer.concat(chunks).toString()).toMatch(/^HTTP\/1\.1 101 .*Upgrade: SPDY\/3\.1\r\n\r\nv4:HE/s);
});

test('what the backend answers instead is passed on', async () => {
  const port = await startBackend(false);
  const { request } = clientRequest(upgrade);
  const response = await passUpgrade(request, { scheme: 'http', host: '127.0.0.1', port, path: '/exec' }, {});
  expect(response.status).toBe(403);
});

test('a request that asks for no upgrade is refused', async () => {
  const { request } = clientRequest({});
  await expect(passUpgrade(request, { scheme: 'http', host: '127.0.0.1', port: 1, path: '/' }, {})).rejects.toThrow(
    'Upgrade request required',
  );
});

test('a backend that cannot be reached is 503', async () => {
  const { request } = clientRequest(upgrade);
  const passed = passUpgrade(request, { scheme: 'http', host: '127.0.0.1', port: 1, path: '/' }, {});
  await expect(passed).rejects.toMatchObject({ status: { code: 503 } });
});

const pod = (names: string[], annotations: Record<string, string> = {}): Parameters<typeof containerOf>[0] =>
  ({ metadata: { name: 'p', annotations }, spec: { containers: names.map((name) => ({ name })) } }) as never;

test.each([
  { names: ['a'], stated: '', want: 'a' },
  { names: ['a', 'b'], stated: 'b', want: 'b' },
])('the container of $names with "$stated"', ({ names, stated, want }) => {
  expect(containerOf(pod(names), stated)).toBe(want);
});

test('several containers and none named is an error that lists them', () => {
  expect(() => containerOf(pod(['a', 'b']), '')).toThrow('choose one of: [a b]');
  expect(containerOf(pod(['a', 'b'], { 'kubectl.kubernetes.io/default-container': 'b' }), '')).toBe('b');
  expect(() => containerOf(pod(['a']), 'z')).toThrow('container z is not valid for pod p');
});
