import type { Transport, TransportRequest, TransportResponse } from '@kubescript/client';

import type { AuditContext } from '../audit/audit-context.ts';
import type { UserInfo } from '../authentication/authenticator.ts';
import { withAuthenticatedGroup } from './filters/authentication.ts';
import type { Handler, ResponseBody, ServerRequest, ServerResponse } from './http.ts';
import type { RequestInfo } from './request-info.ts';

/**
 * A client's way straight into the handler chain of a server in the same process, with an identity of its own.
 * Authorization, admission and all else apply as over a socket; bodies are handed over without being encoded, so what
 * comes out is shared with the server's caches and must not be changed.
 */
export class InProcessTransport implements Transport {
  readonly #handler: Handler;
  readonly #user: UserInfo;
  readonly #userAgent: string;
  readonly #closed = new AbortController();

  constructor(handler: Handler, user: UserInfo, userAgent: string) {
    this.#handler = handler;
    this.#user = withAuthenticatedGroup(user);
    this.#userAgent = userAgent;
  }

  async request(request: TransportRequest): Promise<TransportResponse> {
    request.signal?.throwIfAborted();
    this.#closed.signal.throwIfAborted();
    const call = new InProcessRequest(request, this.#user, this.#userAgent, this.#closed.signal);
    try {
      return new InProcessResponse(await call.race(this.#handler(call)), call);
    } catch (error) {
      call.finish();
      throw error;
    }
  }

  /** Ends what is still open. */
  [Symbol.asyncDispose](): Promise<void> {
    this.#closed.abort(new Error('the transport was closed'));
    return Promise.resolve();
  }
}

const noQuery = new URLSearchParams();
const encoder = new TextEncoder();

/** A TransportRequest as a handler sees it. */
class InProcessRequest implements ServerRequest {
  readonly method: string;
  readonly url: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly peer = { address: '127.0.0.1', certificates: [] };
  readonly decodedBody?: unknown;
  readonly warnings: string[] = [];
  info?: RequestInfo;
  user?: UserInfo;
  audit?: AuditContext;
  onSent?: (bytes: number) => void;
  filterStart?: number;
  received?: number;
  timeoutMs?: number;
  flow?: { readonly schemaUid: string; readonly levelUid: string };
  readonly #abort = new AbortController();
  readonly #release: () => void;

  constructor(request: TransportRequest, user: UserInfo, userAgent: string, closed: AbortSignal) {
    this.method = request.method;
    this.url = request.path;
    const mark = request.path.indexOf('?');
    this.path = mark < 0 ? request.path : request.path.slice(0, mark);
    this.query = mark < 0 ? noQuery : new URLSearchParams(request.path.slice(mark + 1));
    this.headers = { 'user-agent': userAgent, ...request.headers };
    if (request.body !== undefined) this.decodedBody = request.body;
    this.user = user;
    const abort = (): void => {
      this.#abort.abort(request.signal?.reason ?? closed.reason);
    };
    request.signal?.addEventListener('abort', abort);
    closed.addEventListener('abort', abort);
    this.#release = () => {
      request.signal?.removeEventListener('abort', abort);
      closed.removeEventListener('abort', abort);
    };
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  body(): Promise<Uint8Array> {
    return Promise.resolve(
      this.decodedBody === undefined ? new Uint8Array() : encoder.encode(JSON.stringify(this.decodedBody)),
    );
  }

  async *stream(): AsyncIterable<Uint8Array> {
    yield await this.body();
  }

  /** Rejects as soon as the request is aborted, even if the handler does not notice. */
  race<T>(answer: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        reject(this.signal.reason as Error);
      };
      if (this.signal.aborted) onAbort();
      this.signal.addEventListener('abort', onAbort, { once: true });
      answer.then(resolve, reject).finally(() => {
        this.signal.removeEventListener('abort', onAbort);
      });
    });
  }

  /** The client is done: whatever still runs for it may end. */
  finish(): void {
    this.#release();
    this.#abort.abort(new Error('the request is over'));
  }

  /** The client has its whole answer. */
  release(): void {
    this.#release();
  }
}

/** A ServerResponse as a client reads it. */
class InProcessResponse implements TransportResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly #body: ResponseBody;
  readonly #request: InProcessRequest;

  constructor(response: ServerResponse, request: InProcessRequest) {
    this.status = response.status;
    this.headers = Object.fromEntries(
      Object.entries(response.headers).map(([name, value]) => [
        name,
        typeof value === 'string' ? value : value.join(', '),
      ]),
    );
    this.#body = response.body;
    this.#request = request;
    if (response.body.kind !== 'events' && response.body.kind !== 'stream') request.release();
  }

  async json(): Promise<unknown> {
    if (this.#body.kind === 'object') return this.#body.value;
    return JSON.parse(await this.text()) as unknown;
  }

  async text(): Promise<string> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of this.bytes()) chunks.push(chunk);
    return Buffer.concat(chunks).toString('utf8');
  }

  async *bytes(): AsyncIterable<Uint8Array> {
    const body = this.#body;
    try {
      if (body.kind === 'bytes') yield* body.chunks;
      else if (body.kind === 'object') yield* body.encode();
      else if (body.kind === 'stream') yield* body.chunks;
      else if (body.kind === 'events') for await (const event of body.events) yield event.encode();
    } finally {
      this.#request.finish();
    }
  }

  async *values(): AsyncIterable<unknown> {
    if (this.#body.kind !== 'events') {
      yield await this.json();
      return;
    }
    try {
      for await (const event of this.#body.events) yield event.value;
    } finally {
      this.#request.finish();
    }
  }
}
