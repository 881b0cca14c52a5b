import type { Http2SecureServer, ServerHttp2Session } from 'node:http2';
import type { Duplex } from 'node:stream';

import { newGenericServerResponse, realClock } from '@kubescript/apimachinery';

import type { NodeRequest } from './node-request.ts';

/** How long clients may keep a connection busy with nothing; in milliseconds. */
export interface ConnectionTimeouts {
  /** From the connection, or the end of the last answer, to the end of a request's head. */
  readonly readHeaderMs: number;
  /** Between requests. */
  readonly idleMs: number;
  /** From the end of an answer to that of the request's body. */
  readonly bodyAfterAnswerMs: number;
}

/** @go k8s.io/apiserver/pkg/server#(*SecureServingInfo).Serve */
export const defaultConnectionTimeouts: ConnectionTimeouts = {
  readHeaderMs: 32_000,
  idleMs: 180_000,
  bodyAfterAnswerMs: 5000,
};

/** The head of a request, its URL included, as in Go's net/http. */
export const maxHeaderBytes = 1 << 20;

/**
 * Cuts connections whose clients do not get to the point: that send no whole head in time (HTTP/1.1), or have no stream
 * for long (HTTP/2). How long a body may take is bounded by the request's own deadline, then by `bodyAfterAnswer`.
 */
export function limitConnections(server: Http2SecureServer, { readHeaderMs, idleMs }: ConnectionTimeouts): void {
  // Node's server of both protocols has the settings of its HTTP/1.1 server, though its types do not say so.
  Object.assign(server, {
    headersTimeout: readHeaderMs,
    requestTimeout: 0,
    connectionsCheckingInterval: Math.min(readHeaderMs, 5000),
    maxHeaderSize: maxHeaderBytes,
  });
  server.on('session', (session) => {
    closeWhenIdle(session, idleMs);
  });
}

function closeWhenIdle(session: ServerHttp2Session, idleMs: number): void {
  let streams = 0;
  session.on('stream', (stream) => {
    streams++;
    stream.once('close', () => {
      streams--;
    });
  });
  session.setTimeout(idleMs, () => {
    if (streams === 0) session.close();
  });
}

/**
 * Waits a little for the rest of a body that was answered before it had come, and cuts the connection if it does not
 * come: nobody is bound to read it.
 */
export async function expectRestOfBody(incoming: NodeRequest, ms: number): Promise<void> {
  if (isWhole(incoming)) return;
  const over = new AbortController();
  const stop = (): void => {
    over.abort();
  };
  incoming.once('end', stop);
  incoming.once('close', stop);
  incoming.resume();
  try {
    await realClock.sleep(ms, over.signal);
    if ('stream' in incoming) incoming.stream.close();
    else incoming.socket.destroy();
  } catch {
    // It came, or the client went.
  }
}

/** Whether the whole request has come; an HTTP/2 request whose head was its end counts though nobody read its body. */
function isWhole(incoming: NodeRequest): boolean {
  if (incoming.complete || incoming.destroyed || incoming.readableEnded) return true;
  return 'stream' in incoming && (incoming.stream.endAfterHeaders || incoming.stream.closed);
}

/** Connections that end: what still comes on them is not read. */
const refused = new WeakSet<Duplex>();
/** A connection that is cut while data comes may lose the answer on its way: it is left open so long (Go's rstAvoidanceDelay). */
const lingerMs = 500;

/** Answers what cannot be parsed in the way of Go's net/http, and closes the connection. */
export function refuseMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (refused.has(socket)) return;
  refused.add(socket);
  if (!socket.writable || error.code === 'ECONNRESET' || error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    socket.destroy();
    return;
  }
  if (error.code === 'HPE_INVALID_METHOD') {
    refuse(socket, methodNotAllowed());
    return;
  }
  const text = error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request';
  const head = `HTTP/1.1 ${text}\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n`;
  refuse(socket, head + text);
}

function refuse(socket: Duplex, answer: string): void {
  const closed = new AbortController();
  socket.once('close', () => {
    closed.abort();
  });
  socket.end(answer);
  void realClock.sleep(lingerMs, closed.signal).then(
    () => socket.destroy(),
    () => undefined,
  );
}

function methodNotAllowed(): string {
  const body = JSON.stringify(newGenericServerResponse({ code: 405, verb: '' }).status);
  const head = `HTTP/1.1 405 Method Not Allowed\r\nContent-Type: application/json\r\nContent-Length: ${String(body.length)}`;
  return `${head}\r\nConnection: close\r\n\r\n${body}`;
}
