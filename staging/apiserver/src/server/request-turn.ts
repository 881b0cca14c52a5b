import { once } from 'node:events';
import type { Socket } from 'node:net';

import type { NodeRequest, NodeResponse } from './node-request.ts';

/** So many requests may wait on a connection before no more are read. */
const maxWaiting = 32;
/** When so few are left, reading goes on. */
const maxResumed = 16;
const waitingOn = new WeakMap<Socket, number>();

/** Whether a request came before the answers of those before it were given, which HTTP/1.1 allows. */
export function isAhead(incoming: NodeRequest, out: object): boolean {
  return incoming.httpVersionMajor === 1 && (out as { readonly socket: Socket | null }).socket === null;
}

/**
 * Waits until the requests before it on its connection are answered, as Go's net/http does: a connection keeps the server
 * busy with one request at a time, and with a bounded number of them in memory. False if the client has gone by then.
 */
export async function hasTurn(incoming: NodeRequest, out: NodeResponse): Promise<boolean> {
  const { socket } = incoming;
  const gone = new AbortController();
  const onClose = (): void => {
    gone.abort();
  };
  wait(socket, 1);
  incoming.once('close', onClose);
  try {
    await once(out, 'socket', { signal: gone.signal });
    return true;
  } catch {
    return false;
  } finally {
    incoming.off('close', onClose);
    wait(socket, -1);
  }
}

/** Node reads on whenever an answer is finished: a connection on which too many wait is paused each time. */
function wait(socket: Socket, change: 1 | -1): void {
  const count = (waitingOn.get(socket) ?? 0) + change;
  waitingOn.set(socket, count);
  if (count >= maxWaiting || (change < 0 && count > maxResumed)) socket.pause();
  else if (change < 0 && count === maxResumed) socket.resume();
}
