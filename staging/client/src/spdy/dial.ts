import { request as httpRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

import { SpdySession } from './session.ts';

/** Opens an SPDY/3.1 connection to a streaming server (containerd's); fails with what it answered instead. */
export function dialSpdy(url: string, protocol: string): Promise<SpdySession> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, {
      method: 'POST',
      agent: false,
      headers: { connection: 'Upgrade', upgrade: 'SPDY/3.1', 'x-stream-protocol-version': protocol },
    });
    request.once('upgrade', (_: IncomingMessage, socket: Duplex, head: Buffer) => {
      if (head.length > 0) socket.unshift(head);
      resolve(new SpdySession(socket));
    });
    request.once('response', (response) => {
      response.resume();
      reject(new Error(`the runtime's streaming server answered ${String(response.statusCode)}`));
    });
    request.once('error', reject);
    request.end();
  });
}
