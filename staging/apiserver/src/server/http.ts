import type { Duplex } from 'node:stream';

import type { AuditContext } from '../audit/audit-context.ts';
import type { UserInfo } from '../authentication/authenticator.ts';
import type { EventStream } from './event-stream.ts';
import type { RequestInfo } from './request-info.ts';

/** What the connection tells of the client. */
export interface Peer {
  readonly address: string;
  /** DER of the client certificate and its chain that TLS delivered (verified or not), leaf first. */
  readonly certificates: readonly Uint8Array[];
}

/** A request on its way through the handler chain; filters fill in what they find out. */
export interface ServerRequest {
  readonly method: string;
  /** As it came, with the query. */
  readonly url: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** Names in lower case; repeated headers are joined with ', '. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The values of repeated headers apart (`headerValues`). */
  readonly headersDistinct?: Readonly<Record<string, readonly string[] | undefined>>;
  readonly peer: Peer;
  /** The whole body; throws a StatusError (413) above the server's limit. Empty where there is none. */
  body(): Promise<Uint8Array>;
  /** The body as it comes, however large, for handing it on; in place of `body()`, and once. */
  stream(): AsyncIterable<Uint8Array>;
  /** An already decoded JSON body (in-process transport); `body()` then encodes it on demand. */
  readonly decodedBody?: unknown;
  /** Aborted when the client goes away, the deadline passes or the server has to end. */
  readonly signal: AbortSignal;
  /** Of the connection; absent within the process. */
  readonly httpVersion?: 1 | 2;
  /** Takes over the connection (exec, attach, port-forward, proxied upgrades). Absent where that is impossible. */
  readonly hijack?: () => HijackedConnection;

  /** Names the request in audit logs, here and where it is passed on to. Set by the audit-id filter. */
  auditId?: string;
  /** Set by the request-info filter. */
  info?: RequestInfo;
  /** Set by the authentication filter, replaced by impersonation. */
  user?: UserInfo;
  /** Set by metrics: told how large the answer was, or each event of a watch. */
  onSent?: (bytes: number) => void;
  /** Set by metrics: when it came, on the clock of `performance.now()`. */
  received?: number;
  /** Set by the timeout filter: the time in which it has to be answered. */
  timeoutMs?: number;
  /** Set while filters are timed: when the current one began, in milliseconds. */
  filterStart?: number;
  /** Set by priority and fairness: what the request was matched with. */
  flow?: { readonly schemaUid: string; readonly levelUid: string };
  /** What is recorded of the request; absent where nothing is. */
  audit?: AuditContext;
  /** Warnings for the client, each sent as a `Warning: 299` header. */
  readonly warnings: string[];
}

/** The raw connection of an upgraded request: nothing has been answered on it yet. */
export interface HijackedConnection {
  readonly socket: Duplex;
  /** Bytes of the client that were read together with the request head. */
  readonly head: Uint8Array;
}

/** The body of an answer. */
export type ResponseBody =
  | { readonly kind: 'empty' }
  /** Buffers that are written one after the other; they may be shared with caches. */
  | { readonly kind: 'bytes'; readonly chunks: readonly Uint8Array[] }
  /** Chunks as they become available; the server applies backpressure and ends the iteration when the client goes. */
  | { readonly kind: 'stream'; readonly chunks: AsyncIterable<Uint8Array> }
  /** A JSON value, encoded only if the answer leaves the process. */
  | { readonly kind: 'object'; readonly value: unknown; readonly encode: () => readonly Uint8Array[] }
  /** A watch: each value is encoded, at most once for all watchers, only if the answer leaves the process. */
  | { readonly kind: 'events'; readonly events: EventStream<StreamedEvent> }
  /** The handler took the connection over. */
  | { readonly kind: 'hijacked' };

/** One event of a watch with its encoding. */
export interface StreamedEvent {
  readonly value: unknown;
  readonly encode: () => Uint8Array;
}

/** An answer. */
export interface ServerResponse {
  readonly status: number;
  /** Names in lower case; a list is sent as one header each. */
  readonly headers: Record<string, string | readonly string[]>;
  readonly body: ResponseBody;
}

/** Answers a request. Throws StatusError for what the API reports; anything else thrown is a bug (500, logged). */
export type Handler = (request: ServerRequest) => Promise<ServerResponse>;

/** Wraps a handler: one link of the handler chain. */
export type Filter = (next: Handler) => Handler;
