/** A file, directory or symbolic link to put into a tar archive. */
export interface TarEntry {
  /** Path without a leading slash; parents are not made by themselves. */
  readonly path: string;
  readonly mode?: number;
  readonly content?: Uint8Array;
  readonly directory?: boolean;
  readonly linkTo?: string;
}

const block = 512;

/** Makes a ustar archive of the entries, in their order, owned by root and with time zero (so: reproducible). */
export function tar(entries: readonly TarEntry[]): Buffer {
  return Buffer.concat([...entries.flatMap(tarEntry), Buffer.alloc(2 * block)]);
}

function tarEntry(entry: TarEntry): Buffer[] {
  const content = Buffer.from(entry.content ?? []);
  const padding = Buffer.alloc((block - (content.length % block)) % block);
  return [header(entry, content.length), content, padding];
}

function header(entry: TarEntry, size: number): Buffer {
  if (Buffer.byteLength(entry.path) > 100) throw new RangeError(`path too long for a tar archive: ${entry.path}`);
  const type = entry.directory === true ? '5' : entry.linkTo === undefined ? '0' : '2';
  const buffer = Buffer.alloc(block);
  buffer.write(entry.path, 0);
  buffer.write(octal(entry.mode ?? (type === '0' ? 0o644 : 0o755), 7), 100);
  buffer.write(octal(0, 7), 108);
  buffer.write(octal(0, 7), 116);
  buffer.write(octal(size, 11), 124);
  buffer.write(octal(0, 11), 136);
  buffer.write(' '.repeat(8), 148);
  buffer.write(type, 156);
  buffer.write(entry.linkTo ?? '', 157);
  buffer.write('ustar\u000000', 257);
  const checksum = buffer.reduce((sum, byte) => sum + byte, 0);
  buffer.write(`${octal(checksum, 6)}\0 `, 148);
  return buffer;
}

function octal(value: number, width: number): string {
  return value.toString(8).padStart(width, '0');
}
