import type { IncomingMessage } from 'node:http';

import type { ServerRequest, ServerResponse } from '../server/http.ts';
import { type BackendTarget, type BackendTls, callBackend } from './backend-connection.ts';
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
  'content-length',
  'host',
]);

/**
 * Passes a request on to a backend and its answer back, upgrades included. The client's credentials stay here.
 *
 * @go k8s.io/apimachinery/pkg/util/proxy#(*UpgradeAwareHandler).ServeHTTP
 */
export async function proxyRequest(
  request: ServerRequest,
  target: BackendTarget,
  tls: BackendTls,
): Promise<ServerResponse> {
  if (isUpgrade(request)) return passUpgrade(request, target, tls);
  const headers: Record<string, string> = { 'x-forwarded-for': request.peer.address };
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined && !dropped.has(name)) headers[name] = value;
  }
  const body = await request.body();
  if (body.length > 0) headers['content-length'] = String(body.length);
  const response = await callBackend(target, { method: request.method, headers, body, signal: request.signal }, tls);
  return responseOf(response);
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
