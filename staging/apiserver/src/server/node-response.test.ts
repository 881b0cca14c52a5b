import { createServer as createHttp1Server, get, type IncomingMessage } from 'node:http';
import { connect, createServer as createHttp2Server } from 'node:http2';
import type { AddressInfo, Server } from 'node:net';
import { Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import { afterEach, describe, expect, test } from 'vitest';

import type { ServerRequest } from './http.ts';
import type { NodeResponse } from './node-request.ts';
import { writeResponse } from './node-response.ts';

const writeSize = 128 * 1024;

/** Takes an answer, and keeps the memory that it is given and a copy of what was in it. */
class Taker extends Writable implements NodeResponse {
  readonly given: Buffer[] = [];
  readonly memory: ArrayBufferLike[] = [];
  headers: Record<string, unknown> = {};

  writeHead(_status: number, headers: Record<string, unknown>): void {
    this.headers = headers;
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.given.push(Buffer.from(chunk));
    this.memory.push(chunk.buffer);
    setImmediate(done);
  }
}

async function sent(...chunks: Uint8Array[]): Promise<Taker> {
  const out = new Taker();
  const request = { headers: {}, method: 'GET', signal: new AbortController().signal } as unknown as ServerRequest;
  await writeResponse(out, { status: 200, headers: {}, body: { kind: 'bytes', chunks } }, request);
  return out;
}

test.each([
  { name: 'small', size: 10, writes: [10] },
  { name: 'as large as a write', size: writeSize, writes: [writeSize] },
  { name: 'larger than two writes', size: 2 * writeSize + 5, writes: [writeSize, writeSize, 5] },
])('a buffer that is $name is sent without a copy', async ({ size, writes }) => {
  const shared = Buffer.alloc(size, 'x');
  const { given, memory, headers } = await sent(shared);
  expect(headers['content-length']).toBe(String(size));
  expect(given.map(({ length }) => length)).toEqual(writes);
  expect(memory.every((block) => block === shared.buffer)).toBe(true);
});

test('small buffers are joined, and the order is kept around large ones', async () => {
  const small = Array.from({ length: 3000 }, (_, index) => Buffer.alloc(1000, String(index % 10)));
  const chunks = [...small, Buffer.alloc(3 * writeSize, 'y'), Buffer.from('end')];
  const { given, memory } = await sent(...chunks);
  expect(new Set(memory).size).toBe(2);
  expect(Buffer.concat(given).equals(Buffer.concat(chunks))).toBe(true);
  expect(given.length).toBeLessThan(30);
});

let server: Server | undefined;
afterEach(() => {
  server?.close();
});

/** Answers every request with these parts; tells when the answer was dealt with. */
async function serve(version: 1 | 2, parts: (path: string) => readonly Uint8Array[]): Promise<Served> {
  const answers: Promise<void>[] = [];
  const answer = (url: string | undefined, out: NodeResponse): void => {
    const gone = new AbortController();
    out.once('close', () => {
      gone.abort();
    });
    const request = { method: 'GET', headers: {}, signal: gone.signal } as unknown as ServerRequest;
    const body = { kind: 'bytes' as const, chunks: parts(url ?? '') };
    answers.push(writeResponse(out, { status: 200, headers: {}, body }, request));
  };
  const created =
    version === 1
      ? createHttp1Server((request, out) => answer(request.url, out))
      : createHttp2Server((request, out) => answer(request.url, out));
  server = created;
  await new Promise<void>((resolve) => created.listen(0, '127.0.0.1', resolve));
  return { port: (created.address() as AddressInfo).port, answers };
}

interface Served {
  readonly port: number;
  readonly answers: readonly Promise<void>[];
}

function open(port: number, path = '/'): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => get({ port, path, agent: false }, resolve).on('error', reject));
}

describe('parts of an answer arrive as one body', () => {
  const letters = (sizes: readonly number[]): Buffer[] => sizes.map((size, i) => Buffer.alloc(size, 97 + (i % 26)));
  test.each([
    { name: 'small ones', sizes: [1, 2, 3] },
    { name: 'many small ones', sizes: Array.from({ length: 1000 }, (_, i) => 1000 + (i % 7)) },
    { name: 'as much as is written at once', sizes: [writeSize - 1, 1] },
    { name: 'one more', sizes: [writeSize, 1] },
    { name: 'twice as much', sizes: [writeSize, writeSize] },
    { name: 'a part that is longer than a write', sizes: [5, 3 * writeSize + 7, 5] },
  ])('$name', async ({ sizes }) => {
    const parts = letters(sizes);
    const http1 = await serve(1, () => parts);
    const response = await open(http1.port);
    expect(response.headers['content-length']).toBe(String(Buffer.concat(parts).length));
    expect((await buffer(response)).equals(Buffer.concat(parts))).toBe(true);
    server?.close();
    const http2 = await serve(2, () => parts);
    const session = connect(`http://127.0.0.1:${String(http2.port)}`);
    expect((await buffer(session.request({ ':path': '/' }))).equals(Buffer.concat(parts))).toBe(true);
    session.close();
  });
});

test('clients that read at different speeds get their own answers', async () => {
  const parts = (path: string): Buffer[] => Array.from({ length: 400 }, (_, i) => Buffer.alloc(4001, path + String(i)));
  const { port } = await serve(1, parts);
  const paths = ['/a', '/b', '/c'];
  const responses = await Promise.all(paths.map((path) => open(port, path)));
  for (const [i, response] of responses.entries()) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect((await buffer(response)).equals(Buffer.concat(parts(paths[i] ?? '')))).toBe(true);
  }
});

test.each([1, 2] as const)('an answer ends when its client goes, HTTP/%d', async (version) => {
  const endless = Array.from({ length: 2000 }, () => Buffer.alloc(writeSize));
  const { port, answers } = await serve(version, () => endless);
  if (version === 1) {
    const response = await open(port);
    response.once('data', () => response.destroy());
    response.on('error', () => undefined);
  } else {
    const session = connect(`http://127.0.0.1:${String(port)}`).on('error', () => undefined);
    session.request({ ':path': '/' }).once('data', () => {
      session.destroy();
    });
  }
  await expect.poll(() => answers.length).toBe(1);
  await answers[0];
});
