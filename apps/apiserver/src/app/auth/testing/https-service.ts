import { writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { issueCertificate, type KeyPair, newCertificateAuthority } from '@kubescript/component-base';

/** A service outside the cluster, over TLS with an authority of its own. */
export interface HttpsService extends AsyncDisposable {
  readonly url: string;
  readonly authority: KeyPair;
  /** A kubeconfig file that leads to `path`. */
  writeKubeconfig(directory: string, path?: string): Promise<string>;
}

/** Starts a service that answers with JSON: `answer` gets the path and the decoded body; a number is an empty status. */
export async function startHttpsService(answer: (path: string, body: never) => unknown): Promise<HttpsService> {
  const authority = await newCertificateAuthority('outside authority');
  const { cert, key } = await issueCertificate(authority, {
    commonName: 'outside',
    hosts: ['127.0.0.1', 'localhost'],
    usages: ['server'],
  });
  const server = createServer({ cert, key }, (request: IncomingMessage, response: ServerResponse) => {
    void respond(request, response, answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `https://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return {
    url,
    authority,
    async writeKubeconfig(directory, path = '/review') {
      const file = join(directory, `webhook-${String((server.address() as AddressInfo).port)}.kubeconfig`);
      const cluster = {
        server: url + path,
        'certificate-authority-data': Buffer.from(authority.cert).toString('base64'),
      };
      const config = {
        apiVersion: 'v1',
        kind: 'Config',
        clusters: [{ name: 'c', cluster }],
        users: [{ name: 'u', user: {} }],
        contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
        'current-context': 'x',
      };
      await writeFile(file, JSON.stringify(config));
      return file;
    },
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (path: string, body: never) => unknown,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  const value = answer(request.url ?? '', (text === '' ? undefined : JSON.parse(text)) as never);
  response.statusCode = typeof value === 'number' ? value : 200;
  response.setHeader('content-type', 'application/json');
  response.end(typeof value === 'number' ? '{}' : JSON.stringify(value));
}
