import { existsSync, readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { nodeExecutable } from './node-binaries.ts';
import { unsignWindows } from './pe-signature.ts';
import { nodePackages } from './platforms.ts';

const entry = 0x80 + 24 + 112 + 32;

function smallFile(certificates: readonly [offset: number, size: number]): Buffer {
  const file = Buffer.alloc(600);
  file.writeUInt32LE(0x80, 0x3c);
  file.write('PE\0\0', 0x80, 'latin1');
  file.writeUInt16LE(0x20b, 0x80 + 24);
  file.writeUInt32LE(certificates[0], entry);
  file.writeUInt32LE(certificates[1], entry + 4);
  return file;
}

test('the signature and what names it are gone', () => {
  const file = unsignWindows(smallFile([500, 100]));
  expect(file).toEqual(smallFile([0, 0]).subarray(0, 500));
});

test('an unsigned file stays as it is', () => {
  const file = smallFile([0, 0]);
  expect(unsignWindows(file)).toBe(file);
});

test.each([
  { name: 'another format', file: Buffer.alloc(600), message: 'not a Windows executable' },
  { name: 'a signature in the middle', file: smallFile([400, 100]), message: 'not at the end' },
])('$name is refused', ({ file, message }) => {
  expect(() => unsignWindows(file)).toThrow(message);
});

const windowsNode = nodeExecutable(nodePackages['windows/amd64']);

test.runIf(existsSync(windowsNode))('the Node for Windows loses its signature (a release build fetches it)', () => {
  const original = readFileSync(windowsNode);
  const file = unsignWindows(original);
  expect(file.length).toBeLessThan(original.length);
  expect(unsignWindows(file)).toBe(file);
});
