import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { text } from 'node:stream/consumers';
import { type TLSSocket, connect } from 'node:tls';

import { realClock } from '@kubescript/apimachinery';
import { selfSignedCertificate } from '@kubescript/component-base';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import type { ServerRequest, ServerResponse } from './http.ts';
import { textResponse } from './plain-response.ts';
import { SecureServer } from './secure-server.ts';

const host = '127.0.0.1';
const sockets: TLSSocket[] = [];
let server: SecureServer;
let port: number;

/** How many requests for `/turn` are answered at this moment. */
let [running, mostRunning] = [0, 0];

async function handle(request: ServerRequest): Promise<ServerResponse> {
  if (request.path === '/turn') {
    mostRunning = Math.max(mostRunning, ++running);
    await realClock.sleep(1, request.signal);
    running--;
  }
  if (request.path === '/body') return textResponse(200, String((await request.body()).length));
  if (request.path === '/query') return textResponse(200, `${String(request.query.size)} parameters`);
  return textResponse(200, String(request.url.length));
}

beforeAll(async () => {
  ({ port } = await start());
});

async function start(): Promise<{ port: number }> {
  const { cert, key } = await selfSignedCertificate([host]);
  const timeouts = { readHeaderMs: 400, idleMs: 300, bodyAfterAnswerMs: 200 };
  server = new SecureServer({ handler: handle, tls: { certificate: cert, key }, host, port: 0, timeouts });
  return server.listen();
}

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

afterAll(async () => {
  await server.close(0);
});

async function open(): Promise<TLSSocket> {
  const socket = connect({ host, port, rejectUnauthorized: false });
  sockets.push(socket);
  await once(socket, 'secureConnect');
  return socket;
}

/** All that the server says until it closes the connection. */
async function untilClosed(socket: TLSSocket): Promise<string> {
  // A connection may be closed with an error; `once` would reject then.
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.on('error', () => undefined);
  let said = '';
  socket.on('data', (chunk: Buffer) => {
    said += chunk.toString('latin1');
  });
  await closed;
  return said;
}

describe('over HTTP/1.1', () => {
  test('a client that sends its head a byte at a time is cut', async () => {
    const socket = await open();
    const drip = setInterval(() => socket.write('x'), 50);
    socket.write('GET / HTTP/1.1\r\nX-Slow: ');
    const said = await untilClosed(socket);
    clearInterval(drip);
    expect(said).not.toContain('200 OK');
  });

  test('a client that sends nothing is cut', async () => {
    expect(await untilClosed(await open())).toBe('');
  });

  test('a body that does not come after the answer was given ends the connection', async () => {
    const socket = await open();
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\nabc');
    expect(await untilClosed(socket)).toContain('200 OK');
  });

  test('a body that comes late keeps it', async () => {
    const socket = await open();
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\n\r\nabc');
    await once(socket, 'data');
    socket.write('defPOST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nConnection: close\r\n\r\nxy');
    expect(await untilClosed(socket)).toMatch(/200 OK[^]*\r\n\r\n2$/);
  });

  test.each([
    ['headers of 900 kB', 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n', 900_000, '200 OK'],
    [
      'headers beyond a megabyte',
      'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n',
      1_100_000,
      '431 Request Header Fields Too Large',
    ],
  ])('%s', async (_, head, size, want) => {
    const socket = await open();
    socket.write(`${head}X-Large: ${'x'.repeat(size)}\r\n\r\n`);
    expect(await untilClosed(socket)).toContain(want);
  });

  test.each([
    ['a URL of 100 kB', 100_000, '200 OK'],
    ['a URL beyond a megabyte', 1_100_000, '431 Request Header Fields Too Large'],
  ])('%s', async (_, size, want) => {
    const socket = await open();
    socket.write(`GET /${'x'.repeat(size)} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    expect(await untilClosed(socket)).toContain(want);
  });

  test.each([
    ['10000 parameters are read', 10_000, '10000 parameters'],
    ['of more than 10000 parameters none is read', 450_000, '0 parameters'],
  ])('%s', async (_, count, want) => {
    const socket = await open();
    const start = performance.now();
    socket.write(`GET /query?${'a&'.repeat(count - 1)}a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    expect(await untilClosed(socket)).toContain(want);
    expect(performance.now() - start).toBeLessThan(2000);
  });

  test('requests that do not wait for answers are answered one after the other', async () => {
    const socket = await open();
    const request = (url: string, more = ''): string =>
      `POST ${url} HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n${more}\r\nab`;
    socket.write(request('/turn').repeat(50) + request('/body') + request('/turn', 'Connection: close\r\n'));
    const said = await untilClosed(socket);
    expect(said.match(/200 OK/g)).toHaveLength(52);
    expect(mostRunning).toBe(1);
  });

  test('a connection that closes leaves no request waiting for its turn', async () => {
    const socket = await open();
    socket.write('GET /turn HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(50));
    await once(socket, 'data');
    socket.destroy();
    await expect.poll(() => running).toBe(0);
    await server.close(0);
    ({ port } = await start());
  });

  test('what is no HTTP is refused', async () => {
    const socket = await open();
    socket.write('hello\r\n\r\n');
    expect(await untilClosed(socket)).toMatch(/^HTTP\/1\.1 40[05] /);
  });
});

describe('over HTTP/2', () => {
  test('a session without streams is closed', async () => {
    const session = connectHttp2(`https://${host}:${String(port)}`, { rejectUnauthorized: false });
    await once(session, 'connect');
    await once(session, 'close');
  });

  test('headers of 60 kB are taken', async () => {
    const session = connectHttp2(`https://${host}:${String(port)}`, {
      rejectUnauthorized: false,
      maxSendHeaderBlockLength: 1 << 20,
    });
    const stream = session.request({ ':path': '/', 'x-large': 'x'.repeat(60_000) });
    const [headers] = (await once(stream, 'response')) as [Record<string, unknown>];
    expect(headers[':status']).toBe(200);
    expect(await text(stream)).toBe('1');
    session.destroy();
  });

  test('a body that does not come after the answer was given ends the stream', async () => {
    const session = connectHttp2(`https://${host}:${String(port)}`, { rejectUnauthorized: false });
    const stream = session.request({ ':path': '/', ':method': 'POST' }, { endStream: false });
    stream.resume();
    stream.write('abc');
    await once(stream, 'close');
    expect(session.destroyed).toBe(false);
    session.destroy();
  });
});
