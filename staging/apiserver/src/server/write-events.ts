import { ServerResponse as Http1Response } from 'node:http';
import type { Writable } from 'node:stream';

import type { EventPump, EventStream } from './event-stream.ts';
import type { ServerRequest, StreamedEvent } from './http.ts';
import type { NodeResponse } from './node-request.ts';

/**
 * Sends events as they come until they end or the client goes, and tells the request of the size of each. Resolves when the answer is complete; rejects with what
 * broke the stream, after the connection was cut so that the client does not take it for an end.
 */
export async function writeEvents(
  out: NodeResponse,
  events: EventStream<StreamedEvent>,
  request: Pick<ServerRequest, 'signal' | 'onSent'>,
): Promise<void> {
  const channel = channelOf(out);
  try {
    await pumpInto(channel, events, request);
  } catch (error) {
    if (request.signal.aborted) return;
    out.destroy();
    throw error;
  } finally {
    if (!out.destroyed) out.end();
  }
}

/** Where the bytes of events go, in the form that the protocol wants. */
interface Channel {
  readonly target: Writable;
  readonly write: (bytes: Uint8Array) => boolean;
}

/**
 * On HTTP/1.1 the chunks of the chunked coding are made here, once for all watchers of an event, and go straight to
 * the socket: the response object would frame and cork them again for every watcher.
 */
function channelOf(out: NodeResponse): Channel {
  const socket = out instanceof Http1Response && out.chunkedEncoding ? out.socket : null;
  return socket === null
    ? { target: out, write: (bytes) => out.write(bytes) }
    : { target: socket, write: (bytes) => socket.write(chunkOf(bytes)) };
}

const chunks = new WeakMap<Uint8Array, Uint8Array>();
const lineEnd = Buffer.from('\r\n');

/** Bytes as one chunk of RFC 9112, section 7.1. */
function chunkOf(bytes: Uint8Array): Uint8Array {
  let chunk = chunks.get(bytes);
  if (chunk === undefined) {
    chunk = Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, lineEnd]);
    chunks.set(bytes, chunk);
  }
  return chunk;
}

function pumpInto(
  { target, write }: Channel,
  events: EventStream<StreamedEvent>,
  { signal, onSent }: Pick<ServerRequest, 'signal' | 'onSent'>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const pumping: { pump?: EventPump } = {};
    function resume(): void {
      pumping.pump?.resume();
    }
    function release(): void {
      target.off('drain', resume);
      signal.removeEventListener('abort', leave);
    }
    function leave(): void {
      release();
      pumping.pump?.close();
      resolve();
    }
    target.on('drain', resume);
    signal.addEventListener('abort', leave, { once: true });
    pumping.pump = events.pump({
      event(event) {
        if (target.destroyed) return false;
        const bytes = event.encode();
        onSent?.(bytes.length);
        return write(bytes);
      },
      end(failure) {
        release();
        if (failure === undefined) resolve();
        else reject(failure);
      },
    });
    if (signal.aborted) leave();
  });
}
