import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { isConflict, isNotFound, statusOf } from '@kubescript/apimachinery';
import { expect, test } from 'vitest';

import { ClientSet } from '../typed/client-set.ts';
import { pods } from '../zz_generated/core/v1.ts';
import { HttpTransport } from './http-transport.ts';

async function serve(handle: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const transport = new HttpTransport({
    server: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    token: 'secret',
  });
  return {
    client: new ClientSet(transport),
    async [Symbol.asyncDispose]() {
      await transport[Symbol.asyncDispose]();
      server.closeAllConnections();
      server.close();
    },
  };
}

test('requests carry the identity, list items know their kind', async () => {
  await using served = await serve((request, response) => {
    expect(request.headers.authorization).toBe('Bearer secret');
    expect(request.url).toBe('/api/v1/namespaces/default/pods?labelSelector=a%3Db&limit=2');
    response.end(
      JSON.stringify({ kind: 'PodList', metadata: { resourceVersion: '7' }, items: [{ metadata: { name: 'a' } }] }),
    );
  });
  const list = await served.client.resource(pods, 'default').list({ labelSelector: 'a=b', limit: 2 });
  expect(list).toEqual({
    resourceVersion: '7',
    continue: '',
    items: [{ kind: 'Pod', apiVersion: 'v1', metadata: { name: 'a' } }],
  });
});

test('a watch yields events however they are cut, and ends with the response', async () => {
  await using served = await serve((_, response) => {
    const text = `${JSON.stringify({ type: 'ADDED', object: { metadata: { name: 'ä' } } })}\n${JSON.stringify({ type: 'BOOKMARK', object: { metadata: { resourceVersion: '9' } } })}\n`;
    const bytes = Buffer.from(text);
    const cut = bytes.indexOf('ä') + 1;
    response.write(bytes.subarray(0, cut));
    setTimeout(() => response.end(bytes.subarray(cut)), 10);
  });
  const seen: unknown[] = [];
  for await (const event of served.client.resource(pods).watch({ resourceVersion: '1' })) seen.push(event);
  expect(seen).toEqual([
    { type: 'ADDED', object: { metadata: { name: 'ä' } } },
    { type: 'BOOKMARK', object: { metadata: { resourceVersion: '9' } } },
  ]);
});

test('an ERROR event, a Status and an answer without one are StatusErrors', async () => {
  const status = {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    reason: 'Conflict',
    code: 409,
    message: 'no',
  };
  await using served = await serve((request, response) => {
    if (request.url?.includes('watch') === true) {
      response.end(`${JSON.stringify({ type: 'ERROR', object: status })}\n`);
      return;
    }
    response.statusCode = request.method === 'PUT' ? 409 : 404;
    response.end(request.method === 'PUT' ? JSON.stringify(status) : 'not here');
  });
  const api = served.client.resource(pods, 'default');
  await expect(api.watch()[Symbol.asyncIterator]().next()).rejects.toSatisfy(isConflict);
  await expect(api.update({ metadata: { name: 'a' }, spec: { containers: [] }, status: {} })).rejects.toSatisfy(
    isConflict,
  );
  const missing = await api.get('a').catch((err: unknown) => err);
  expect(isNotFound(missing)).toBe(true);
  expect(statusOf(missing).code).toBe(404);
});

test('a busy server is asked again', async () => {
  let requests = 0;
  await using served = await serve((_, response) => {
    requests += 1;
    if (requests === 1) response.writeHead(429, { 'retry-after': '0' }).end();
    else response.end(JSON.stringify({ kind: 'Pod', metadata: { name: 'a' } }));
  });
  expect((await served.client.resource(pods, 'default').get('a')).metadata.name).toBe('a');
  expect(requests).toBe(2);
});

test('breaking out of a watch closes its request', async () => {
  let closed = false;
  await using served = await serve((_, response) => {
    response.on('close', () => (closed = true));
    response.write(`${JSON.stringify({ type: 'ADDED', object: { metadata: {} } })}\n`);
  });
  for await (const _ of served.client.resource(pods).watch()) break;
  await expect.poll(() => closed).toBe(true);
});
