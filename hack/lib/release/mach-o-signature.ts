import { createHash } from 'node:crypto';

import { addSignatureCommand, findSegment, findSignature, removeCommand, resizeLinkedit } from './mach-o.ts';

const pageSize = 4096;
const hashSize = 32;

/** Length of a super blob's head with one entry, and of a code directory's head in version 0x20400. */
const superBlobHead = 20;
const directoryHead = 88;

/** A copy of a Mach-O file without its signature, which is at the file's end. */
export function unsign(original: Buffer): Buffer {
  const signature = findSignature(original);
  if (signature === undefined) return original;
  const { command, dataOffset, dataSize } = signature;
  if (dataOffset + dataSize !== original.length) throw new Error('the signature is not at the end of the Mach-O file');
  const file = Buffer.from(original.subarray(0, dataOffset));
  removeCommand(file, command);
  resizeLinkedit(file, dataOffset);
  return file;
}

/**
 * A copy of an unsigned Mach-O file with an ad-hoc signature: hashes of its pages, and no identity. macOS on arm64 runs
 * nothing that lacks one. The form is that of linkers.
 * @go cmd/internal/codesign#Sign
 */
export function signAdHoc(original: Buffer, identifier: string): Buffer {
  const codeLimit = Math.ceil(original.length / 16) * 16;
  const pages = Math.ceil(codeLimit / pageSize);
  const length = superBlobHead + directoryHead + identifier.length + 1 + pages * hashSize;
  const file = Buffer.concat([original, Buffer.alloc(codeLimit - original.length + length)]);
  addSignatureCommand(file, codeLimit, length);
  resizeLinkedit(file, file.length);
  file.set(superBlob(codeDirectory(file, codeLimit, identifier)), codeLimit);
  return file;
}

function superBlob(directory: Buffer): Buffer {
  const head = Buffer.alloc(superBlobHead);
  const words = [0xfade0cc0, superBlobHead + directory.length, 1, 0, superBlobHead];
  for (const [i, word] of words.entries()) head.writeUInt32BE(word, i * 4);
  return Buffer.concat([head, directory]);
}

/** What is signed: the file's head with its load commands included, so those must be final. */
function codeDirectory(file: Buffer, codeLimit: number, identifier: string): Buffer {
  const name = Buffer.from(`${identifier}\0`);
  const hashes = pageHashes(file.subarray(0, codeLimit));
  const hashOffset = directoryHead + name.length;
  const adHocByLinker = 0x20002;
  const words = [
    0xfade0c02, // magic
    hashOffset + hashes.length * hashSize,
    0x20400, // version
    adHocByLinker,
    hashOffset,
    directoryHead, // offset of the identifier
    0, // special slots
    hashes.length,
    codeLimit,
    0x20020000 | Math.log2(pageSize), // 32 bytes of SHA-256, no platform, page size
  ];
  const head = Buffer.alloc(directoryHead);
  for (const [i, word] of words.entries()) head.writeUInt32BE(word, i * 4);
  const text = findSegment(file, '__TEXT');
  head.writeBigUInt64BE(BigInt(text.fileOffset), 64);
  head.writeBigUInt64BE(BigInt(text.fileSize), 72);
  head.writeBigUInt64BE(1n, 80); // a main executable
  return Buffer.concat([head, name, ...hashes]);
}

/** SHA-256 of each page; the last one may be short. */
export function pageHashes(code: Buffer): readonly Buffer[] {
  const count = Math.ceil(code.length / pageSize);
  return Array.from({ length: count }, (_, page) =>
    createHash('sha256')
      .update(code.subarray(page * pageSize, (page + 1) * pageSize))
      .digest(),
  );
}
