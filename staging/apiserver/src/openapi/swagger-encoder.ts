import { createHash } from 'node:crypto';

import { utf8 } from '../util/go-json.ts';
import type { Json } from './schemas.ts';

/** A document as bytes, and their hash. */
export interface EncodedDocument {
  readonly value: unknown;
  readonly chunks: readonly Uint8Array[];
  readonly hash: string;
}

/** Members of a document whose own members are encoded one by one. */
const parts = ['paths', 'definitions'];
/** Bytes that take some milliseconds. */
const hashedAtOnce = 4 * 1024 * 1024;
const [open, close, comma] = [utf8('{'), utf8('}'), utf8(',')];

/**
 * Encodes Swagger documents piece by piece: a path or definition that is the same object as before is not encoded again,
 * so a document costs what changed in it.
 */
export class SwaggerEncoder {
  readonly #members = new WeakMap<object, Uint8Array>();

  /** The document with its hash. */
  encode(document: object): EncodedDocument {
    const chunks = this.#chunksOf(document as Json);
    const hash = createHash('sha512');
    for (const chunk of chunks) hash.update(chunk);
    return { value: document, chunks, hash: hash.digest('hex').toUpperCase() };
  }

  /** The same for a large document, with pauses in which others may work. */
  async encodeSlowly(document: object, pause: () => Promise<void>): Promise<EncodedDocument> {
    const chunks = this.#chunksOf(document as Json);
    const hash = createHash('sha512');
    let size = 0;
    for (const chunk of chunks) {
      hash.update(chunk);
      size += chunk.length;
      if (size < hashedAtOnce) continue;
      size = 0;
      await pause();
    }
    return { value: document, chunks, hash: hash.digest('hex').toUpperCase() };
  }

  /** Encodes the paths and definitions of a document that is going to be part of another, so that they are at hand. */
  prepare(document: object): void {
    for (const part of parts) {
      for (const value of Object.values(memberOf(document as Json, part))) this.#bytesOf(value);
    }
  }

  #chunksOf(document: Json): Uint8Array[] {
    const chunks = [open];
    let isFirst = true;
    for (const [name, value] of Object.entries(document)) {
      if (value === undefined) continue;
      if (!isFirst) chunks.push(comma);
      isFirst = false;
      chunks.push(utf8(`${JSON.stringify(name)}:`));
      if (parts.includes(name)) this.#pushMembers(chunks, memberOf(document, name));
      else chunks.push(this.#bytesOf(value));
    }
    chunks.push(close);
    return chunks;
  }

  #pushMembers(chunks: Uint8Array[], members: Json): void {
    chunks.push(open);
    let separator = '';
    for (const [name, value] of Object.entries(members)) {
      chunks.push(utf8(`${separator}${JSON.stringify(name)}:`), this.#bytesOf(value));
      separator = ',';
    }
    chunks.push(close);
  }

  #bytesOf(value: unknown): Uint8Array {
    if (typeof value !== 'object' || value === null) return utf8(JSON.stringify(value));
    let bytes = this.#members.get(value);
    if (bytes === undefined) {
      bytes = utf8(JSON.stringify(value));
      this.#members.set(value, bytes);
    }
    return bytes;
  }
}

const memberOf = (document: Json, name: string): Json => (document[name] ?? {}) as Json;
