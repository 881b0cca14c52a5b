import { once } from 'node:events';
import type { OutgoingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

import type { ServerRequest, ServerResponse } from './http.ts';
import type { NodeResponse } from './node-request.ts';
import { writeEvents } from './write-events.ts';

/** Bodies from this size on are compressed if the client takes gzip (upstream's defaultGzipThresholdBytes). */
const gzipThreshold = 128 * 1024;
/** What is given to a socket at once: a client that lists everything holds this and its encrypted form. */
const writeSize = 128 * 1024;
const gzipAsync = promisify(gzip);

/** Sends an answer: whole bodies with their length, streams with backpressure until they end or the client goes. */
export async function writeResponse(
  out: NodeResponse,
  response: ServerResponse,
  request: ServerRequest,
  compress = true,
): Promise<void> {
  const { body } = response;
  switch (body.kind) {
    case 'hijacked':
      return;
    case 'empty':
      out.writeHead(response.status, nodeHeaders(response.headers));
      out.end();
      return;
    case 'bytes':
      return writeBytes(out, { ...response, chunks: body.chunks }, request, compress);
    case 'object':
      return writeBytes(out, { ...response, chunks: body.encode() }, request, compress);
    case 'stream':
      out.writeHead(response.status, nodeHeaders(response.headers));
      out.flushHeaders?.();
      return writeChunks(out, body.chunks, request.signal);
    case 'events':
      out.writeHead(response.status, nodeHeaders(response.headers));
      out.flushHeaders?.();
      return writeEvents(out, body.events, request);
    default:
      throw new Error(`unknown body ${JSON.stringify(body satisfies never)}`);
  }
}

async function writeBytes(
  out: NodeResponse,
  response: Omit<ServerResponse, 'body'> & { readonly chunks: readonly Uint8Array[] },
  request: ServerRequest,
  compress: boolean,
): Promise<void> {
  let parts = response.chunks;
  let size = lengthOf(parts);
  const headers = { ...response.headers };
  if (compress && size >= gzipThreshold && acceptsGzip(request) && headers['content-encoding'] === undefined) {
    const packed = await gzipAsync(Buffer.concat(parts), { level: 1 });
    headers['content-encoding'] = 'gzip';
    headers['vary'] = ['Accept-Encoding', headers['vary'] ?? []].flat().join(', ');
    parts = [packed];
    size = packed.length;
  }
  headers['content-length'] = String(size);
  request.onSent?.(size);
  out.writeHead(response.status, nodeHeaders(headers));
  if (request.method === 'HEAD') {
    out.end();
  } else if (size <= writeSize) {
    out.end(joined(parts));
  } else {
    await writeParts(out, parts, request.signal);
  }
}

/** One buffer, which is the only one itself: others may be sent it too, however slowly they read. */
function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const [only] = chunks;
  return only !== undefined && chunks.length === 1 ? only : Buffer.concat(chunks);
}

/**
 * Sends small parts through one buffer, which is filled again when the socket has taken it: a long list is not copied
 * whole, not sent in crumbs, and leaves nothing for the garbage collector. Large parts, which answers may share, are
 * sent as they are.
 */
async function writeParts(out: NodeResponse, parts: readonly Uint8Array[], signal: AbortSignal): Promise<void> {
  for (const write of writesOf(parts)) {
    await sent(out, write);
    if (signal.aborted || out.destroyed) return;
  }
  out.end();
}

/** What to write one after the other; each is good until the next is asked for. */
function* writesOf(parts: readonly Uint8Array[]): Iterable<Uint8Array> {
  const buffer = Buffer.allocUnsafeSlow(writeSize);
  let filled = 0;
  for (const part of parts) {
    if (filled + part.length > writeSize) {
      if (filled > 0) yield buffer.subarray(0, filled);
      filled = 0;
    }
    if (part.length >= writeSize) {
      yield* slicesOf(part);
    } else {
      buffer.set(part, filled);
      filled += part.length;
    }
  }
  if (filled > 0) yield buffer.subarray(0, filled);
}

function* slicesOf(part: Uint8Array): Iterable<Uint8Array> {
  for (let at = 0; at < part.length; at += writeSize) yield part.subarray(at, at + writeSize);
}

/** Resolves when nothing needs the bytes any more: they were sent, or the client went (HTTP/1 then reports no end). */
function sent(out: NodeResponse, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      out.off('close', done);
      resolve();
    };
    out.once('close', done);
    out.write(bytes, done);
  });
}

async function writeChunks(
  out: NodeResponse,
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<void> {
  try {
    for await (const chunk of chunks) {
      if (signal.aborted || out.destroyed) return;
      if (!out.write(chunk)) await drained(out, signal);
    }
  } catch (error) {
    if (signal.aborted) return;
    out.destroy();
    throw error;
  } finally {
    if (!out.destroyed) out.end();
  }
}

async function drained(out: NodeResponse, signal: AbortSignal): Promise<void> {
  if (out.destroyed) return;
  try {
    await once(out, 'drain', { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

const nodeHeaders = (headers: ServerResponse['headers']): OutgoingHttpHeaders => headers as OutgoingHttpHeaders;

const lengthOf = (chunks: readonly Uint8Array[]): number => chunks.reduce((sum, chunk) => sum + chunk.length, 0);

const acceptsGzip = (request: ServerRequest): boolean =>
  /(^|[ ,])gzip\b/.test(request.headers['accept-encoding'] ?? '');
