/** What a dynamic linker needs to know of a program or library. */
export interface ElfFile {
  /** Number of the machine architecture: 62 is x86-64, 183 is AArch64. */
  readonly machine: number;
  /** Path of the dynamic linker; libraries name none. */
  readonly interpreter: string | undefined;
  /** Names of the libraries that it needs. */
  readonly needed: readonly string[];
}

const programHeader = { load: 1, dynamic: 2, interpreter: 3 } as const;
const dynamicTag = { end: 0, needed: 1, stringTable: 5 } as const;

interface Segment {
  readonly type: number;
  readonly offset: number;
  readonly address: number;
  readonly size: number;
}

/** Reads an ELF file; undefined for a file that is none, or not 64-bit and little-endian. */
export function readElf(file: Buffer): ElfFile | undefined {
  if (file.length < 64 || file.readUInt32BE(0) !== 0x7f454c46 || file.readUInt16BE(4) !== 0x0201) return undefined;
  const segments = readSegments(file);
  const interpreter = segments.find(({ type }) => type === programHeader.interpreter);
  return {
    machine: file.readUInt16LE(18),
    interpreter: interpreter && textAt(file, interpreter.offset),
    needed: neededLibraries(file, segments),
  };
}

function readSegments(file: Buffer): readonly Segment[] {
  const [start, size, count] = [number64(file, 32), file.readUInt16LE(54), file.readUInt16LE(56)];
  return Array.from({ length: count }, (_, index) => {
    const at = start + index * size;
    return {
      type: file.readUInt32LE(at),
      offset: number64(file, at + 8),
      address: number64(file, at + 16),
      size: number64(file, at + 32),
    };
  });
}

function neededLibraries(file: Buffer, segments: readonly Segment[]): readonly string[] {
  const dynamic = segments.find(({ type }) => type === programHeader.dynamic);
  if (dynamic === undefined) return [];
  const entries = dynamicEntries(file, dynamic);
  const table = entries.find(({ tag }) => tag === dynamicTag.stringTable);
  if (table === undefined) return [];
  const strings = offsetOf(table.value, segments);
  return entries.filter(({ tag }) => tag === dynamicTag.needed).map(({ value }) => textAt(file, strings + value));
}

function dynamicEntries(file: Buffer, { offset, size }: Segment): readonly { tag: number; value: number }[] {
  const entries: { tag: number; value: number }[] = [];
  for (let at = offset; at < offset + size; at += 16) {
    const tag = number64(file, at);
    if (tag === dynamicTag.end) break;
    entries.push({ tag, value: number64(file, at + 8) });
  }
  return entries;
}

/** Where in the file lies what is loaded at an address. */
function offsetOf(address: number, segments: readonly Segment[]): number {
  const segment = segments.find(
    ({ type, address: start, size }) => type === programHeader.load && address >= start && address < start + size,
  );
  if (segment === undefined) throw new Error(`no part of the file is loaded at address ${String(address)}`);
  return address - segment.address + segment.offset;
}

function textAt(file: Buffer, offset: number): string {
  return file.toString('utf8', offset, file.indexOf(0, offset));
}

function number64(file: Buffer, offset: number): number {
  return Number(file.readBigUInt64LE(offset));
}
