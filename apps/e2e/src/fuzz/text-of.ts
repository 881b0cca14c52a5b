import { request } from 'node:https';

import type { ApiServerAddress } from '../framework/api-server.ts';

/** What the server answers at a path, whatever it is; rejects if that is not 200. */
export function textOf({ url, token, ca }: ApiServerAddress, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url + path, { ca, agent: false, headers: { authorization: `Bearer ${token}` } });
    outgoing.on('error', reject);
    outgoing.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        if (response.statusCode === 200) resolve(Buffer.concat(chunks).toString());
        else reject(new Error(`${path} was answered with ${response.statusCode}`));
      });
    });
    outgoing.end();
  });
}
