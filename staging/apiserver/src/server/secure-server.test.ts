import { once } from 'node:events';
import { Agent, createServer, request as httpsRequest } from 'node:https';
import { connect as connectHttp2 } from 'node:http2';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Duplex } from 'node:stream';

import { selfSignedCertificate } from '@kubescript/component-base';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import { passUpgrade } from '../streaming/upgrade.ts';
import type { ServerRequest, ServerResponse } from './http.ts';
import { SecureServer } from './secure-server.ts';

const host = '127.0.0.1';
const warnings: string[] = [];
const onWarning = (warning: Error): void => void warnings.push(warning.message);
const backendSockets: Duplex[] = [];
const backend = createServer();
let server: SecureServer;
let agent: Agent;
let port: number;

/** Large enough that writes meet backpressure. */
const body = Buffer.alloc(300_000, 'x');

function handle(request: ServerRequest): Promise<ServerResponse> {
  if (request.path === '/exec') {
    const target = { scheme: 'https', host, port: (backend.address() as AddressInfo).port, path: '/' } as const;
    return passUpgrade(request, target, {});
  }
  return Promise.resolve({ status: 200, headers: {}, body: { kind: 'stream', chunks: chunksOf(request) } });
}

/** Ends a while after the first chunk, so that requests overlap. */
async function* chunksOf(request: ServerRequest): AsyncGenerator<Uint8Array> {
  yield body;
  await request.body();
  yield Buffer.from(request.peer.address);
}

beforeAll(async () => {
  const { cert, key } = await selfSignedCertificate([host]);
  backend.setSecureContext({ cert, key });
  backend.on('upgrade', (_request: IncomingMessage, socket: Duplex) => {
    backendSockets.push(socket);
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: SPDY/3.1\r\n\r\n');
    socket.pipe(socket);
  });
  backend.listen(0, host);
  await once(backend, 'listening');
  server = new SecureServer({ handler: handle, tls: { certificate: cert, key }, host, port: 0 });
  ({ port } = await server.listen());
});

afterAll(async () => {
  await server.close(0);
  for (const socket of backendSockets) socket.destroy();
  backend.close();
});

beforeEach(() => {
  warnings.length = 0;
  process.on('warning', onWarning);
  agent = new Agent({ keepAlive: true, maxSockets: 1, rejectUnauthorized: false });
});

afterEach(() => {
  process.off('warning', onWarning);
  agent.destroy();
});

async function get(): Promise<number> {
  const outgoing = httpsRequest({ host, port, path: '/', agent }).end();
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  return (await text(response)).length;
}

async function upgrade(): Promise<Duplex> {
  const headers = { connection: 'Upgrade', upgrade: 'SPDY/3.1' };
  const outgoing = httpsRequest({ host, port, path: '/exec', agent, headers }).end();
  const [, socket] = (await once(outgoing, 'upgrade')) as [IncomingMessage, Duplex];
  return socket;
}

const wholeAnswer = body.length + host.length;

test('requests that follow each other on one connection leave no listeners on it', async () => {
  for (let round = 0; round < 15; round++) expect(await get()).toBe(wholeAnswer);
  expect(warnings).toEqual([]);
});

test('many streams at once on one HTTP/2 connection add no listeners to it', async () => {
  const session = connectHttp2(`https://${host}:${String(port)}`, { rejectUnauthorized: false });
  const streams = Array.from({ length: 50 }, () => session.request({ ':path': '/' }));
  const answers = await Promise.all(streams.map((stream) => text(stream)));
  expect(new Set(answers.map(({ length }) => length))).toEqual(new Set([wholeAnswer]));
  session.close();
  expect(warnings).toEqual([]);
});

test('a connection that is passed on to a backend has few listeners, and ends with either side', async () => {
  expect(await get()).toBe(wholeAnswer);
  const socket = await upgrade();
  socket.write('hello');
  expect(String((await once(socket, 'data'))[0])).toBe('hello');
  expect(warnings).toEqual([]);
  const closed = once(socket, 'close');
  backendSockets.at(-1)?.destroy();
  await closed;

  const other = await upgrade();
  const backendClosed = once(backendSockets.at(-1) ?? other, 'close');
  other.destroy();
  await backendClosed;
});
