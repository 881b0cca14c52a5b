import { readFile, readdir, realpath } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { findProgram, sharedLibraries, type TarEntry } from '@kubescript/lib-container-runtime';

/** A program of this machine, by name or path, and where it goes (`usr/bin/NAME` unless told). */
interface Program {
  readonly program: string;
  readonly path?: string;
}

/** Programs and the shared libraries that they need, each once, as an image holds them. */
export async function programFiles(programs: readonly Program[]): Promise<readonly TarEntry[]> {
  const entries: TarEntry[] = [];
  const libraries = new Set<string>();
  for (const { program, path = `usr/bin/${basename(program)}` } of programs) {
    const file = await locate(program);
    entries.push(await fileEntry(file, path));
    for (const library of await sharedLibraries(file)) libraries.add(library);
  }
  return [...entries, ...(await Promise.all([...libraries].map((path) => fileEntry(path, path.slice(1)))))];
}

/** All files of a folder that the filter accepts, at the same place. */
export async function folderFiles(folder: string, accepts = (_: string): boolean => true): Promise<TarEntry[]> {
  const names = (await readdir(folder)).filter(accepts);
  return Promise.all(names.map((name) => fileEntry(join(folder, name), join(folder, name).slice(1))));
}

async function fileEntry(source: string, path: string): Promise<TarEntry> {
  return { path, mode: 0o755, content: await readFile(await realpath(source)) };
}

async function locate(program: string): Promise<string> {
  const found = program.startsWith('/') ? program : await findProgram(program);
  if (found === undefined) throw new Error(`${program} is not installed: run hack/install-node-deps.sh --tests`);
  return realpath(found);
}
