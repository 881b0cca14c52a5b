import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';

import { newBadRequest } from '@kubescript/apimachinery';

import type { ServerRequest, ServerResponse } from '../server/http.ts';
import {
  type BackendHeaders,
  type BackendTarget,
  type BackendTls,
  type BackendUpgrade,
  upgradeBackend,
} from './backend-connection.ts';
import { responseOf } from './reverse-proxy.ts';

/** Headers that belong to the request for another protocol; all others stay here. */
const upgradeHeaders = [
  'upgrade',
  'sec-websocket-key',
  'sec-websocket-version',
  'sec-websocket-protocol',
  'sec-websocket-extensions',
  'x-stream-protocol-version',
  'origin',
];

/** Whether a request asks for another protocol on its connection. */
export function isUpgrade(request: ServerRequest): boolean {
  return request.headers['upgrade'] !== undefined && /\bupgrade\b/i.test(request.headers['connection'] ?? '');
}

/**
 * Joins the client's connection with one to a backend that agreed to the same protocol, and passes bytes both ways
 * without reading them, until either side ends. What the backend answers instead is passed on. Of the client's headers
 * only those of the upgrade are sent, unless `others` says what to send with them.
 *
 * @go k8s.io/apimachinery/pkg/util/proxy#(*UpgradeAwareHandler).tryUpgrade
 */
export async function passUpgrade(
  request: ServerRequest,
  target: BackendTarget,
  tls: BackendTls,
  others: BackendHeaders = {},
): Promise<ServerResponse> {
  if (!isUpgrade(request) || !request.hijack) throw newBadRequest('Upgrade request required');
  const headers: Record<string, string | readonly string[]> = { ...others, connection: 'Upgrade' };
  for (const name of upgradeHeaders) {
    const value = request.headers[name];
    if (value !== undefined) headers[name] = value;
  }
  const answer = await upgradeBackend(target, { method: request.method, headers, signal: request.signal }, tls);
  if (!('upgraded' in answer)) return responseOf(answer);
  const client = request.hijack();
  client.socket.write(headOf(answer.response));
  if (answer.head.length > 0) client.socket.write(answer.head);
  if (client.head.length > 0) answer.socket.write(client.head);
  void joinSockets(client.socket, answer.socket);
  return { status: 101, headers: {}, body: { kind: 'hijacked' } };
}

/** The head of an answer, byte for byte as it came. */
function headOf(response: IncomingMessage): Buffer {
  const lines = [`HTTP/1.1 ${String(response.statusCode)} ${response.statusMessage ?? ''}`];
  for (let index = 0; index < response.rawHeaders.length; index += 2) {
    lines.push(`${response.rawHeaders[index] ?? ''}: ${response.rawHeaders[index + 1] ?? ''}`);
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
}

/**
 * Passes bytes and ends both ways; a side that breaks takes the other with it. Two calls of `pipeline`, one each way,
 * would put so many listeners on each socket that Node warns of a leak.
 */
async function joinSockets(client: BackendUpgrade['socket'], backend: BackendUpgrade['socket']): Promise<void> {
  client.pipe(backend);
  backend.pipe(client);
  try {
    await Promise.all([finished(client), finished(backend)]);
  } catch {
    client.destroy();
    backend.destroy();
  }
}
