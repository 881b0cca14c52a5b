import { Agent, type RequestOptions, request as send } from 'node:https';
import type { IncomingMessage } from 'node:http';

/** A server and the token to come with. */
export interface Target {
  readonly url: string;
  readonly token: string;
}

/** One request. */
export interface BenchRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const agent = new Agent({ keepAlive: true, rejectUnauthorized: false, maxSockets: 1024 });

/** Sends a request on a kept connection and reads the answer to its end without looking at it. */
export async function request(target: Target, call: BenchRequest): Promise<{ status: number; bytes: number }> {
  const response = await open(target, call);
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) bytes += chunk.length;
  return { status: response.statusCode ?? 0, bytes };
}

/** The same, with the answer as JSON. */
export async function requestJson(target: Target, call: BenchRequest): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of (await open(target, call)) as AsyncIterable<Buffer>) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString()) as unknown;
}

/** Sends a request and gives the answer as soon as its head is there. */
export function open({ url, token }: Target, call: BenchRequest): Promise<IncomingMessage> {
  const { body } = call;
  const options: RequestOptions = {
    method: call.method,
    agent,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
      ...call.headers,
    },
  };
  return new Promise((resolve, reject) => {
    const outgoing = send(url + call.path, options, resolve);
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** Closes the kept connections. */
export function closeConnections(): void {
  agent.destroy();
}
