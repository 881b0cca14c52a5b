import type { IncomingMessage } from 'node:http';
import type { OutgoingHttpHeaders } from 'node:http';
import type { Http2ServerRequest } from 'node:http2';
import type { Writable } from 'node:stream';
import type { DetailedPeerCertificate, TLSSocket } from 'node:tls';

import { newRequestEntityTooLarge } from '@kubescript/apimachinery';

import type { AuditContext } from '../audit/audit-context.ts';
import type { UserInfo } from '../authentication/authenticator.ts';
import type { HijackedConnection, Peer, ServerRequest } from './http.ts';
import type { RequestInfo } from './request-info.ts';

/** What Node gives for HTTP/1.1 and HTTP/2 alike. */
export type NodeRequest = IncomingMessage | Http2ServerRequest;
/** Where Node takes the answer, in what HTTP/1.1 and HTTP/2 have in common. */
export interface NodeResponse extends Writable {
  writeHead(status: number, headers: OutgoingHttpHeaders): unknown;
  flushHeaders?(): void;
}

/** A ServerRequest over a request of node:http or node:http2. */
export class NodeServerRequest implements ServerRequest {
  readonly method: string;
  readonly url: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly httpVersion: 1 | 2;
  readonly hijack?: () => HijackedConnection;
  readonly warnings: string[] = [];
  auditId?: string;
  info?: RequestInfo;
  user?: UserInfo;
  audit?: AuditContext;
  onSent?: (bytes: number) => void;
  filterStart?: number;
  received?: number;
  timeoutMs?: number;
  flow?: { readonly schemaUid: string; readonly levelUid: string };
  readonly #request: NodeRequest;
  readonly #limit: number;
  readonly #abort = new AbortController();
  #body: Promise<Uint8Array> | undefined;
  #peer: Peer | undefined;
  #distinct: Readonly<Record<string, readonly string[] | undefined>> | undefined;

  constructor(
    request: NodeRequest,
    options: { readonly maxBodyBytes: number; readonly hijack?: () => HijackedConnection },
  ) {
    this.#request = request;
    this.#limit = options.maxBodyBytes;
    this.method = request.method ?? 'GET';
    this.url = request.url ?? '/';
    const mark = this.url.indexOf('?');
    this.path = mark < 0 ? this.url : this.url.slice(0, mark);
    this.query = parseQuery(mark < 0 ? '' : this.url.slice(mark + 1));
    this.headers = joinHeaders(request);
    this.httpVersion = request.httpVersionMajor === 2 ? 2 : 1;
    if (options.hijack) this.hijack = options.hijack;
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** The values of repeated headers apart, collected when first asked for. */
  get headersDistinct(): Readonly<Record<string, readonly string[] | undefined>> {
    this.#distinct ??= distinctHeaders(this.#request.rawHeaders);
    return this.#distinct;
  }

  /** The TLS facts of the connection, read when first asked for. */
  get peer(): Peer {
    this.#peer ??= peerOf(this.#request.socket as unknown as TLSSocket);
    return this.#peer;
  }

  /** Ends whatever still works for this request. */
  abort(reason: Error): void {
    this.#abort.abort(reason);
  }

  body(): Promise<Uint8Array> {
    this.#body ??= readBody(this.#request, this.#limit);
    return this.#body;
  }

  stream(): AsyncIterable<Uint8Array> {
    return this.#request as AsyncIterable<Uint8Array>;
  }
}

/** Go's url.ParseQuery reads no more, and none of them then. */
const maxParameters = 10_000;

/** The parameters; none if there are too many, as reading them takes time in the square of their number. */
function parseQuery(text: string): URLSearchParams {
  let count = 1;
  for (let at = text.indexOf('&'); at >= 0 && count <= maxParameters; at = text.indexOf('&', at + 1)) count++;
  return new URLSearchParams(count > maxParameters ? '' : text);
}

function joinHeaders(request: NodeRequest): Record<string, string | undefined> {
  const joined: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    if (!name.startsWith(':')) joined[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  const host = joined['host'] ?? request.headers[':authority'];
  if (typeof host === 'string') joined['host'] = host;
  return joined;
}

/** Names and values in turns, as they came over the wire. */
function distinctHeaders(rawHeaders: readonly string[]): Record<string, string[] | undefined> {
  const distinct: Record<string, string[] | undefined> = {};
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? '').toLowerCase();
    (distinct[name] ??= []).push(rawHeaders[at + 1] ?? '');
  }
  return distinct;
}

/** Reads on events, which cost a request much less than an iterator does. */
function readBody(request: NodeRequest, limit: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      chunks.push(chunk);
      if (size > limit) refuse(tooLarge(limit));
    };
    const refuse = (error: Error): void => {
      request.off('data', take);
      request.pause();
      reject(error);
    };
    if (Number(request.headers['content-length'] ?? 0) > limit) {
      reject(tooLarge(limit));
      return;
    }
    request.on('data', take);
    request.once('end', () => {
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
    });
    request.once('error', refuse);
    request.once('close', () => {
      if (!request.readableEnded) reject(new Error('the client went away before its request was complete'));
    });
  });
}

const tooLarge = (limit: number): Error => newRequestEntityTooLarge(`limit is ${String(limit)}`);

function peerOf(socket: TLSSocket | null): Peer {
  const address = socket?.remoteAddress ?? '';
  if (typeof socket?.getPeerCertificate !== 'function') return { address, certificates: [] };
  const certificates: Uint8Array[] = [];
  // Without a certificate Node gives an empty object, and the last issuer may be itself or missing.
  let current: Partial<DetailedPeerCertificate> | undefined = socket.getPeerCertificate(true);
  while (current?.raw !== undefined) {
    certificates.push(current.raw);
    const issuer: Partial<DetailedPeerCertificate> | undefined = current.issuerCertificate;
    if (issuer === current || issuer?.fingerprint256 === current.fingerprint256) break;
    current = issuer;
  }
  return { address, certificates };
}
