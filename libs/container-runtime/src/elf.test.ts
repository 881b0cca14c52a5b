import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { readElf } from './elf.ts';

/** An ELF file with an interpreter and needed libraries, loaded at an address that is not its offset. */
function elfFile(machine: number, needed: readonly string[]): Buffer {
  const interpreter = '/lib/ld.so\0';
  const strings = ['', ...needed].map((name) => `${name}\0`).join('');
  const [headers, loadAddress] = [64 + 3 * 56, 0x10000];
  const stringsAt = headers + interpreter.length;
  const dynamicAt = stringsAt + strings.length;
  const tags = [...needed.map((name) => [1, strings.indexOf(`${name}\0`)]), [5, loadAddress + stringsAt], [0, 0]];
  const file = Buffer.alloc(dynamicAt + tags.length * 16);
  file.write('7f454c460201', 0, 'hex');
  file.writeUInt16LE(machine, 18);
  file.writeBigUInt64LE(64n, 32);
  file.writeUInt16LE(56, 54);
  file.writeUInt16LE(3, 56);
  const segments = [
    [1, 0, loadAddress, file.length],
    [2, dynamicAt, loadAddress + dynamicAt, tags.length * 16],
    [3, headers, loadAddress + headers, interpreter.length],
  ];
  segments.forEach(([type = 0, offset = 0, address = 0, size = 0], index) => {
    const at = 64 + index * 56;
    file.writeUInt32LE(type, at);
    file.writeBigUInt64LE(BigInt(offset), at + 8);
    file.writeBigUInt64LE(BigInt(address), at + 16);
    file.writeBigUInt64LE(BigInt(size), at + 32);
  });
  file.write(interpreter + strings, headers);
  tags.forEach(([tag = 0, value = 0], index) => {
    file.writeBigUInt64LE(BigInt(tag), dynamicAt + index * 16);
    file.writeBigUInt64LE(BigInt(value), dynamicAt + index * 16 + 8);
  });
  return file;
}

test.each([62, 183])('a program for machine %i names its linker and its libraries', (machine) => {
  const needed = ['libm.so.6', 'libc.so.6'];
  expect(readElf(elfFile(machine, needed))).toEqual({ machine, interpreter: '/lib/ld.so', needed });
});

test('a static program needs nothing', () => {
  expect(readElf(elfFile(62, []))?.needed).toEqual([]);
});

test.each([
  ['a script', Buffer.from('#!/bin/sh\n'.padEnd(100, '#'))],
  ['an empty file', Buffer.alloc(0)],
  ['a 32-bit program', Buffer.from('7f454c460101'.padEnd(200, '0'), 'hex')],
])('%s is no such file', (_name, content) => {
  expect(readElf(content)).toBeUndefined();
});

test.runIf(process.platform === 'linux')('this Node needs what the linker itself says', () => {
  const elf = readElf(readFileSync(process.execPath));
  const listed = execFileSync(elf?.interpreter ?? '', ['--list', process.execPath], { encoding: 'utf8' });
  for (const name of elf?.needed ?? []) expect(listed).toContain(name);
  expect(elf?.needed.length).toBeGreaterThan(1);
});
