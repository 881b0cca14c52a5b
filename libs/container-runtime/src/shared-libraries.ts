import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { type ElfFile, readElf } from './elf.ts';

/** How Debian names the folders of a machine architecture. */
const folderNames: Readonly<Record<number, string>> = { 62: 'x86_64-linux-gnu', 183: 'aarch64-linux-gnu' };

/** Where libraries lie, in the linker's order. */
function libraryFolders(machine: number): readonly string[] {
  const name = folderNames[machine];
  const own = name === undefined ? [] : [`/lib/${name}`, `/usr/lib/${name}`];
  return [...own, '/lib64', '/usr/lib64', '/lib', '/usr/lib', '/usr/local/lib'];
}

/**
 * The shared libraries that a program needs, the dynamic linker included; sorted. Paths are those below `system`, the
 * root folder of the system that the program is for. That may be one of another architecture: nothing is run.
 */
export async function sharedLibraries(program: string, system = '/'): Promise<readonly string[]> {
  const elf = readElf(await readFile(program));
  if (elf === undefined) return [];
  const linker = elf.interpreter;
  const found = new Set(linker === undefined ? [] : [linker]);
  await follow(elf, system, found);
  return [...found].toSorted();
}

/** Adds what the file needs and what that needs; names are found once, as the linker loads them once. */
async function follow(elf: ElfFile, system: string, found: Set<string>): Promise<void> {
  for (const name of elf.needed) {
    if ([...found].some((path) => basename(path) === name)) continue;
    const library = await findLibrary(name, elf.machine, system);
    found.add(library.path);
    await follow(library.elf, system, found);
  }
}

async function findLibrary(name: string, machine: number, system: string): Promise<{ path: string; elf: ElfFile }> {
  for (const folder of libraryFolders(machine)) {
    const path = join(folder, name);
    const content = await readFile(join(system, path)).catch(() => undefined);
    const elf = content && readElf(content);
    if (elf?.machine === machine) return { path, elf };
  }
  throw new Error(`missing shared library below ${system}: ${name}`);
}

/** The folder that programs of an architecture load their modules from, e.g. `xtables`; throws where there is none. */
export function moduleFolders(program: Buffer, name: string): readonly string[] {
  return libraryFolders(readElf(program)?.machine ?? 0).map((folder) => join(folder, name));
}
