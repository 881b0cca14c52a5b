import type { IncomingMessage } from 'node:http';
import { Agent, request as httpsRequest } from 'node:https';

import type { ApiServerAddress } from './api-server.ts';

/** An answer with its body: parsed if it is JSON, else the text. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** What may be said with a request besides method and path. */
export interface RequestOptions {
  readonly body?: unknown;
  readonly contentType?: string;
}

/** How long any request may take before it counts as hung. */
const patience = 30_000;

/** The request was not answered in any time that a client waits. */
export class Hung extends Error {}

/** The request never reached a server: nobody listened. */
export class NotSent extends Error {}

/** A client with one connection of its own, so that requests of different clients never wait for each other. */
export class ApiClient implements Disposable {
  private readonly address: ApiServerAddress;
  private readonly agent: Agent;

  constructor(address: ApiServerAddress) {
    this.address = address;
    this.agent = new Agent({ keepAlive: true, maxSockets: 2, ca: address.ca });
  }

  /** Sends a request and reads the answer. Rejects with `NotSent`, or with another error if the connection broke. */
  async request(method: string, path: string, options: RequestOptions = {}): Promise<Answer> {
    const response = await this.send(method, path, options);
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    if (!response.complete) throw new Error('the answer was cut');
    const text = Buffer.concat(chunks).toString();
    return { status: response.statusCode ?? 0, body: isJson(response) ? JSON.parse(text) : text || undefined };
  }

  /** The lines of a streamed answer as they come; ends when the connection does. The first item is the status. */
  async *lines(path: string, signal: AbortSignal): AsyncGenerator<number | object, void> {
    const response = await this.send('GET', path, { signal });
    yield response.statusCode ?? 0;
    let rest = '';
    try {
      for await (const chunk of response) {
        const lines = (rest + String(chunk)).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) yield JSON.parse(line) as object;
      }
    } catch {
      // A watch ends with its connection.
    }
  }

  [Symbol.dispose](): void {
    this.agent.destroy();
  }

  private send(
    method: string,
    path: string,
    { body, contentType = 'application/json', signal }: RequestOptions & { readonly signal?: AbortSignal },
  ): Promise<IncomingMessage> {
    const { url, token } = this.address;
    const payload = body === undefined ? undefined : JSON.stringify(body);
    const headers = {
      authorization: `Bearer ${token}`,
      ...(payload === undefined ? {} : { 'content-type': contentType, 'content-length': Buffer.byteLength(payload) }),
    };
    return new Promise((resolve, reject) => {
      const outgoing = httpsRequest(url + path, { method, headers, agent: this.agent, ...(signal && { signal }) });
      outgoing.on('response', resolve);
      outgoing.on('error', (error: NodeJS.ErrnoException) => {
        reject(error.code === 'ECONNREFUSED' ? new NotSent(error.message) : error);
      });
      if (signal === undefined) {
        outgoing.setTimeout(patience, () => outgoing.destroy(new Hung(`${method} ${path} was not answered`)));
      }
      outgoing.end(payload);
    });
  }
}

function isJson({ headers }: IncomingMessage): boolean {
  return headers['content-type']?.includes('json') ?? false;
}
