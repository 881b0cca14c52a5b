import { createInflate } from 'node:zlib';
import type { Inflate } from 'node:zlib';

import { headerDictionary, zlibHeader } from './header-dictionary.ts';

/** Names (in lower case) and values of a stream's headers. */
export type SpdyHeaders = Readonly<Record<string, string>>;

const emptyStoredBlock = Buffer.from([0, 0, 0, 0xff, 0xff]);
const maxBlock = 1024 * 1024;

/**
 * Writes header blocks as stored (uncompressed) deflate blocks: valid for every reader, and without state but for the
 * head of the stream. Each ends with an empty stored block, which readers wait for.
 */
export class HeaderWriter {
  private started = false;

  write(headers: SpdyHeaders): Buffer {
    const plain = encodeHeaders(headers);
    if (plain.length > 0xffff) throw new RangeError('the headers of a stream take more than 64 KiB');
    const head = Buffer.alloc(5);
    head.writeUInt16LE(plain.length, 1);
    head.writeUInt16LE(~plain.length & 0xffff, 3);
    const block = Buffer.concat([head, plain, emptyStoredBlock]);
    if (this.started) return block;
    this.started = true;
    return Buffer.concat([zlibHeader, block]);
  }
}

/** Reads the header blocks of one connection in their order. */
export class HeaderReader {
  private readonly inflate: Inflate = createInflate({ dictionary: headerDictionary });

  async read(block: Buffer): Promise<SpdyHeaders> {
    await new Promise<void>((resolve, reject) => {
      const onError = (err: Error): void => {
        reject(err);
      };
      this.inflate.once('error', onError);
      this.inflate.write(block, () => {
        this.inflate.off('error', onError);
        resolve();
      });
    });
    const chunks: Buffer[] = [];
    let size = 0;
    for (
      let chunk = this.inflate.read() as Buffer | null;
      chunk !== null;
      chunk = this.inflate.read() as Buffer | null
    ) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > maxBlock) throw new RangeError('the headers of a stream take more than 1 MiB');
    }
    return decodeHeaders(Buffer.concat(chunks));
  }

  close(): void {
    this.inflate.destroy();
  }
}

function encodeHeaders(headers: SpdyHeaders): Buffer {
  const entries = Object.entries(headers);
  const parts = entries.flatMap(([name, value]) => [...field(name.toLowerCase()), ...field(value)]);
  return Buffer.concat([uint32(entries.length), ...parts]);
}

function field(text: string): Buffer[] {
  const bytes = Buffer.from(text);
  return [uint32(bytes.length), bytes];
}

function uint32(value: number): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32BE(value);
  return buffer;
}

function decodeHeaders(block: Buffer): SpdyHeaders {
  const headers: Record<string, string> = {};
  const count = block.readUInt32BE(0);
  let offset = 4;
  const next = (): string => {
    const length = block.readUInt32BE(offset);
    const text = block.toString('utf8', offset + 4, offset + 4 + length);
    offset += 4 + length;
    return text;
  };
  for (let i = 0; i < count; i++) {
    const name = next();
    headers[name.toLowerCase()] = next();
  }
  return headers;
}
