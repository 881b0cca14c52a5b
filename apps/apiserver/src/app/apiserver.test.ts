import { connect } from 'node:http2';
import { Agent, request as httpsRequest } from 'node:https';

import type { KubeObject } from '@kubescript/apimachinery';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type TestServer, startTestServer } from '../testing/index.ts';

let server: TestServer;
const agent = new Agent({ rejectUnauthorized: false, keepAlive: false });

beforeAll(async () => {
  server = await startTestServer();
}, 30_000);

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

interface Answer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly text: string;
}

/** One request over HTTP/1.1. */
function send(
  method: string,
  path: string,
  options: { readonly body?: unknown; readonly headers?: Record<string, string>; readonly token?: string } = {},
): Promise<Answer> {
  const { body, token = server.token } = options;
  const payload = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
  const headers = {
    ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
    ...(payload === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
    ...options.headers,
  };
  return new Promise((resolve, reject) => {
    const outgoing = httpsRequest(server.url + path, { method, headers, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString(),
        });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(payload);
  });
}

const parse = (answer: Answer): unknown => JSON.parse(answer.text);
const configMaps = '/api/v1/namespaces/default/configmaps';

describe('over HTTP/1.1', () => {
  test('an object is created, read, patched and deleted', async () => {
    const created = await send('POST', configMaps, { body: { metadata: { name: 'a' }, data: { k: '1' } } });
    expect(created.status).toBe(201);
    expect(parse(created)).toMatchObject({ kind: 'ConfigMap', apiVersion: 'v1', data: { k: '1' } });
    const patch = { body: { data: { k: '2' } }, headers: { 'content-type': 'application/merge-patch+json' } };
    expect(parse(await send('PATCH', `${configMaps}/a`, patch))).toMatchObject({ data: { k: '2' } });
    expect(parse(await send('DELETE', `${configMaps}/a`))).toMatchObject({ kind: 'Status', status: 'Success' });
    expect((await send('GET', `${configMaps}/a`)).status).toBe(404);
  });

  test.each([
    [
      'without credentials',
      '',
      403,
      'configmaps is forbidden: User "system:anonymous" cannot list resource "configmaps" in API group "" in the namespace "default"',
    ],
    ['with a bad token', 'wrong', 401, 'Unauthorized'],
  ])('%s', async (_, token, code, message) => {
    const answer = await send('GET', configMaps, { token });
    expect(parse(answer)).toMatchObject({ code, message });
  });

  test('unknown fields are warned about, in refused requests too', async () => {
    const answer = await send('POST', configMaps, { body: { metadata: { name: 'B_' }, bogus: 1 } });
    expect(answer.status).toBe(422);
    expect(answer.headers['warning']).toBe('299 - "unknown field \\"bogus\\""');
  });

  test('a body above 3 MiB is refused', async () => {
    const answer = await send('POST', configMaps, { body: `{"data":{"a":"${'x'.repeat(3.2 * 1024 * 1024)}"}}` });
    expect(parse(answer)).toMatchObject({ code: 413, reason: 'RequestEntityTooLarge' });
  });

  test.each([
    ['/healthz', 200, 'ok'],
    ['/readyz?verbose', 200, '[+]poststarthook/rbac/bootstrap-roles ok'],
    ['/version', 200, '"major": "1"'],
    ['/api', 200, '"APIVersions"'],
    ['/apis', 200, '"APIGroupList"'],
    ['/openapi/v3', 200, '/openapi/v3/apis/apps/v1?hash='],
    ['/metrics', 200, 'apiserver_request_total'],
    ['/nowhere', 404, '404 page not found'],
  ])('GET %s answers %i', async (path, status, text) => {
    const answer = await send('GET', path);
    expect(answer.status).toBe(status);
    expect(answer.text).toContain(text);
  });

  test('HEAD has the headers of GET and no body', async () => {
    const answer = await send('HEAD', '/api/v1/namespaces/default');
    expect(answer).toMatchObject({ status: 200, text: '' });
    expect(Number(answer.headers['content-length'])).toBeGreaterThan(100);
  });
});

test('HTTP/2 is served on the same port', async () => {
  const session = connect(server.url, { rejectUnauthorized: false });
  const stream = session.request({ ':path': '/api/v1/namespaces/default', authorization: `Bearer ${server.token}` });
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  session.close();
  expect(JSON.parse(Buffer.concat(chunks).toString())).toMatchObject({ kind: 'Namespace' });
});

describe('within the process', () => {
  test('a watch sees what is created, without encoding', async () => {
    const list = (await (await server.admin.request({ method: 'GET', path: configMaps })).json()) as KubeObject;
    const version = list.metadata.resourceVersion ?? '';
    const stop = new AbortController();
    const path = `${configMaps}?watch=true&resourceVersion=${version}`;
    const watch = await server.admin.request({ method: 'GET', path, signal: stop.signal });
    await server.admin.request({ method: 'POST', path: configMaps, body: { metadata: { name: 'seen' } } });
    for await (const event of watch.values()) {
      expect(event).toMatchObject({ type: 'ADDED', object: { kind: 'ConfigMap', metadata: { name: 'seen' } } });
      break;
    }
    stop.abort();
  });

  test('authorization applies', async () => {
    const nobody = server.server.transportFor({ name: 'nobody', groups: [] });
    const answer = await nobody.request({ method: 'GET', path: configMaps });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ reason: 'Forbidden' });
  });

  test('an aborted request rejects', async () => {
    const signal = AbortSignal.abort(new Error('gone'));
    await expect(server.admin.request({ method: 'GET', path: configMaps, signal })).rejects.toThrow('gone');
  });
});

test('events are forgotten after --event-ttl', async () => {
  await using own = await startTestServer({ storage: { eventTtl: 1000 } });
  const path = '/api/v1/namespaces/default/events';
  const involvedObject = { kind: 'Pod', namespace: 'default', name: 'p' };
  const body = { metadata: { name: 'brief' }, involvedObject };
  expect((await own.admin.request({ method: 'POST', path, body })).status).toBe(201);
  const status = async (): Promise<number> =>
    (await own.admin.request({ method: 'GET', path: `${path}/brief` })).status;
  expect(await status()).toBe(200);
  await expect.poll(status, { timeout: 4000, interval: 100 }).toBe(404);
});
