import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { promisify } from 'node:util';

const exec = promisify(execFile);

/**
 * The shared libraries that a program of this machine needs, by path, the dynamic linker included; sorted. Asks the
 * linker itself, as `ldd` does, so no shell is needed.
 */
export async function sharedLibraries(program: string): Promise<readonly string[]> {
  const linker = await findLinker();
  const { stdout } = await exec(linker, ['--list', program]);
  return [...new Set([linker, ...parseLinkerList(stdout)])].toSorted();
}

/** The paths in what `ld.so --list` prints. Throws if a library is missing. */
export function parseLinkerList(text: string): readonly string[] {
  return text.split('\n').flatMap((line) => {
    if (line.includes('not found')) throw new Error(`missing shared library: ${line.trim()}`);
    const path = /=> (\/\S+)|^\s*(\/\S+)/.exec(line);
    return path === null ? [] : [path[1] ?? path[2] ?? ''];
  });
}

async function findLinker(): Promise<string> {
  for (const folder of ['/lib64', '/lib']) {
    const files = await readdir(folder).catch(() => []);
    const name = files.find((file) => /^ld-linux-.*\.so\.\d+$/.test(file));
    if (name !== undefined) return `${folder}/${name}`;
  }
  throw new Error("no dynamic linker in /lib64 or /lib: images of this machine's programs need a Linux with glibc");
}
