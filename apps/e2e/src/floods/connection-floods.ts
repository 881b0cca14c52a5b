import { connect } from 'node:net';

import { Connection, headOf } from './connection.ts';
import { type Flood, pause, repeat } from './flood.ts';

/** The start of a ClientHello that promises 500 bytes. */
const halfHello = Buffer.from([0x16, 3, 1, 1, 0xf4, 1, 0, 1, 0xf0, 3, 3]);

/** Connections that never come to a handshake's end. */
export const halfHandshakes: Flood = {
  name: 'half handshakes',
  async run({ url }, signal) {
    const { hostname, port } = new URL(url);
    await repeat(300, signal, async () => {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => undefined);
      const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
      socket.write(Math.random() < 0.5 ? halfHello : Buffer.from('GET / HTTP/1.1\r\n\r\n'));
      await Promise.race([closed, pause(1000 + Math.random() * 1000, signal)]);
      socket.destroy();
    });
  },
};

/** Heads of requests that come a byte at a time. */
export const slowHeads: Flood = {
  name: 'slow heads',
  run: (server, signal) =>
    repeat(200, signal, async () => {
      using connection = await Connection.open(server, signal);
      await connection.write('GET /api/v1/pods HTTP/1.1\r\nX-Slow: ');
      while (!signal.aborted) {
        await connection.write('x');
        await pause(200, signal);
      }
    }),
};

/** Bodies of 3 MB that come a byte at a time. */
export const slowBodies: Flood = {
  name: 'slow bodies',
  run: (server, signal) =>
    repeat(200, signal, async () => {
      using connection = await Connection.open(server, signal);
      const line = 'POST /api/v1/namespaces/default/configmaps';
      await connection.write(
        `${headOf(server, line, 'Content-Type: application/json', 'Content-Length: 3000000')}\r\n`,
      );
      while (!signal.aborted) {
        await connection.write(' ');
        await pause(200, signal);
      }
    }),
};

/** Clients that ask for large answers again and again, and read none. */
export const slowReaders: Flood = {
  name: 'clients that do not read',
  run: (server, signal) =>
    repeat(60, signal, async () => {
      using connection = await Connection.open(server, signal, { isDeaf: true });
      connection.socket.pause();
      for (let count = 0; count < 20; count++) await connection.write(`${headOf(server, 'GET /openapi/v2')}\r\n`);
      await Promise.race([connection.closed, pause(5000, signal)]);
    }),
};

/** Requests that follow each other without waiting for answers. */
export const pipelines: Flood = {
  name: 'pipelined requests',
  run: (server, signal) =>
    repeat(4, signal, async () => {
      using connection = await Connection.open(server, signal);
      const requests = `${headOf(server, 'GET /api/v1/namespaces/default')}\r\n`.repeat(200);
      for (let count = 0; count < 50; count++) await connection.write(requests);
      await pause(500, signal);
    }),
};

/** The same, and no answer is read. */
export const deafPipelines: Flood = {
  name: 'pipelined requests without reading',
  run: (server, signal) =>
    repeat(4, signal, async () => {
      using connection = await Connection.open(server, signal, { isDeaf: true });
      connection.socket.pause();
      const requests = `${headOf(server, 'GET /api')}\r\n`.repeat(1000);
      for (let count = 0; count < 200; count++) await connection.write(requests);
    }),
};

/** Heads of nearly a megabyte, of one line or of a hundred thousand. */
export const largeHeads: Flood = {
  name: 'large heads',
  run: (server, signal) =>
    repeat(20, signal, async () => {
      using connection = await Connection.open(server, signal);
      const filler = Math.random() < 0.5 ? `X-Large: ${'x'.repeat(900_000)}\r\n` : 'X: y\r\n'.repeat(100_000);
      await connection.write(headOf(server, 'GET /api') + filler);
      await connection.write('\r\n');
      await pause(50, signal);
    }),
};

const garbage = [
  'GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
  'POST /api HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\nx',
  'POST /api HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n',
  'POST /api HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
  'GET /api HTTP/9.9\r\n\r\n',
  'GET  /api HTTP/1.1\r\n\r\n',
  '\r\n\r\n\r\n\r\nGET',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  '\0\0\0\0',
  'GET /api HTTP/1.1\r\nHost: a\r\n folded: b\r\n\r\n',
  'CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET /api HTTP/1.1\r\nHost: a\r\nUpgrade: h2c\r\nConnection: upgrade\r\nHTTP2-Settings: AAAA\r\n\r\n',
  'OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET http://other/api HTTP/1.1\r\nHost: a\r\n\r\n',
];

/** What is no HTTP, or nearly. */
export const noise: Flood = {
  name: 'what is no HTTP',
  run: (server, signal) =>
    repeat(20, signal, async () => {
      using connection = await Connection.open(server, signal);
      await connection.write(garbage[Math.floor(Math.random() * garbage.length)] as string);
      await Promise.race([connection.closed, pause(200, signal)]);
    }),
};
