import type { Agent } from 'node:https';
import { request as httpsRequest } from 'node:https';

import type { ApiServerAddress } from '../framework/api-server.ts';
import type { FuzzAnswer } from './check-answer.ts';
import type { FuzzRequest } from './fuzz-request.ts';

/** Within this time every request is answered; the server's own limit for waiting on a resourceVersion is 3 s. */
const patience = 20_000;
/** Streams go on until the client leaves. */
const streamTime = 300;

/** Sends a request; undefined if Node's client refuses to write it. Rejects if it is not answered in time. */
export function send(
  server: ApiServerAddress,
  agent: Agent,
  { method, path, query, headers, body }: FuzzRequest,
): Promise<FuzzAnswer | undefined> {
  const { hostname, port } = new URL(server.url);
  // Given as it is: a URL would be put in order before it is sent.
  const target = path + (query === '' ? '' : `?${query}`);
  return new Promise((resolve, reject) => {
    const given = { ...headers, authorization: `Bearer ${server.token}`, 'content-length': Buffer.byteLength(body) };
    let outgoing: ReturnType<typeof httpsRequest>;
    try {
      outgoing = httpsRequest({ hostname, port, path: target, method, headers: given, agent });
    } catch {
      resolve(undefined);
      return;
    }
    const timer = setTimeout(() => outgoing.destroy(new Error('not answered in time')), patience);
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      // The server may close an idle connection just when it is used again.
      const isStale = outgoing.reusedSocket && error.code === 'ECONNRESET';
      if (isStale) send(server, agent, { method, path, query, headers, body }).then(resolve, reject);
      else reject(error);
    });
    outgoing.on('response', (response) => {
      const chunks: Buffer[] = [];
      const finish = (): void => {
        clearTimeout(timer);
        clearTimeout(leave);
        const contentType = response.headers['content-type'] ?? '';
        const raw = response.complete ? Buffer.concat(chunks) : Buffer.alloc(0);
        const body = raw.toString();
        resolve({ status: response.statusCode ?? 0, contentType: response.complete ? contentType : '', body, raw });
      };
      const isStream = response.headers['transfer-encoding'] === 'chunked' && /watch|follow/.test(target);
      const leave = setTimeout(() => isStream && response.destroy(), streamTime);
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', () => undefined);
      response.on('close', finish);
    });
    outgoing.end(body);
  });
}
