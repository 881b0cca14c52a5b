import type { Readable, Writable } from 'node:stream';

/**
 * Where a command reads from and writes to: those of the process in a program, buffers in a test.
 *
 * @go k8s.io/cli-runtime/pkg/genericiooptions#IOStreams
 */
export interface IoStreams {
  readonly in: Readable;
  readonly out: Writable;
  readonly err: Writable;
}

/** The whole of a stream as text. */
export async function readAll(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk as Uint8Array | string));
  return Buffer.concat(chunks).toString('utf8');
}
