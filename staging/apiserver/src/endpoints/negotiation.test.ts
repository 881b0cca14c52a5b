import { Readable } from 'node:stream';

import { isNotAcceptable } from '@kubescript/apimachinery';
import { expect, test } from 'vitest';

import type { ServerRequest } from '../server/http.ts';
import { negotiate } from './negotiation.ts';

function request(accept: string | undefined, extra: { query?: string; agent?: string } = {}): ServerRequest {
  return {
    method: 'GET',
    url: '/',
    path: '/',
    query: new URLSearchParams(extra.query ?? ''),
    headers: { accept, 'user-agent': extra.agent },
    peer: { address: '', certificates: [] },
    body: () => Promise.resolve(new Uint8Array()),
    stream: () => Readable.from([]),
    signal: new AbortController().signal,
    warnings: [],
  };
}

const table = 'application/json;as=Table;v=v1;g=meta.k8s.io';

test.each([
  { accept: undefined, want: { mediaType: 'application/json' } },
  { accept: '*/*', want: { mediaType: 'application/json' } },
  { accept: 'application/yaml', want: { mediaType: 'application/yaml' } },
  { accept: 'text/html, */*;q=0.1', want: { mediaType: 'application/json' } },
  {
    accept: 'application/vnd.kubernetes.protobuf,application/json',
    want: { mediaType: 'application/vnd.kubernetes.protobuf' },
  },
  {
    accept: `${table},application/json`,
    want: { mediaType: 'application/json', transform: { kind: 'Table', version: 'v1' } },
  },
  { accept: 'application/json;as=Other;v=v1;g=meta.k8s.io,application/json', want: { mediaType: 'application/json' } },
])('Accept: $accept', ({ accept, want }) => {
  expect(negotiate(request(accept))).toEqual({ pretty: false, ...want });
});

test.each(['text/html', 'application/*', 'application/cbor', 'application/json;as=Other;v=v1;g=meta.k8s.io'])(
  '%s is not acceptable',
  (accept) => {
    expect(() => negotiate(request(accept))).toThrow(expect.toSatisfy(isNotAcceptable));
  },
);

test('a watch is not served as YAML', () => {
  expect(() => negotiate(request('application/yaml'), true)).toThrow(/application\/json;stream=watch/);
});

test.each([
  { query: 'pretty=1', agent: 'x', want: true },
  { query: 'pretty=false', agent: 'curl/8.0', want: false },
  { query: '', agent: 'curl/8.0', want: true },
  { query: '', agent: 'kubectl/1.36', want: false },
])('pretty with "$query" and $agent: $want', ({ want, ...extra }) => {
  expect(negotiate(request(undefined, extra)).pretty).toBe(want);
});
