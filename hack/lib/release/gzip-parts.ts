import { promisify } from 'node:util';
import { gzip as gzipCallback } from 'node:zlib';

const gzip = promisify(gzipCallback);

/** Large contents that occur in several archives: compressed once. */
export class GzipParts {
  readonly #compressed = new Map<string, Promise<Buffer>>();

  /** The content of a file as gzip data of its own, made when its path is first asked for. */
  compressed(path: string, content: Uint8Array): Promise<Buffer> {
    const made = this.#compressed.get(path) ?? compress(content);
    this.#compressed.set(path, made);
    return made;
  }
}

/** Gzip data without a name and a time. Several, one after another, are the data of their contents, one after another. */
export function compress(content: Uint8Array): Promise<Buffer> {
  return gzip(content, { level: 6 });
}

/**
 * Compresses data in which a part occurs that is compressed already; that part must occur exactly once.
 */
export async function compressAround(data: Buffer, part: Buffer, compressedPart: Buffer): Promise<readonly Buffer[]> {
  const at = data.indexOf(part);
  if (at < 0 || data.includes(part, at + 1)) throw new Error('the part does not occur exactly once');
  const [before, after] = await Promise.all([
    compress(data.subarray(0, at)),
    compress(data.subarray(at + part.length)),
  ]);
  return [before, compressedPart, after];
}
