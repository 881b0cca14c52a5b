import { createSecureServer, type Http2SecureServer } from 'node:http2';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';

import { realClock } from '@kubescript/apimachinery';

import {
  type ConnectionTimeouts,
  defaultConnectionTimeouts,
  expectRestOfBody,
  limitConnections,
  maxHeaderBytes,
  refuseMalformed,
} from './connection-limits.ts';
import type { Handler, ServerResponse } from './http.ts';
import { NodeServerRequest, type NodeRequest, type NodeResponse } from './node-request.ts';
import { writeResponse } from './node-response.ts';
import { type TlsMaterial, contextByName, secureContextOptions } from './tls-material.ts';
import { writeRawResponse } from './raw-response.ts';
import { hasTurn, isAhead } from './request-turn.ts';

/** How to serve. */
export interface SecureServerOptions {
  readonly handler: Handler;
  /** What connections are secured with. */
  readonly tls: TlsMaterial;
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** Upstream's by default. */
  readonly timeouts?: Partial<ConnectionTimeouts>;
  /** 3 MiB by default. */
  readonly maxBodyBytes?: number;
  /** HTTP/2 requests at once on one connection; 250 by default. */
  readonly maxStreams?: number;
  /** Told of handshakes that failed. */
  readonly onHandshakeError?: () => void;
  /** Whether other processes may listen on the port too. */
  readonly sharesPort?: boolean;
  /** Whether large answers are compressed for clients that take it; yes by default. */
  readonly compressResponses?: boolean;
  /** Told of what no handler caught, and of connections that broke. */
  readonly onError?: (error: unknown) => void;
}

/** The largest request body, as in the reference. */
export const defaultMaxBodyBytes = 3 * 1024 * 1024;
const defaultMaxStreams = 250;
/** In MB: every stream may hold one write and one window of a megabyte. Node refuses streams beyond it, from 10 MB on by default. */
const sessionMemoryPerStream = 2;
const goneReason = new Error('the client went away');

/**
 * One port for HTTP/1.1 and HTTP/2 over TLS. Client certificates are asked for, not required, and handed on
 * unverified. `close` stops listening, waits for running requests, then cuts what is left.
 */
export class SecureServer implements AsyncDisposable {
  readonly #server: Http2SecureServer;
  readonly #options: SecureServerOptions;
  readonly #timeouts: ConnectionTimeouts;
  readonly #sockets = new Set<Socket>();
  #tls: TlsMaterial;
  #contextByName: ReturnType<typeof contextByName>;
  readonly #running = new Set<NodeServerRequest>();
  #stopped: Promise<void> | undefined;

