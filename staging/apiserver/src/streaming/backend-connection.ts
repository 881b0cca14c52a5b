import { type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Duplex } from 'node:stream';

import { newServiceUnavailable } from '@kubescript/apimachinery';

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
  /** PEM of the authority that must have issued the backend's certificate; without it none is checked. */
  readonly ca?: string;
}

/** What is sent. */
export interface BackendRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
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
export function callBackend(
  target: BackendTarget,
  request: BackendRequest,
  tls: BackendTls = {},
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const outgoing = open(target, request, tls);
    outgoing.once('response', resolve);
    outgoing.once('error', (error) => {
      reject(unreachable(target, error));
    });
    outgoing.end(request.body);
  });
}

/** Asks a backend to switch protocols; resolves with the connection, or with its answer if it refuses. */
export function upgradeBackend(
  target: BackendTarget,
  request: BackendRequest,
  tls: BackendTls = {},
): Promise<BackendUpgrade | IncomingMessage> {
  return new Promise((resolve, reject) => {
    const outgoing = open(target, request, tls);
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
  const common = {
    host,
    port,
    path,
    method: request.method,
    headers: request.headers,
    signal: request.signal,
    agent: false,
  };
  if (scheme === 'http') return httpRequest(common);
  return httpsRequest({ ...common, ...tls, rejectUnauthorized: tls.ca !== undefined });
}

/** @go k8s.io/apimachinery/pkg/util/proxy#(*UpgradeAwareHandler) */
function unreachable({ host, port }: BackendTarget, error: Error): Error {
  return newServiceUnavailable(`error trying to reach service: dial tcp ${host}:${String(port)}: ${error.message}`);
}
