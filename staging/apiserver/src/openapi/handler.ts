import { createHash } from 'node:crypto';

import { newGenericServerResponse } from '@kubescript/apimachinery';

import { parseAccept } from '../endpoints/negotiation.ts';
import type { Handler, ServerRequest, ServerResponse } from '../server/http.ts';
import { utf8 } from '../endpoints/go-json.ts';
import { pathNotFound } from '../server/plain-response.ts';

/** The OpenAPI documents of a server; each is made when first asked for. */
export interface OpenApiDocuments {
  /** The Swagger 2.0 document of everything. */
  v2(): unknown;
  /** The paths that have an OpenAPI 3 document, without slash in front: `api/v1`, `apis/apps/v1`. */
  readonly v3Paths: readonly string[];
  /** The OpenAPI 3 document of one of `v3Paths`. */
  v3(path: string): unknown;
}

/** Answers below `/openapi/`. */
export interface OpenApiHandler {
  readonly paths: readonly string[];
  readonly handle: Handler;
}

/** Serves `/openapi/v2`, the index `/openapi/v3` with a hash per document, and the documents. */
export function newOpenApiHandler(documents: OpenApiDocuments): OpenApiHandler {
  const made = new Map<string, Encoded>();
  const get = (key: string, make: () => unknown): Encoded => {
    const encoded = made.get(key) ?? encodeOnce(make());
    made.set(key, encoded);
    return encoded;
  };
  const v3 = (path: string): Encoded => get(path, () => documents.v3(path));
  return {
    paths: ['/openapi/v2', '/openapi/v3', ...documents.v3Paths.map((path) => `/openapi/v3/${path}`)],
    handle(request) {
      if (request.path === '/openapi/v2') {
        return Promise.resolve(
          answer(
            request,
            get('v2', () => documents.v2()),
          ),
        );
      }
      if (request.path === '/openapi/v3' || request.path === '/openapi/v3/') {
        return Promise.resolve(
          answer(
            request,
            get('v3', () => index(documents, v3)),
          ),
        );
      }
      const path = request.path.slice('/openapi/v3/'.length);
      if (!request.path.startsWith('/openapi/v3/') || !documents.v3Paths.includes(path)) {
        return Promise.resolve(pathNotFound());
      }
      return Promise.resolve(answer(request, v3(path), request.query.get('hash') ?? undefined));
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
function index(documents: OpenApiDocuments, v3: (path: string) => Encoded): unknown {
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
