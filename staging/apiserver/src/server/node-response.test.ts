import { Writable } from 'node:stream';

import { expect, test } from 'vitest';

import type { ServerRequest } from './http.ts';
import type { NodeResponse } from './node-request.ts';
import { writeResponse } from './node-response.ts';

const megabyte = 1024 * 1024;

/** Takes an answer and keeps what it is given, as it is given. */
class Taker extends Writable implements NodeResponse {
  readonly given: Buffer[] = [];
  headers: Record<string, unknown> = {};

  writeHead(_status: number, headers: Record<string, unknown>): void {
    this.headers = headers;
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.given.push(chunk);
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
  { name: 'of nearly a megabyte', size: megabyte - 1, writes: [megabyte - 1] },
  { name: 'of several megabytes', size: 2 * megabyte + 5, writes: [megabyte, megabyte, 5] },
])('a buffer that is $name is sent without a copy', async ({ size, writes }) => {
  const shared = Buffer.alloc(size, 'x');
  const { given, headers } = await sent(shared);
  expect(headers['content-length']).toBe(String(size));
  expect(given.map(({ length }) => length)).toEqual(writes);
  expect(given.every((chunk) => chunk.buffer === shared.buffer)).toBe(true);
});

test('small buffers are joined, and the order is kept around large ones', async () => {
  const small = Array.from({ length: 3000 }, (_, index) => Buffer.alloc(1000, String(index % 10)));
  const chunks = [...small, Buffer.alloc(3 * megabyte, 'y'), Buffer.from('end')];
  const { given } = await sent(...chunks);
  expect(Buffer.concat(given).equals(Buffer.concat(chunks))).toBe(true);
  expect(given.length).toBeLessThan(10);
});
