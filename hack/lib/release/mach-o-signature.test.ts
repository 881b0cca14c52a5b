import { existsSync, readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { findSegment, findSignature } from './mach-o.ts';
import { pageHashes, signAdHoc, unsign } from './mach-o-signature.ts';
import { nodeExecutable } from './node-binaries.ts';
import { nodePackages } from './platforms.ts';

/** A file of two segments, `__TEXT` with the head and `__LINKEDIT` behind it. */
function smallFile(): Buffer {
  const file = Buffer.alloc(10_000, 7);
  file.fill(0, 0, 1000);
  file.writeUInt32LE(0xfeedfacf, 0);
  file.writeUInt32LE(2, 16);
  file.writeUInt32LE(2 * 72, 20);
  for (const [i, [name, offset, size]] of (
    [
      ['__TEXT', 0, 8192],
      ['__LINKEDIT', 8192, 1808],
    ] as const
  ).entries()) {
    const at = 32 + i * 72;
    file.writeUInt32LE(0x19, at);
    file.writeUInt32LE(72, at + 4);
    file.write(name, at + 8);
    file.writeBigUInt64LE(BigInt(offset), at + 40);
    file.writeBigUInt64LE(BigInt(size), at + 48);
  }
  return file;
}

/** Reads the code directory of a signature with the format's own offsets, and compares every page. */
function checkSignature(file: Buffer): { readonly pages: number; readonly identifier: string } {
  const signature = findSignature(file);
  if (signature === undefined) throw new Error('no signature');
  const blob = file.subarray(signature.dataOffset, signature.dataOffset + signature.dataSize);
  expect(blob.readUInt32BE(0)).toBe(0xfade0cc0);
  const directory = blob.subarray(blob.readUInt32BE(16));
  expect(directory.readUInt32BE(0)).toBe(0xfade0c02);
  const [hashOffset, identOffset, count] = [16, 20, 28].map((at) => directory.readUInt32BE(at));
  const codeLimit = directory.readUInt32BE(32);
  expect(directory[36]).toBe(32);
  expect(directory[37]).toBe(2);
  const hashes = directory[39] === 12 ? pageHashes(file.subarray(0, codeLimit)) : [];
  expect(hashes).toHaveLength(count ?? -1);
  for (const [page, hash] of hashes.entries()) {
    const at = (hashOffset ?? 0) + page * 32;
    if (!directory.subarray(at, at + 32).equals(hash)) throw new Error(`page ${page} has another hash`);
  }
  const end = directory.indexOf(0, identOffset);
  return { pages: hashes.length, identifier: directory.toString('latin1', identOffset, end) };
}

test('a signed file has a hash of every page, and its last segment reaches to its end', () => {
  const signed = signAdHoc(smallFile(), 'kubectl');
  expect(checkSignature(signed)).toEqual({ pages: 3, identifier: 'kubectl' });
  const { fileOffset, fileSize } = findSegment(signed, '__LINKEDIT');
  expect(fileOffset + fileSize).toBe(signed.length);
});

test('a changed byte breaks the signature', () => {
  const signed = signAdHoc(smallFile(), 'kubectl');
  signed.writeUInt8(8, 5000);
  expect(() => checkSignature(signed)).toThrow('page 1 has another hash');
});

test('a file without its signature is the one that was signed', () => {
  const file = smallFile();
  const again = unsign(signAdHoc(file, 'kubectl'));
  file.writeBigUInt64LE(0x4000n, 32 + 72 + 32); // the size in memory is in whole pages from now on
  expect(again).toEqual(file);
  expect(unsign(again)).toBe(again);
});

test.each([
  { name: 'another format', file: Buffer.from('\x7fELF'.padEnd(64)), message: 'not a 64-bit Mach-O file' },
  {
    name: 'no room',
    file: Buffer.concat([smallFile().subarray(0, 176), Buffer.alloc(9000, 1)]),
    message: 'no room for another load command',
  },
])('$name is refused', ({ file, message }) => {
  expect(() => signAdHoc(file, 'x')).toThrow(message);
});

const macNode = nodeExecutable(nodePackages['darwin/arm64']);

describe.runIf(existsSync(macNode))('the Node for macOS (a release build fetches it)', () => {
  test('is signed as this code understands it, and can be signed anew', () => {
    const original = readFileSync(macNode);
    expect(checkSignature(original).identifier).toBe('node');
    expect(checkSignature(signAdHoc(unsign(original), 'kubectl')).identifier).toBe('kubectl');
  }, 60_000);
});
