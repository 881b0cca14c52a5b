import { Agent, request as httpsRequest } from 'node:https';

/** How a test asks the server over the wire. */
export interface SendOptions {
  readonly method?: string;
  readonly token?: string;
  /** Lists are sent as repeated headers. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: unknown;
  /** A client certificate. */
  readonly certificate?: { readonly cert: string; readonly key: string };
}

/** What the server answered. */
export interface Sent {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly text: string;
  readonly json: unknown;
}

/** One request over HTTP/1.1 on a connection of its own. */
export function send(url: string, options: SendOptions = {}): Promise<Sent> {
  const { method = 'GET', token, headers = {}, body, certificate } = options;
  const payload = body === undefined ? undefined : JSON.stringify(body);
  const agent = new Agent({ rejectUnauthorized: false, keepAlive: false, ...certificate });
  const sent = {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
    ...(headers as Record<string, string | string[]>),
  };
  return new Promise((resolve, reject) => {
    const outgoing = httpsRequest(url, { method, headers: sent, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json: parsed(text) });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(payload);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Who the server takes the sender for: a SelfSubjectReview. */
export async function whoAmI(url: string, options: SendOptions): Promise<unknown> {
  const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' };
  const path = '/apis/authentication.k8s.io/v1/selfsubjectreviews';
  const { status, json } = await send(url + path, { ...options, method: 'POST', body });
  return status === 201 ? (json as { status: { userInfo: unknown } }).status.userInfo : status;
}
