import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { readElf } from './elf.ts';
import { moduleFolders, sharedLibraries } from './shared-libraries.ts';

test.runIf(process.platform === 'linux')("this Node's libraries are those that the linker loads", async () => {
  const linker = readElf(readFileSync(process.execPath))?.interpreter ?? '';
  const listed = execFileSync(linker, ['--list', process.execPath], { encoding: 'utf8' });
  const want = [...listed.matchAll(/=> (\/\S+)/g)].map(([, path = '']) => path);
  expect(await sharedLibraries(process.execPath)).toEqual([...new Set([...want, linker])].toSorted());
});

test('a script needs no libraries', async () => {
  expect(await sharedLibraries(import.meta.filename)).toEqual([]);
});

test.runIf(process.platform === 'linux')('a system without the library is an error that names it', async () => {
  const system = mkdtempSync(join(tmpdir(), 'kubescript-system-'));
  try {
    mkdirSync(join(system, 'lib'));
    writeFileSync(join(system, 'lib/libc.so.6'), 'not a library');
    await expect(sharedLibraries(process.execPath, system)).rejects.toThrow(/missing shared library below .*: lib/);
  } finally {
    rmSync(system, { recursive: true });
  }
});

test('modules lie beside the libraries of the same architecture', () => {
  const program = Buffer.alloc(64);
  program.write('7f454c460201', 0, 'hex');
  program.writeUInt16LE(183, 18);
  expect(moduleFolders(program, 'xtables').slice(0, 2)).toEqual([
    '/lib/aarch64-linux-gnu/xtables',
    '/usr/lib/aarch64-linux-gnu/xtables',
  ]);
});
