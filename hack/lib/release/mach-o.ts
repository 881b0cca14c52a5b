/** Load commands of Mach-O that matter here. */
const segment64 = 0x19;
const codeSignature = 0x1d;

const headerSize = 32;

/** Size of the command that says where the signature lies. */
const signatureCommandSize = 16;

/** A segment: where its command stands, and which part of the file it covers. */
export interface Segment {
  readonly command: number;
  readonly name: string;
  readonly fileOffset: number;
  readonly fileSize: number;
}

/** Where the signature's command stands, and the part of the file that it names. */
export interface SignatureCommand {
  readonly command: number;
  readonly dataOffset: number;
  readonly dataSize: number;
}

interface LoadCommand {
  readonly offset: number;
  readonly kind: number;
  readonly size: number;
}

function checkFormat(file: Buffer): void {
  if (file.length < headerSize || file.readUInt32LE(0) !== 0xfeedfacf) throw new Error('not a 64-bit Mach-O file');
}

/** All load commands of a file. Throws for one that is not Mach-O, 64-bit, little-endian. */
function loadCommands(file: Buffer): readonly LoadCommand[] {
  checkFormat(file);
  const commands: LoadCommand[] = [];
  let offset = headerSize;
  for (let i = 0; i < file.readUInt32LE(16); i++) {
    const command = { offset, kind: file.readUInt32LE(offset), size: file.readUInt32LE(offset + 4) };
    commands.push(command);
    offset += command.size;
  }
  return commands;
}

/** The segment of that name. Throws if there is none. */
export function findSegment(file: Buffer, name: string): Segment {
  const found = segments(file).find((segment) => segment.name === name);
  if (found === undefined) throw new Error(`the Mach-O file has no segment ${name}`);
  return found;
}

function segments(file: Buffer): readonly Segment[] {
  return loadCommands(file)
    .filter(({ kind }) => kind === segment64)
    .map(({ offset }) => ({
      command: offset,
      name: file.toString('latin1', offset + 8, offset + 24).replace(/\0+$/, ''),
      fileOffset: Number(file.readBigUInt64LE(offset + 40)),
      fileSize: Number(file.readBigUInt64LE(offset + 48)),
    }));
}

/** The signature of a file, or undefined if it has none. */
export function findSignature(file: Buffer): SignatureCommand | undefined {
  const found = loadCommands(file).find(({ kind }) => kind === codeSignature);
  if (found === undefined) return undefined;
  const { offset } = found;
  return { command: offset, dataOffset: file.readUInt32LE(offset + 8), dataSize: file.readUInt32LE(offset + 12) };
}

/** Makes the last segment reach to that end of the file, in memory in whole pages. */
export function resizeLinkedit(file: Buffer, end: number): void {
  const { command, fileOffset } = findSegment(file, '__LINKEDIT');
  const size = end - fileOffset;
  file.writeBigUInt64LE(BigInt(Math.ceil(size / 0x4000) * 0x4000), command + 32);
  file.writeBigUInt64LE(BigInt(size), command + 48);
}

/** Takes a load command out; those behind it move up. */
export function removeCommand(file: Buffer, offset: number): void {
  const size = file.readUInt32LE(offset + 4);
  const end = headerSize + file.readUInt32LE(20);
  file.copyWithin(offset, offset + size, end);
  file.fill(0, end - size, end);
  countCommands(file, -1, -size);
}

/** Adds the command that names a signature. Throws if there is no room for it in front of the first section. */
export function addSignatureCommand(file: Buffer, dataOffset: number, dataSize: number): void {
  checkFormat(file);
  const at = headerSize + file.readUInt32LE(20);
  if (file.subarray(at, at + signatureCommandSize).some((byte) => byte !== 0)) {
    throw new Error('the Mach-O file has no room for another load command');
  }
  file.writeUInt32LE(codeSignature, at);
  file.writeUInt32LE(signatureCommandSize, at + 4);
  file.writeUInt32LE(dataOffset, at + 8);
  file.writeUInt32LE(dataSize, at + 12);
  countCommands(file, 1, signatureCommandSize);
}

function countCommands(file: Buffer, commands: number, bytes: number): void {
  file.writeUInt32LE(file.readUInt32LE(16) + commands, 16);
  file.writeUInt32LE(file.readUInt32LE(20) + bytes, 20);
}
