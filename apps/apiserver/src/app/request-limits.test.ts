import { Agent, request as httpsRequest } from 'node:https';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestServer, startTestServer } from '../testing/index.ts';

const agent = new Agent({ rejectUnauthorized: false, keepAlive: false });
const path = '/api/v1/namespaces/default/configmaps';
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  expect((await send('POST', path, JSON.stringify({ metadata: { name: 'a' }, data: { k: 'v' } }))).code).toBe(201);
}, 30_000);

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

interface Answer {
  readonly code: number;
  readonly message: string;
}

function send(method: string, to: string, body: string, type = 'application/json'): Promise<Answer> {
  const headers = {
    authorization: `Bearer ${server.token}`,
    'content-type': type,
    'content-length': Buffer.byteLength(body),
  };
  return new Promise((resolve, reject) => {
    const outgoing = httpsRequest(server.url + to, { method, headers, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const answer = JSON.parse(Buffer.concat(chunks).toString()) as { message?: string };
        resolve({ code: response.statusCode ?? 0, message: answer.message ?? '' });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

const nested = (depth: number): string => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth);
const tooDeep = "couldn't get version/kind; json parse error: exceeded max depth";

test.each<[string, string, string, string, string, number, RegExp]>([
  ['a body that is too deep', 'POST', path, nested(20_000), 'application/json', 400, new RegExp(tooDeep)],
  [
    'a YAML body that is too deep',
    'POST',
    path,
    '['.repeat(50_000),
    'application/yaml',
    400,
    /: yaml: exceeded max depth of 10000 \(/,
  ],
  [
    'a merge patch that is too deep',
    'PATCH',
    `${path}/a`,
    nested(20_000),
    'application/merge-patch+json',
    400,
    /exceeded max depth/,
  ],
  [
    'a JSON patch of more than 10000 operations',
    'PATCH',
    `${path}/a`,
    JSON.stringify(Array.from({ length: 10_001 }, () => ({ op: 'test', path: '/data/k', value: 'v' }))),
    'application/json-patch+json',
    413,
    /^Request entity too large: The allowed maximum operations in a JSON patch is 10000, got 10001$/,
  ],
])('%s is refused', async (_, method, to, body, type, code, message) => {
  const answer = await send(method, to, body, type);
  expect(answer.code).toBe(code);
  expect(answer.message).toMatch(message);
});

test('a JSON patch of 10000 operations is taken', async () => {
  const operations = Array.from({ length: 10_000 }, () => ({ op: 'test', path: '/data/k', value: 'v' }));
  const answer = await send('PATCH', `${path}/a`, JSON.stringify(operations), 'application/json-patch+json');
  expect(answer.code).toBe(200);
});

test('nesting below the limit breaks nothing', async () => {
  const unknown = (name: string, depth: number): string => `{"metadata":{"name":"${name}"},"unknown":${nested(depth)}}`;
  expect((await send('POST', path, unknown('deep', 1000))).code).toBe(201);
  expect((await send('POST', path, unknown('deeper', 9000))).code).toBeLessThan(500);
});

test('a JSON patch that doubles itself is refused before it fills the memory', async () => {
  const start = { op: 'add', path: '/data/big', value: 'x'.repeat(100_000) };
  const copies = Array.from({ length: 60 }, (_, index) => ({
    op: 'copy',
    from: '/data',
    path: `/data/c${String(index)}`,
  }));
  const answer = await send('PATCH', `${path}/a`, JSON.stringify([start, ...copies]), 'application/json-patch+json');
  expect(answer.code).toBe(422);
});
