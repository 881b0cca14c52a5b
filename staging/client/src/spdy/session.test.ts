import { Duplex } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { createInflate } from 'node:zlib';

import { expect, test } from 'vitest';

import { HeaderReader, HeaderWriter } from './header-block.ts';
import { headerDictionary } from './header-dictionary.ts';
import { SpdySession } from './session.ts';
import type { SpdyStream } from './stream.ts';

/** Two ends of one connection in memory. */
function connectedPair(): [Duplex, Duplex] {
  const make = (other: () => Duplex): Duplex =>
    new Duplex({
      read: () => undefined,
      write: (chunk: Buffer, _encoding, done) => {
        other().push(chunk);
        done();
      },
      final: (done) => {
        other().push(null);
        done();
      },
    });
  const a: Duplex = make(() => b);
  const b: Duplex = make(() => a);
  return [a, b];
}

function serverOf(socket: Duplex): { readonly session: SpdySession; readonly next: () => Promise<SpdyStream> } {
  const streams: SpdyStream[] = [];
  const waiting: ((stream: SpdyStream) => void)[] = [];
  const session = new SpdySession(socket, (stream) => {
    const take = waiting.shift();
    if (take === undefined) streams.push(stream);
    else take(stream);
  });
  const next = (): Promise<SpdyStream> => {
    const stream = streams.shift();
    return stream === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(stream);
  };
  return { session, next };
}

test('the dictionary is the one of SPDY/3', async () => {
  const inflate = createInflate({ dictionary: headerDictionary });
  inflate.end(new HeaderWriter().write({ a: 'b' }));
  inflate.on('error', () => undefined);
  expect(headerDictionary.length).toBe(1423);
  expect((await inflate[Symbol.asyncIterator]().next()).value).toHaveLength(14);
});

test('header blocks of one connection are read in their order', async () => {
  const writer = new HeaderWriter();
  const reader = new HeaderReader();
  for (const headers of [{ streamtype: 'error' }, { streamtype: 'data', port: '80' }, {}]) {
    expect(await reader.read(writer.write(headers))).toEqual(headers);
  }
});

test('streams carry bytes both ways, each with its own end', async () => {
  const [a, b] = connectedPair();
  const client = new SpdySession(a);
  const server = serverOf(b);
  const stdin = client.open({ streamType: 'stdin' });
  const remote = await server.next();
  expect(remote.headers).toEqual({ streamtype: 'stdin' });
  const sent = Buffer.alloc(200_000, 'abc');
  stdin.end(sent);
  expect((await buffer(remote)).equals(sent)).toBe(true);
  remote.end('answer');
  expect(await text(stdin)).toBe('answer');
});

test('what was sent before a reset is read', async () => {
  const [a, b] = connectedPair();
  const client = new SpdySession(a);
  const server = serverOf(b);
  const stream = client.open({ streamtype: 'error' });
  const remote = await server.next();
  remote.write('exit code 7');
  remote.destroy();
  expect(await text(stream)).toBe('exit code 7');
});

test('a connection that ends ends its streams', async () => {
  const [a, b] = connectedPair();
  const client = new SpdySession(a);
  const server = serverOf(b);
  const stream = client.open({ streamtype: 'stdout' });
  await server.next();
  server.session.close();
  expect(await text(stream)).toBe('');
  await client.closed;
});
