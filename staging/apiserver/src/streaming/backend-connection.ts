import { type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http';
import { type Agent, request as httpsRequest } from 'node:https';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { newServiceUnavailable } from '@kubescript/apimachinery';

import { dialErrorText } from './dial-error.ts';

/** Where a request is passed on to. */
export interface BackendTarget {
  readonly scheme: 'http' | 'https';
  readonly host: string;
  readonly port: number;
  /** Path and query. */
  readonly path: string;
}

/** What the API server shows, and believes, towards a backend over TLS. */
export interface BackendTls {
  readonly cert?: string;
  readonly key?: string;
  /** PEM of the authority that must have issued the backend's certificate. */
  readonly ca?: string;
  /** Whether the certificate is checked; without it, it is if there is a `ca`. */
  readonly verify?: boolean;
  /** The name that the certificate must be for, in place of the host. */
  readonly servername?: string;
  /** Keeps connections for further requests; without it each request has a connection of its own. */
  readonly agent?: Agent;
}

/** Headers of a request; a list is sent as one header each. */
export type BackendHeaders = Readonly<Record<string, string | readonly string[]>>;

/** What is sent. */
export interface BackendRequest {
  readonly method: string;
  readonly headers: BackendHeaders;
  /** A stream is sent as it comes. */
  readonly body?: Uint8Array | AsyncIterable<Uint8Array>;
  readonly signal: AbortSignal;
}

/** An upgraded connection to a backend, with the answer's head and what followed it at once. */
export interface BackendUpgrade {
  readonly upgraded: true;
  readonly response: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Uint8Array;
}

/** Sends a request to a backend; resolves with the head of its answer, 503 if it cannot be reached. */
export async function callBackend(
  target: BackendTarget,
  request: BackendRequest,
  tls: BackendTls = {},
): Promise<IncomingMessage> {
  const first = await callOnce(target, request, tls);
  if (first !== 'stale') return first;
  const { agent: _, ...fresh } = tls;
  const second = await callOnce(target, request, fresh);
  if (second === 'stale') throw new Error('a connection of its own cannot be stale');
  return second;
}

/** `stale` if a kept connection turned out to be closed before anything of the request can have been read. */
function callOnce(target: BackendTarget, request: BackendRequest, tls: BackendTls): Promise<IncomingMessage | 'stale'> {
  return new Promise((resolve, reject) => {
    const outgoing = open(target, request, tls);
    outgoing.once('response', resolve);
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      if (outgoing.reusedSocket && error.code === 'ECONNRESET' && isRepeatable(request)) resolve('stale');
      else reject(unreachable(target, error));
    });
    send(request.body, outgoing);
  });
}

function isRepeatable({ method, body }: BackendRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && body === undefined;
}

/** Sends the body; what fails in between is told by the request's own `error`. */
function send(body: BackendRequest['body'], outgoing: ClientRequest): void {
  if (body === undefined || body instanceof Uint8Array) outgoing.end(body);
  else void pipeline(body, outgoing).catch(() => undefined);
}

/** Asks a backend to switch protocols; resolves with the connection, or with its answer if it refuses. */
export function upgradeBackend(
  target: BackendTarget,
  request: BackendRequest,
  tls: BackendTls = {},
): Promise<BackendUpgrade | IncomingMessage> {
  const { agent: _, ...own } = tls;
  return new Promise((resolve, reject) => {
    const outgoing = open(target, request, own);
    outgoing.once('upgrade', (response, socket, head) => {
      resolve({ upgraded: true, response, socket, head });
    });
    outgoing.once('response', resolve);
    outgoing.once('error', (error) => {
      reject(unreachable(target, error));
    });
    outgoing.end();
  });
}

function open(target: BackendTarget, request: BackendRequest, tls: BackendTls): ClientRequest {
  const { scheme, host, port, path } = target;
  const { agent = false, verify, ...credentials } = tls;
  const common = {
    host,
    port,
    path,
    method: request.method,
    headers: request.headers as Record<string, string | string[]>,
    signal: request.signal,
  };
  if (scheme === 'http') return httpRequest({ ...common, agent: false });
  return httpsRequest({ ...common, ...credentials, agent, rejectUnauthorized: verify ?? tls.ca !== undefined });
}

/** @go k8s.io/apimachinery/pkg/util/proxy#(*UpgradeAwareHandler) */
function unreachable({ host, port }: BackendTarget, error: Error): Error {
  return newServiceUnavailable(`error trying to reach service: ${dialErrorText(error, `${host}:${String(port)}`)}`);
}
