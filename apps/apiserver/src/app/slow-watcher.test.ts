import { createInterface } from 'node:readline';
import { type TLSSocket, connect } from 'node:tls';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestServer, startTestServer } from '../testing/index.ts';

const path = '/api/v1/namespaces/default/configmaps';
const writers = 16;
const updatesPerRound = 256;
/** Many more changes than the buffers of two sockets and the queue of a watcher hold. */
const maxRounds = 40;

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server[Symbol.asyncDispose]());

test('a watcher that does not read is cut, and others see every change', async () => {
  await createObjects();
  const resourceVersion = await currentVersion();
  const before = await openWatches();
  const idle = await openWatch(resourceVersion);
  const reader = await openWatch(resourceVersion);
  const seen = readEvents(reader);
  await expect.poll(openWatches).toBe(before + 2);

  const written = await writeWhile(async () => (await openWatches()) === before + 2);
  expect(written).toBeLessThan(maxRounds * updatesPerRound);
  await expect.poll(() => seen.modified, { timeout: 5000 }).toBe(written);
  expect(reader.destroyed).toBe(false);

  const closed = closeOf(idle);
  const got = readEvents(idle);
  await closed;
  expect(got.modified).toBeGreaterThan(0);
  expect(got.modified).toBeLessThan(written);
  expect(got.isComplete).toBe(false);
  reader.destroy();
});

async function send(method: 'POST' | 'PATCH', target: string, body: unknown): Promise<void> {
  const headers = { 'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json' };
  const { status } = await server.admin.request({ method, path: target, headers, body });
  if (status >= 300) throw new Error(`${method} ${target}: ${String(status)}`);
}

async function createObjects(): Promise<void> {
  for (let writer = 0; writer < writers; writer++) {
    const metadata = { name: `large-${String(writer)}` };
    await send('POST', path, { metadata, data: { large: 'x'.repeat(16 * 1024) } });
  }
}

async function currentVersion(): Promise<string> {
  const answer = await server.admin.request({ method: 'GET', path });
  return ((await answer.json()) as { metadata: { resourceVersion: string } }).metadata.resourceVersion;
}

/** Watches of config maps that the server has open. */
async function openWatches(): Promise<number> {
  const metrics = await (await server.admin.request({ method: 'GET', path: '/metrics' })).text();
  return metrics
    .split('\n')
    .filter((line) => line.startsWith('apiserver_longrunning_requests{') && line.includes('resource="configmaps"'))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}

/** Starts a watch over HTTP/1.1 on a connection of its own, which is paused after the head of the answer. */
function openWatch(resourceVersion: string): Promise<TLSSocket> {
  const { hostname, port } = new URL(server.url);
  const socket = connect({
    host: hostname,
    port: Number(port),
    ALPNProtocols: ['http/1.1'],
    rejectUnauthorized: false,
  });
  const head = [
    `GET ${path}?watch=true&resourceVersion=${resourceVersion} HTTP/1.1`,
    `Host: ${hostname}`,
    `Authorization: Bearer ${server.token}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once('data', (answer: Buffer) => {
      socket.pause();
      if (answer.toString().startsWith('HTTP/1.1 200 ')) resolve(socket);
      else reject(new Error(answer.toString()));
    });
  });
}

/** What came over a socket so far. */
interface Seen {
  modified: number;
  /** The last chunk came: the answer ended as it should. */
  isComplete: boolean;
}

function readEvents(socket: TLSSocket): Seen {
  const seen: Seen = { modified: 0, isComplete: false };
  createInterface({ input: socket }).on('line', (line) => {
    if (line.startsWith('{"type":"MODIFIED"') && line.endsWith('}')) seen.modified++;
    if (line === '0') seen.isComplete = true;
  });
  return seen;
}

/** Resolves when the connection is over, whether it ended or was reset. */
function closeOf(socket: TLSSocket): Promise<void> {
  return new Promise((resolve) => {
    socket.on('error', () => undefined);
    socket.once('close', () => {
      resolve();
    });
  });
}

/** Updates objects, in rounds, until `isWanted` says no; returns how often. */
async function writeWhile(isWanted: () => Promise<boolean>): Promise<number> {
  for (let round = 1; round <= maxRounds; round++) {
    await Promise.all(Array.from({ length: writers }, (_, writer) => updateOften(writer, round)));
    if (!(await isWanted())) return round * updatesPerRound;
  }
  return maxRounds * updatesPerRound;
}

async function updateOften(writer: number, round: number): Promise<void> {
  for (let update = 0; update < updatesPerRound / writers; update++) {
    await send('PATCH', `${path}/large-${String(writer)}`, { data: { version: `${String(round)}.${String(update)}` } });
  }
}
