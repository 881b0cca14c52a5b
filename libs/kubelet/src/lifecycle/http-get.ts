import { request as httpRequest } from 'node:http';
import type { IncomingMessage, RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';

import type { Container, HTTPGetAction } from '@kubescript/api/core/v1';
import type { DeepReadonly } from '@kubescript/apimachinery';

/** The answer to a probe or hook. */
export interface HttpAnswer {
  readonly status: number;
  /** The start of the body. */
  readonly body: string;
}

const bodyLimit = 10 * 1024;

/** Sends the GET of a probe or hook to a pod; certificates are not verified, redirects are followed on the same host only. */
export async function httpGet(
  action: DeepReadonly<HTTPGetAction>,
  target: { readonly host: string; readonly port: number },
  timeoutMs: number,
): Promise<HttpAnswer> {
  const scheme = (action.scheme ?? 'HTTP').toLowerCase() as 'http' | 'https';
  const host = target.host.includes(':') ? `[${target.host}]` : target.host;
  const path = action.path ?? '/';
  let url = new URL(`${scheme}://${host}:${String(target.port)}${path.startsWith('/') ? path : `/${path}`}`);
  for (let redirects = 0; redirects < 10; redirects++) {
    const { answer, location } = await get(url, headersOf(action), timeoutMs);
    if (location === undefined) return answer;
    const next = new URL(location, url);
    if (next.hostname !== url.hostname) return answer;
    url = next;
  }
  throw new Error('stopped after 10 redirects');
}

/** The number of a port that is given by number or by the name it has in the container. */
export function portNumber(port: number | string, container: DeepReadonly<Container>): number {
  if (typeof port === 'number') return port;
  const named = (container.ports ?? []).find(({ name }) => name === port)?.containerPort;
  const value = named ?? Number(port);
  if (!Number.isInteger(value) || value < 1 || value > 65535)
    throw new Error(`couldn't find port: ${port} in container ${container.name}`);
  return value;
}

function headersOf(action: DeepReadonly<HTTPGetAction>): Record<string, string> {
  const headers = new Map([
    ['user-agent', 'kube-probe/1.36'],
    ['accept', '*/*'],
  ]);
  for (const { name, value } of action.httpHeaders ?? []) {
    const key = name.toLowerCase();
    if (value === '') headers.delete(key);
    else headers.set(key, value);
  }
  return Object.fromEntries(headers);
}

function get(
  url: URL,
  headers: Record<string, string>,
  timeoutMs: number,
): Promise<{ readonly answer: HttpAnswer; readonly location: string | undefined }> {
  const options: RequestOptions & { rejectUnauthorized: boolean } = {
    agent: false,
    headers: { ...headers, connection: 'close' },
    rejectUnauthorized: false,
    signal: AbortSignal.timeout(timeoutMs),
  };
  return new Promise((resolve, reject) => {
    const onAnswer = (response: IncomingMessage): void => {
      readStart(response).then((body) => {
        const status = response.statusCode ?? 0;
        const redirects = status >= 301 && status <= 308 && status !== 304;
        resolve({ answer: { status, body }, location: redirects ? response.headers.location : undefined });
      }, reject);
    };
    const sent = url.protocol === 'https:' ? httpsRequest(url, options, onAnswer) : httpRequest(url, options, onAnswer);
    sent.on('error', (err) => {
      const late = err.name === 'AbortError' || err.name === 'TimeoutError';
      const text = late
        ? 'context deadline exceeded (Client.Timeout exceeded while awaiting headers)'
        : goText(err, url);
      reject(new Error(`Get "${url.href}": ${text}`, { cause: err }));
    });
    sent.end();
  });
}

async function readStart(response: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of response) {
    body += String(chunk);
    if (body.length >= bodyLimit) break;
  }
  return body.slice(0, bodyLimit);
}

function goText(err: NodeJS.ErrnoException, url: URL): string {
  if (err.code === 'ECONNREFUSED') return `dial tcp ${url.host}: connect: connection refused`;
  if (err.code === 'EHOSTUNREACH') return `dial tcp ${url.host}: connect: no route to host`;
  return err.message;
}
