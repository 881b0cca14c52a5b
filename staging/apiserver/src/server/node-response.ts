import { once } from 'node:events';
import type { OutgoingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

import type { ServerRequest, ServerResponse } from './http.ts';
import type { NodeResponse } from './node-request.ts';
import { writeEvents } from './write-events.ts';

/** Bodies from this size on are compressed if the client takes gzip (upstream's defaultGzipThresholdBytes). */
const gzipThreshold = 128 * 1024;
const writeSize = 1024 * 1024;
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
    await writeChunks(out, groupChunks(parts), request.signal);
  }
}

/**
 * Writes of at most about a megabyte: small buffers are joined, so that a long list is not sent in crumbs, and large ones,
 * which answers may share, are sent in parts without a copy.
 */
function* groupChunks(chunks: readonly Uint8Array[]): Iterable<Uint8Array> {
  let group: Uint8Array[] = [];
  let size = 0;
  for (const chunk of chunks) {
    if (chunk.length < writeSize) {
      group.push(chunk);
      size += chunk.length;
      if (size < writeSize) continue;
    }
    if (size > 0) yield joined(group);
    group = [];
    size = 0;
    if (chunk.length >= writeSize) yield* partsOf(chunk);
  }
  if (size > 0) yield joined(group);
}

/** One buffer, which is the only one itself: others may be sent it too, however slowly they read. */
function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const [only] = chunks;
  return only !== undefined && chunks.length === 1 ? only : Buffer.concat(chunks);
}

function* partsOf(chunk: Uint8Array): Iterable<Uint8Array> {
  for (let at = 0; at < chunk.length; at += writeSize) yield chunk.subarray(at, at + writeSize);
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
