import { cp, mkdir, readdir, readFile, readlink, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

import { moduleFolders, sharedLibraries } from '@kubescript/lib-container-runtime';

import type { SystemProgram } from './components.ts';

import { formatPackages, PackageOwners } from './system-packages.ts';

/** What to copy of a system. */
export interface SystemCopy {
  /** Where fetch-system.sh has unpacked the system's packages. */
  readonly system: string;
  readonly output: string;
  /** The Node whose libraries are copied; it is not. */
  readonly node: string;
  readonly programs: readonly SystemProgram[];
}

/**
 * Copies what images hold beside the binary into `output`: the libraries that Node needs below `node`, each program with
 * its own below the program's name, and the licences of all. `packages` lists what that is from.
 */
export async function copySystemFiles({ system, output, node, programs }: SystemCopy): Promise<void> {
  const owners = await PackageOwners.read(system);
  await rm(output, { recursive: true, force: true });
  await mkdir(output, { recursive: true });
  const place = { system, output, owners };
  const copied = [...(await copyFiles('node', await sharedLibraries(node, system), place))];
  for (const program of programs) copied.push(...(await copyProgram(program, place)));
  await writeFile(join(output, 'packages'), formatPackages(owners.of(copied)));
}

interface Place {
  readonly system: string;
  readonly output: string;
  readonly owners: PackageOwners;
}

/** Copies a program under its names, its modules, and the libraries of both; returns the paths in the system. */
async function copyProgram({ file, names = [], modules }: SystemProgram, place: Place): Promise<readonly string[]> {
  const path = await findProgram(file, place.system);
  const loaded = modules === undefined ? [] : await findModules(path, modules, place.system);
  const libraries = await Promise.all(
    [path, ...loaded].map(async (each) => sharedLibraries(await resolveIn(place.system, each), place.system)),
  );
  const copied = await copyFiles(file, [...new Set([...loaded, ...libraries.flat()])], place);
  const bin = join(place.output, file, 'usr/bin');
  await mkdir(bin, { recursive: true });
  await cp(await resolveIn(place.system, path), join(bin, file));
  for (const name of names) await symlink(file, join(bin, name));
  await copyLicenses(file, [path], place);
  return [path, ...copied];
}

async function findProgram(file: string, system: string): Promise<string> {
  for (const folder of ['/usr/bin', '/usr/sbin', '/bin', '/sbin']) {
    const files = await readdir(join(system, folder)).catch((): string[] => []);
    if (files.includes(file)) return join(folder, file);
  }
  throw new Error(`no program ${file} below ${system}: which package of fetch-system.sh has it?`);
}

async function findModules(program: string, name: string, system: string): Promise<readonly string[]> {
  const folders = moduleFolders(await readFile(join(system, program)), name);
  for (const folder of folders) {
    const files = await readdir(join(system, folder)).catch((): string[] => []);
    if (files.length > 0) return files.toSorted().map((file) => join(folder, file));
  }
  throw new Error(`no modules of ${program} below ${system}: none of ${folders.join(', ')}`);
}

/** Copies files and the licences of their packages into a part of the output; returns them. */
async function copyFiles(part: string, paths: readonly string[], place: Place): Promise<readonly string[]> {
  for (const path of paths) {
    const target = join(place.output, part, path);
    await mkdir(dirname(target), { recursive: true });
    await cp(await resolveIn(place.system, path), target);
  }
  await copyLicenses(part, paths, place);
  return paths;
}

async function copyLicenses(part: string, paths: readonly string[], { system, output, owners }: Place): Promise<void> {
  for (const { name } of owners.of(paths)) {
    const path = `/usr/share/doc/${name}/copyright`;
    await mkdir(dirname(join(output, part, path)), { recursive: true });
    await cp(await resolveIn(system, path), join(output, part, path));
  }
}

/** The file that a path of a system leads to; symbolic links that start with a slash mean the system's own root. */
async function resolveIn(system: string, path: string): Promise<string> {
  const link = await readlink(join(system, path)).catch(() => undefined);
  if (link === undefined) return realpath(join(system, path));
  return resolveIn(system, resolve(dirname(path), link));
}
