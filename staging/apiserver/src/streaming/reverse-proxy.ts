import type { IncomingMessage } from 'node:http';

import type { ServerRequest, ServerResponse } from '../server/http.ts';
import { type BackendHeaders, type BackendTarget, type BackendTls, callBackend } from './backend-connection.ts';
import { isUpgrade, passUpgrade } from './upgrade.ts';

/** Headers that concern one connection, or that show who the client is to the API server. */
const dropped = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'authorization',
  'host',
]);

/** How a request is passed on. */
export interface ProxyOptions {
  readonly tls: BackendTls;
  /**
   * The headers to send, made of those of the client that may be passed on. An upgrade then carries them all; without
   * it, only what belongs to the upgrade.
   */
  readonly headers?: (passedOn: BackendHeaders) => BackendHeaders;
}

/**
 * Passes a request on to a backend and its answer back, both as they come, upgrades included. The client's credentials
 * stay here.
 *
 * @go k8s.io/apimachinery/pkg/util/proxy#(*UpgradeAwareHandler).ServeHTTP
 */
export async function proxyRequest(
  request: ServerRequest,
  target: BackendTarget,
  { tls, headers: makeHeaders }: ProxyOptions,
): Promise<ServerResponse> {
  const passedOn = headersOf(request);
  if (isUpgrade(request)) return passUpgrade(request, target, tls, makeHeaders?.(passedOn));
  const body = hasBody(request) ? request.stream() : undefined;
  const { method, signal } = request;
  const headers = makeHeaders?.(passedOn) ?? passedOn;
  const response = await callBackend(target, { method, headers, signal, ...(body ? { body } : {}) }, tls);
  return responseOf(response);
}

function headersOf(request: ServerRequest): BackendHeaders {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined && !dropped.has(name)) headers[name] = value;
  }
  if (request.auditId !== undefined) headers['audit-id'] = request.auditId;
  const { 'x-forwarded-for': earlier } = headers;
  headers['x-forwarded-for'] = earlier === undefined ? request.peer.address : `${earlier}, ${request.peer.address}`;
  return headers;
}

/** HTTP/2 needs to announce nothing, so a method that may have a body is taken to have one. */
function hasBody({ method, headers, decodedBody }: ServerRequest): boolean {
  if (decodedBody !== undefined) return true;
  const length = headers['content-length'];
  if (length !== undefined) return length !== '0';
  return headers['transfer-encoding'] !== undefined || method === 'POST' || method === 'PUT' || method === 'PATCH';
}

/** A backend's answer as an answer of ours, its body passed on as it comes. */
export function responseOf(response: IncomingMessage): ServerResponse {
  const headers: Record<string, string | readonly string[]> = {};
  for (const [name, value] of Object.entries(response.headers)) {
    if (value !== undefined && !hopHeaders.has(name)) headers[name] = value;
  }
  return {
    status: response.statusCode ?? 502,
    headers,
    body: { kind: 'stream', chunks: response as AsyncIterable<Uint8Array> },
  };
}

const hopHeaders = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'proxy-connection']);
