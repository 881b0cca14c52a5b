import { request as httpsRequest } from 'node:https';

/** An answer over HTTP/1.1 as it came. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly text: string;
}

/** What may be sent besides method and path. */
export interface RawOptions {
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, in place of `body`. */
  readonly text?: string;
  readonly headers?: Record<string, string>;
  readonly token?: string;
}

/** One request over a connection of its own; the server's certificate is not checked. */
export function sendRaw(
  server: { readonly url: string; readonly token: string },
  method: string,
  path: string,
  options: RawOptions = {},
): Promise<RawAnswer> {
  const { body, text, token = server.token } = options;
  const payload = text ?? (body === undefined ? undefined : JSON.stringify(body));
  const headers = {
    ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
    ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
    ...options.headers,
  };
  return new Promise((resolve, reject) => {
    const outgoing = httpsRequest(
      server.url + path,
      { method, headers, rejectUnauthorized: false, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString(),
          });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(payload);
  });
}
