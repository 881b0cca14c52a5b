import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

import type { ResponseBody, ServerResponse } from './http.ts';

/** Writes an answer on a bare connection (a refused upgrade) and closes it. */
export async function writeRawResponse(socket: Duplex, response: ServerResponse): Promise<void> {
  const chunks = await collect(response.body);
  const size = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  const head = [
    `HTTP/1.1 ${String(response.status)} ${STATUS_CODES[response.status] ?? ''}`,
    ...Object.entries(response.headers).map(([name, value]) => `${name}: ${String(value)}`),
    `content-length: ${String(size)}`,
    'connection: close',
  ];
  socket.end(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), ...chunks]));
}

async function collect(body: ResponseBody): Promise<readonly Uint8Array[]> {
  switch (body.kind) {
    case 'bytes':
      return body.chunks;
    case 'object':
      return body.encode();
    case 'stream': {
      const chunks: Uint8Array[] = [];
      for await (const chunk of body.chunks) chunks.push(chunk);
      return chunks;
    }
    case 'empty':
    case 'events':
    case 'hijacked':
      return [];
    default:
      throw new Error(`unknown body ${JSON.stringify(body satisfies never)}`);
  }
}
