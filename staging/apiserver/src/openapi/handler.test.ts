import { expect, test } from 'vitest';

import type { ServerRequest, ServerResponse } from '../server/http.ts';
import { newOpenApiHandler } from './handler.ts';
import { swaggerToProtobuf } from './v2-protobuf.ts';

const protobuf = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf';
const oldProtobuf = 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf';
const document = { swagger: '2.0', info: { title: 'T', version: 'v1' }, paths: {} };
const handler = newOpenApiHandler(() => ({ v3Paths: ['api/v1'], v2: () => document, v3: () => ({}) }));

async function get(path: string, headers: Record<string, string>): Promise<ServerResponse> {
  const request: Partial<ServerRequest> = { method: 'GET', path, query: new URLSearchParams(), headers };
  return await handler.handle(request as ServerRequest);
}

test.each([
  [undefined, 'application/json'],
  ['', 'application/json'],
  ['*/*', 'application/json'],
  ['application/*', 'application/json'],
  [oldProtobuf, protobuf],
  [protobuf, protobuf],
  [`application/json;q=0.5, ${protobuf}`, protobuf],
  [`text/html, application/json, ${protobuf}`, 'application/json'],
])('Accept %s is answered with %s', async (accept, expected) => {
  const { status, headers } = await get('/openapi/v2', accept === undefined ? {} : { accept });
  expect([status, headers?.['content-type'], headers?.['vary']]).toEqual([200, expected, 'Accept']);
});

test.each([
  ['/openapi/v2', 'text/html'],
  ['/openapi/v3/api/v1', protobuf],
])('%s is not served as %s', async (path, accept) => {
  await expect(get(path, { accept })).rejects.toMatchObject({ status: { code: 406 } });
});

test('the binary form is made once, and has the tag of the document', async () => {
  const [json, first, second] = await Promise.all(
    ['application/json', protobuf, oldProtobuf].map((accept) => get('/openapi/v2', { accept })),
  );
  expect(first?.headers?.['etag']).toBe(json?.headers?.['etag']);
  if (first?.body.kind !== 'bytes' || second?.body.kind !== 'bytes') throw new Error('no bytes');
  expect(first.body.chunks[0]).toEqual(swaggerToProtobuf(document));
  expect(second.body.chunks[0]).toBe(first.body.chunks[0]);
  const etag = String(first.headers?.['etag']);
  expect((await get('/openapi/v2', { accept: protobuf, 'if-none-match': etag })).status).toBe(304);
});
