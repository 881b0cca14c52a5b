import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { messageOf } from '../container/sync-error.ts';
import { SpdySession } from '@kubescript/client';
import type { SpdyStream } from '@kubescript/client';

/** Subprotocol of port-forward over SPDY. */
export const portForwardProtocol = 'portforward.k8s.io';

/**
 * Serves a client's port-forward: it opens two streams per connection, one for data and one for an error text; each
 * pair becomes a connection to the pod. Resolves when the client has gone.
 * @go kubernetes/pkg/kubelet: k8s.io/streaming/portforward#(*httpStreamHandler).run
 */
export async function servePortForward(socket: Duplex, connect: (port: number) => Promise<Duplex>): Promise<void> {
  const halves = new Map<string, SpdyStream>();
  const session = new SpdySession(socket, (stream) => {
    const { requestid: id = '', streamtype: type = '' } = stream.headers;
    if (type !== 'data' && type !== 'error') {
      stream.destroy();
      return;
    }
    const other = halves.get(id);
    if (other === undefined) {
      halves.set(id, stream);
      return;
    }
    halves.delete(id);
    const [data, error] = type === 'data' ? [stream, other] : [other, stream];
    void forwardOne(data, error, connect);
  });
  await session.closed;
}

async function forwardOne(
  data: SpdyStream,
  error: SpdyStream,
  connect: (port: number) => Promise<Duplex>,
): Promise<void> {
  const port = Number(data.headers['port']);
  error.resume();
  let target: Duplex | undefined;
  try {
    if (!Number.isInteger(port) || port < 1 || port > 65535)
      throw new Error(`"port" header must be a port, not "${data.headers['port'] ?? ''}"`);
    target = await connect(port);
    const done = await Promise.allSettled([pipeline(data, target), pipeline(target, data)]);
    const failed = done.find((result): result is PromiseRejectedResult => result.status === 'rejected');
    if (failed !== undefined && !isPrematureClose(failed.reason)) throw failed.reason;
    error.end();
  } catch (err) {
    error.end(`error forwarding port ${String(port)} to pod: ${messageOf(err)}`);
    data.end();
  } finally {
    target?.destroy();
  }
}

function isPrematureClose(err: unknown): boolean {
  return (err as NodeJS.ErrnoException | undefined)?.code === 'ERR_STREAM_PREMATURE_CLOSE';
}
