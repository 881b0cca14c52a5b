import { realClock } from '@kubescript/apimachinery';
import type * as Undici from 'undici';
import type { Agent, Dispatcher, WebSocket } from 'undici';

import { TokenBucket } from '../workqueue/rate-limiter.ts';
import { BearerToken } from './bearer-token.ts';
import { SpdySession } from '../spdy/session.ts';
import { jsonLines } from './json-lines.ts';
import type { Transport, TransportRequest, TransportResponse } from './transport.ts';

/** Where an API server is and who calls it. Certificates and keys are PEM. */
export interface HttpTransportOptions {
  /** `https://10.0.0.1:6443`, possibly with a path that is put before every request's. */
  readonly server: string;
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly insecureSkipTlsVerify?: boolean;
  /** Name expected in the server's certificate, where it is not the host of `server`. */
  readonly tlsServerName?: string;
  readonly token?: string;
  /** Read again every minute, because projected tokens are replaced while in use. */
  readonly tokenFile?: string;
  /** Asked for the bearer token of every request; keeps and renews it itself. Wins over all others. */
  readonly tokenSource?: () => Promise<string>;
  readonly username?: string;
  readonly password?: string;
  readonly userAgent?: string;
  readonly impersonate?: { readonly user: string; readonly uid?: string; readonly groups?: readonly string[] };
  /** Milliseconds to wait for a connection. */
  readonly connectTimeout?: number;
  /**
   * Requests per second in the long run, and how many of them may be sent at once; without it there is no limit. The
   * lists and watches of informers are not counted, so that a component is not slow to start.
   */
  readonly rate?: { readonly qps: number; readonly burst: number };
}

/** Talks to an API server over HTTP or HTTPS, with connections that are kept alive and shared. */
export class HttpTransport implements Transport {
  readonly #origin: string;
  readonly #prefix: string;
  readonly #options: HttpTransportOptions;
  #connecting: Promise<Connections> | undefined;
  readonly #headers: Readonly<Record<string, string | string[]>>;
  readonly #token: BearerToken | undefined;
  readonly #rate: TokenBucket | undefined;

  constructor(options: HttpTransportOptions) {
    const url = new URL(options.server);
    this.#origin = url.origin;
    this.#prefix = url.pathname.replace(/\/$/, '');
    this.#headers = fixedHeaders(options);
    this.#token = BearerToken.of(options);
    const { rate } = options;
    if (rate !== undefined && rate.qps > 0) this.#rate = new TokenBucket(rate.qps, Math.max(1, rate.burst), realClock);
    this.#options = options;
  }

  async request(request: TransportRequest): Promise<TransportResponse> {
    const wait = isOfInformer(request) ? 0 : (this.#rate?.reserve() ?? 0);
    if (wait > 0) await realClock.sleep(wait, request.signal);
    const authorization = await this.#token?.header();
    const { agent } = await this.#connections();
    const response = await agent.request({
      origin: this.#origin,
      path: this.#prefix + request.path,
      method: request.method,
      headers: {
        ...this.#headers,
        ...(authorization === undefined ? {} : { authorization }),
        ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...request.headers,
      },
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      ...(request.signal === undefined ? {} : { signal: request.signal }),
    });
    return new HttpResponse(response);
  }

  /**
   * Opens a WebSocket with the same identity (exec, attach, port-forward). The caller waits for `open` or
   * `error`, and closes it.
   */
  async openWebSocket(path: string, protocols: readonly string[]): Promise<WebSocket> {
    const authorization = await this.#token?.header();
    const { agent, undici } = await this.#connections();
    return new undici.WebSocket(this.#origin.replace(/^http/, 'ws') + this.#prefix + path, {
      protocols: [...protocols],
      dispatcher: agent,
      headers: { ...this.#headers, ...(authorization === undefined ? {} : { authorization }) },
    });
  }

  /**
   * Opens an SPDY/3.1 connection with the same identity (port-forward); `protocol` is what is spoken over its streams.
   * The caller closes it.
   */
  async openSpdy(path: string, protocol: string): Promise<SpdySession> {
    const authorization = await this.#token?.header();
    const { agent, undici } = await this.#connections();
    const { headers, socket } = await undici.upgrade(this.#origin + this.#prefix + path, {
      dispatcher: agent,
      method: 'POST',
      protocol: 'SPDY/3.1',
      headers: {
        ...this.#headers,
        'x-stream-protocol-version': protocol,
        ...(authorization === undefined ? {} : { authorization }),
      },
    });
    const spoken = headers['x-stream-protocol-version'];
    if (spoken !== undefined && spoken !== protocol) {
      socket.destroy();
      throw new Error(`unable to negotiate protocol: client supports ${protocol}, server returned ${String(spoken)}`);
    }
    return new SpdySession(socket);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const connections = await this.#connecting;
    await connections?.agent.destroy();
  }

  #connections(): Promise<Connections> {
    return (this.#connecting ??= connect(this.#options));
  }
}

/** The HTTP client and its connections to one server. */
interface Connections {
  readonly undici: typeof Undici;
  readonly agent: Agent;
}

/** Loads the HTTP client, which takes longer than most of what it is used for, with the first request only. */
async function connect(options: HttpTransportOptions): Promise<Connections> {
  const undici = await import('undici');
  const agent = new undici.Agent({
    connect: { ...tlsOptions(options), timeout: options.connectTimeout ?? 10_000 },
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: 60_000,
    allowH2: false,
  });
  return { undici, agent };
}

class HttpResponse implements TransportResponse {
  readonly status: number;
  readonly #response: Dispatcher.ResponseData;

  constructor(response: Dispatcher.ResponseData) {
    this.#response = response;
    this.status = response.statusCode;
  }

  get headers(): Readonly<Record<string, string>> {
    const entries = Object.entries(this.#response.headers);
    return Object.fromEntries(
      entries.map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
    );
  }

  json(): Promise<unknown> {
    return this.#response.body.json();
  }

  text(): Promise<string> {
    return this.#response.body.text();
  }

  bytes(): AsyncIterable<Uint8Array> {
    return this.#response.body as AsyncIterable<Uint8Array>;
  }

  values(): AsyncIterable<unknown> {
    return jsonLines(this.bytes());
  }
}

/** Watches, and lists that are answered from the server's cache. */
function isOfInformer({ method, path }: TransportRequest): boolean {
  return method === 'GET' && /[?&](watch=true|resourceVersion=0)(&|$)/.test(path);
}

function tlsOptions(options: HttpTransportOptions): {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly servername?: string;
  readonly rejectUnauthorized?: boolean;
} {
  return {
    ...(options.ca === undefined ? {} : { ca: options.ca }),
    ...(options.cert === undefined ? {} : { cert: options.cert }),
    ...(options.key === undefined ? {} : { key: options.key }),
    ...(options.tlsServerName === undefined ? {} : { servername: options.tlsServerName }),
    ...(options.insecureSkipTlsVerify === true ? { rejectUnauthorized: false } : {}),
  };
}

function fixedHeaders(options: HttpTransportOptions): Record<string, string | string[]> {
  const { impersonate } = options;
  return {
    accept: 'application/json',
    'user-agent': options.userAgent ?? 'kubescript',
    ...(impersonate === undefined ? {} : { 'impersonate-user': impersonate.user }),
    ...(impersonate?.uid === undefined ? {} : { 'impersonate-uid': impersonate.uid }),
    ...(impersonate?.groups === undefined ? {} : { 'impersonate-group': [...impersonate.groups] }),
  };
}