  constructor(options: SecureServerOptions) {
    this.#options = options;
    this.#tls = options.tls;
    this.#contextByName = contextByName(options.tls);
    const { maxStreams = defaultMaxStreams } = options;
    this.#timeouts = { ...defaultConnectionTimeouts, ...options.timeouts };
    this.#server = createSecureServer({
      allowHTTP1: true,
      ...secureContextOptions(options.tls),
      SNICallback: (name, done) => {
        // Without a certificate for the name Node takes the one for all.
        done(null, this.#contextByName(name));
      },
      requestCert: true,
      rejectUnauthorized: false,
      maxHeaderListPairs: 256,
      handshakeTimeout: this.#timeouts.readHeaderMs,
      http1Options: { keepAliveTimeout: this.#timeouts.idleMs },
      maxSessionMemory: sessionMemoryPerStream * maxStreams,
      settings: { maxConcurrentStreams: maxStreams, initialWindowSize: 1 << 20, maxHeaderListSize: maxHeaderBytes },
    });
    this.#server.on('request', (request, response) => {
      if (isAhead(request, response)) void this.serveInTurn(request, response);
      else void this.serve(request, response);
    });
    this.#server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      void this.serveUpgrade(request, socket, head);
    });
    this.#server.on('secureConnection', (socket: Socket) => {
      this.#track(socket);
    });
    this.#server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
      refuseMalformed(error, socket);
    });
    this.#server.on('tlsClientError', () => options.onHandshakeError?.());
    this.#server.on('sessionError', (error) => options.onError?.(error));
    this.#server.setTimeout(0);
    limitConnections(this.#server, this.#timeouts);
  }

  /** Starts to listen; rejects with Node's error (EADDRINUSE, EACCES) if it cannot. */
  async listen(): Promise<AddressInfo> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      const { host, port, sharesPort = false } = this.#options;
      this.#server.listen({ host, port, ...(sharesPort ? { reusePort: true } : {}) }, () => {
        this.#server.off('error', reject);
        this.#server.on('error', (error) => this.#options.onError?.(error));
        resolve();
      });
    });
    return this.address;
  }

  /** Secures new connections with other certificates, or asks for those of other authorities. Throws if one is none. */
  updateTls(change: Partial<TlsMaterial>): void {
    const tls = { ...this.#tls, ...change };
    const named = contextByName(tls);
    this.#server.setSecureContext(secureContextOptions(tls));
    this.#contextByName = named;
    this.#tls = tls;
  }

  /** Where it listens. */
  get address(): AddressInfo {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('the server does not listen');
    return address;
  }

  /** Answers one request of either protocol. */
  async serve(incoming: NodeRequest, out: NodeResponse): Promise<void> {
    const request = new NodeServerRequest(incoming, {
      maxBodyBytes: this.#options.maxBodyBytes ?? defaultMaxBodyBytes,
    });
    this.#running.add(request);
    out.once('close', () => {
      this.#running.delete(request);
      request.abort(goneReason);
    });
    out.on('error', () => {
      request.abort(goneReason);
    });
    try {
      const response = await this.#options.handler(request);
      if (request.httpVersion === 2 && response.headers['connection'] === 'close') part(incoming, response);
      await writeResponse(out, response, request, this.#options.compressResponses ?? true);
      await expectRestOfBody(incoming, this.#timeouts.bodyAfterAnswerMs);
    } catch (error) {
      this.#options.onError?.(error);
      out.destroy();
    }
  }

  /** Answers a request when those before it on its connection are answered. */
  async serveInTurn(incoming: NodeRequest, out: NodeResponse): Promise<void> {
    if (await hasTurn(incoming, out)) await this.serve(incoming, out);
  }

  /** Answers a request that asks for another protocol; the handler takes the connection or answers on it. */
  async serveUpgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const connection = { isTaken: false };
    const hijack = (): { socket: Duplex; head: Uint8Array } => {
      connection.isTaken = true;
      return { socket, head };
    };
    const request = new NodeServerRequest(incoming, {
      maxBodyBytes: this.#options.maxBodyBytes ?? defaultMaxBodyBytes,
      hijack,
    });
    this.#running.add(request);
    socket.once('close', () => {
      this.#running.delete(request);
      request.abort(goneReason);
    });
    socket.on('error', () => {
      request.abort(goneReason);
    });
    try {
      const response = await this.#options.handler(request);
      if (!connection.isTaken) await writeRawResponse(socket, response);
    } catch (error) {
      this.#options.onError?.(error);
      socket.destroy();
    }
  }

  /** Takes no more connections, and leaves those there are alone; resolves when the last of them is closed. */
  stopListening(): Promise<void> {
    this.#stopped ??= new Promise((resolve) =>
      this.#server.close(() => {
        resolve();
      }),
    );
    return this.#stopped;
  }

  /** Stops listening and waits up to `drainMs` for running requests before it cuts the connections. */
  async close(drainMs = 2000): Promise<void> {
    const drained = new AbortController();
    const closed = this.stopListening();
    if (this.#running.size === 0) this.#cut();
    else void this.#cutAfter(drainMs, drained.signal);
    await closed;
    drained.abort();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #track(socket: Socket): void {
    this.#sockets.add(socket);
    socket.setNoDelay(true);
    socket.setKeepAlive(true, 30_000);
    socket.once('close', () => this.#sockets.delete(socket));
  }

  async #cutAfter(ms: number, signal: AbortSignal): Promise<void> {
    try {
      await realClock.sleep(ms, signal);
    } catch {
      return;
    }
    this.#cut();
  }

  #cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}

/** HTTP/2 has no `Connection: close`: the session takes no further requests and ends with its last answer. */
function part(incoming: NodeRequest, response: ServerResponse): void {
  delete response.headers['connection'];
  if ('stream' in incoming) incoming.stream.session?.close();
}
