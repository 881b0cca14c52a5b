import type { Handler, ServerRequest, ServerResponse } from '../server/http.ts';
import { pathNotFound } from '../server/plain-response.ts';
import { jsonOnly, negotiateDocument, swaggerTypes } from './negotiate.ts';
import { type EncodedDocument, SwaggerEncoder } from './swagger-encoder.ts';
import { swaggerToProtobuf } from './v2-protobuf.ts';

/** The OpenAPI documents of a server; each is made when first asked for. */
export interface OpenApiDocuments {
  /** The Swagger 2.0 document of everything. The same object until what it describes changes. */
  v2(): object;
  /**
   * What `v2` is merged from, where that is several documents: each makes one, the same as long as it is the same
   * function.
   */
  readonly v2Pieces?: readonly (() => object)[];
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
  const encoder = new SwaggerEncoder();
  const encodings = new WeakMap<object, EncodedDocument>();
  const encode = (document: object): EncodedDocument => {
    const encoded = encodings.get(document) ?? encoder.encode(document);
    encodings.set(document, encoded);
    return encoded;
  };
  const binaries = new WeakMap<object, Uint8Array>();
  const encodeBinary = (document: object): Uint8Array => {
    const bytes = binaries.get(document) ?? swaggerToProtobuf(document);
    binaries.set(document, bytes);
    return bytes;
  };
  function answerSwagger(request: ServerRequest, document: object): ServerResponse {
    const contentType = negotiateDocument(request, swaggerTypes);
    const encoded = encode(document);
    if (contentType === 'application/json') return answerAs(request, { contentType, encoded });
    // Both forms have the same tag: the answer varies with what is accepted.
    return answerAs(request, { contentType, encoded, binary: () => encodeBinary(document) });
  }
  let made: { readonly of: OpenApiDocuments; readonly index: object } | undefined;
  function indexNow(): object {
    const of = documents();
    if (made?.of !== of) made = { of, index: index(of, (path) => encode(of.v3(path))) };
    return made.index;
  }
  const prepared = new WeakSet<() => object>();
  /** Makes and encodes pieces that are new, a few at a time, so that other requests are answered meanwhile. */
  async function prepare({ v2Pieces = [] }: OpenApiDocuments): Promise<void> {
    let begin = performance.now();
    for (const piece of v2Pieces) {
      if (prepared.has(piece)) continue;
      encoder.prepare(piece());
      prepared.add(piece);
      if (performance.now() - begin < maxBusyMs) continue;
      await nextTurn();
      begin = performance.now();
    }
  }
  async function answerNow(request: ServerRequest): Promise<ServerResponse> {
    if (request.path === '/openapi/v2') {
      const all = documents();
      await prepare(all);
      const document = all.v2();
      if (!encodings.has(document)) encodings.set(document, await encoder.encodeSlowly(document, nextTurn));
      return answerSwagger(request, document);
    }
    if (request.path.startsWith('/openapi/v3')) await encodeIndexed(documents());
    return answerVersion(request);
  }
  /** Encodes what the index needs the hashes of, a few at a time. */
  async function encodeIndexed(all: OpenApiDocuments): Promise<void> {
    let begin = performance.now();
    for (const path of all.v3Paths) {
      encode(all.v3(path));
      if (performance.now() - begin < maxBusyMs) continue;
      await nextTurn();
      begin = performance.now();
    }
  }
  function answerVersion(request: ServerRequest): ServerResponse {
    if (request.path === '/openapi/v3' || request.path === '/openapi/v3/') return answer(request, encode(indexNow()));
    const path = request.path.slice('/openapi/v3/'.length);
    const now = documents();
    if (!request.path.startsWith('/openapi/v3/') || !now.v3Paths.includes(path)) return pathNotFound();
    return answer(request, encode(now.v3(path)), request.query.get('hash') ?? undefined);
  }
  return {
    paths: ['/openapi/v2', '/openapi/v3', '/openapi/v3/'],
    handle: function answerOpenApi(request) {
      return answerNow(request);
    },
  };
}

/** How long documents are worked on before others get their turn. */
const maxBusyMs = 10;
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Where each document is, with its hash in the query so that it can be cached for ever. */
function index(documents: OpenApiDocuments, v3: (path: string) => EncodedDocument): object {
  const entries = documents.v3Paths.map((path) => [
    path,
    { serverRelativeURL: `/openapi/v3/${path}?hash=${v3(path).hash}` },
  ]);
  return { paths: Object.fromEntries(entries) as unknown };
}

function answer(request: ServerRequest, encoded: EncodedDocument, hash?: string): ServerResponse {
  const contentType = negotiateDocument(request, jsonOnly);
  return answerAs(request, { contentType, encoded, ...(hash === undefined ? {} : { hash }) });
}

interface Answer {
  readonly contentType: string;
  readonly encoded: EncodedDocument;
  /** Makes the bytes to send instead of JSON. */
  readonly binary?: () => Uint8Array;
  /** The hash that the client expects. */
  readonly hash?: string;
}

function answerAs(request: ServerRequest, { contentType, encoded, binary, hash }: Answer): ServerResponse {
  const etag = `"${encoded.hash}"`;
  const headers: Record<string, string> = {
    'content-type': contentType,
    etag,
    vary: 'Accept',
    'accept-ranges': 'bytes',
  };
  if (hash === encoded.hash) headers['cache-control'] = 'public, immutable';
  if (request.headers['if-none-match'] === etag) return { status: 304, headers, body: { kind: 'empty' } };
  if (binary) return { status: 200, headers, body: { kind: 'bytes', chunks: [binary()] } };
  return { status: 200, headers, body: { kind: 'object', value: encoded.value, encode: () => encoded.chunks } };
}
