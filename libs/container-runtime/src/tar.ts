/** A file, directory or symbolic link to put into a tar archive. */
export interface TarEntry {
  /** Path without a leading slash; parents are not made by themselves. */
  readonly path: string;
  readonly mode?: number;
  readonly content?: Uint8Array;
  readonly directory?: boolean;
  readonly linkTo?: string;
  /** Owner, both user and group; root unless told. */
  readonly owner?: number;
  /** Seconds since 1970; 0 unless told. */
  readonly modified?: number;
}

const block = 512;

/** Makes a ustar archive of the entries, in their order; nothing of this machine gets in (so: reproducible). */
export function tar(entries: readonly TarEntry[]): Buffer {
  return Buffer.concat([...entries.flatMap(tarEntry), tarEnd()]);
}

/** What stands behind the last entry of an archive. */
export function tarEnd(): Buffer {
  return Buffer.alloc(2 * block);
}

/** One entry as an archive holds it: those who write large archives piece by piece end them with `tarEnd`. */
export function tarEntry(entry: TarEntry): Buffer[] {
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
  buffer.write(octal(entry.owner ?? 0, 7), 108);
  buffer.write(octal(entry.owner ?? 0, 7), 116);
  buffer.write(octal(size, 11), 124);
  buffer.write(octal(entry.modified ?? 0, 11), 136);
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
