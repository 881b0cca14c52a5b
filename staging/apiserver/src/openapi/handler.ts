import { createHash } from 'node:crypto';

import { newGenericServerResponse } from '@kubescript/apimachinery';

import { parseAccept } from '../endpoints/negotiation.ts';
import type { Handler, ServerRequest, ServerResponse } from '../server/http.ts';
import { utf8 } from '../endpoints/go-json.ts';
import { pathNotFound } from '../server/plain-response.ts';

/** The OpenAPI documents of a server; each is made when first asked for. */
export interface OpenApiDocuments {
  /** The Swagger 2.0 document of everything. The same object until what it describes changes. */
  v2(): object;
  /** The paths that have an OpenAPI 3 document, without slash in front: `api/v1`, `apis/apps/v1`. */
  readonly v3Paths: readonly string[];
  /** The OpenAPI 3 document of one of `v3Paths`. The same object until what it describes changes. */
  v3(path: string): object;
}

/** Answers below `/openapi/`. */
export interface OpenApiHandler {
  /** For the index at `/`; the documents of the versions are not listed there. */
  readonly paths: readonly string[];
  readonly handle: Handler;
}

/**
 * Serves `/openapi/v2`, the index `/openapi/v3` with a hash per document, and the documents. `documents` gives another
 * object whenever any of them changes; only what changed is encoded again.
 */
export function newOpenApiHandler(documents: () => OpenApiDocuments): OpenApiHandler {
  const encodings = new WeakMap<object, Encoded>();
  const encode = (document: object): Encoded => {
    const encoded = encodings.get(document) ?? encodeOnce(document);
    encodings.set(document, encoded);
    return encoded;
  };
  let made: { readonly of: OpenApiDocuments; readonly index: object } | undefined;
  function indexNow(): object {
    const of = documents();
    if (made?.of !== of) made = { of, index: index(of, (path) => encode(of.v3(path))) };
    return made.index;
  }
  function answerNow(request: ServerRequest): ServerResponse {
    if (request.path === '/openapi/v2') return answer(request, encode(documents().v2()));
    if (request.path === '/openapi/v3' || request.path === '/openapi/v3/') return answer(request, encode(indexNow()));
    const path = request.path.slice('/openapi/v3/'.length);
    const now = documents();
    if (!request.path.startsWith('/openapi/v3/') || !now.v3Paths.includes(path)) return pathNotFound();
    return answer(request, encode(now.v3(path)), request.query.get('hash') ?? undefined);
  }
  return {
    paths: ['/openapi/v2', '/openapi/v3', '/openapi/v3/'],
    handle: function answerOpenApi(request) {
      return Promise.resolve(answerNow(request));
    },
  };
}

interface Encoded {
  readonly value: unknown;
  readonly bytes: Uint8Array;
  readonly hash: string;
}

function encodeOnce(value: unknown): Encoded {
  const bytes = utf8(JSON.stringify(value));
  return { value, bytes, hash: createHash('sha512').update(bytes).digest('hex').toUpperCase() };
}

/** Where each document is, with its hash in the query so that it can be cached for ever. */
function index(documents: OpenApiDocuments, v3: (path: string) => Encoded): object {
  const entries = documents.v3Paths.map((path) => [
    path,
    { serverRelativeURL: `/openapi/v3/${path}?hash=${v3(path).hash}` },
  ]);
  return { paths: Object.fromEntries(entries) as unknown };
}

function answer(request: ServerRequest, encoded: Encoded, hash?: string): ServerResponse {
  requireJson(request);
  const etag = `"${encoded.hash}"`;
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    etag,
    vary: 'Accept',
    'accept-ranges': 'bytes',
  };
  if (hash === encoded.hash) headers['cache-control'] = 'public, immutable';
  if (request.headers['if-none-match'] === etag) return { status: 304, headers, body: { kind: 'empty' } };
  return { status: 200, headers, body: { kind: 'object', value: encoded.value, encode: () => [encoded.bytes] } };
}

/** Only JSON is served; clients that would like protobuf better name JSON as well. */
function requireJson(request: ServerRequest): void {
  const clauses = parseAccept(request.headers['accept'] ?? '');
  const fits = ({ type }: { type: string }): boolean =>
    type === '*/*' || type === 'application/*' || type === 'application/json';
  if (clauses.length > 0 && !clauses.some(fits)) throw newGenericServerResponse({ code: 406, verb: '' });
}
