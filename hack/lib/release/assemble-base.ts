// Puts a base image for builds together of this machine's files, where none can be pulled: `NAME ARCHIVE`.
import { glob, readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';

import {
  busyboxImageRecipe,
  sharedLibraries,
  type TarEntry,
  writeImageArchive,
} from '@kubescript/lib-container-runtime';

import { root } from '../bundle-app.ts';
import { nodeExecutable } from './node-binaries.ts';
import { hostPlatform, nodePackages, parsePlatforms, preparingNode } from './platforms.ts';
import { findOnPath } from './system-files.ts';
import { parentFolders } from './tarball.ts';

/** What the build runs. */
const programs = ['tar', 'gzip'];

async function main(name: string, archive: string): Promise<void> {
  const tools = await shellTools(name);
  const wanted = tools.length === 0 ? ['sh', ...programs] : programs;
  const paths = await Promise.all([...new Set(wanted)].map(requireProgram));
  const linked = [...nodes(), ...paths, ...(await nativeModules())];
  const libraries = (await Promise.all(linked.map((path) => sharedLibraries(path)))).flat();
  const files = await Promise.all([
    ...[...new Set(libraries)].map((path) => systemFile(path, path)),
    ...paths.map((path) => systemFile(path, `/bin/${path.split('/').at(-1) ?? ''}`)),
  ]);
  const own = new Set(files.map(({ path }) => path));
  const others = [...users(), ...tools].filter((entry) => entry.directory !== true && !own.has(entry.path));
  const all = [...new Map([...others, ...files].map((entry) => [entry.path, entry])).values()];
  await writeImageArchive(archive, { name, files: [...folders(all), ...all], command: ['/bin/sh'] });
}

/** A shell and the small programs that unit tests run, where busybox is installed; the build alone needs only sh. */
async function shellTools(name: string): Promise<readonly TarEntry[]> {
  return (await findOnPath('busybox')) === undefined ? [] : (await busyboxImageRecipe(name)).files;
}

/** The Nodes that run in the build container. */
function nodes(): readonly string[] {
  const host = hostPlatform();
  const platforms = parsePlatforms(process.env['KUBE_BUILD_PLATFORMS'] ?? host);
  return [nodePackages[host], ...platforms.map((platform) => preparingNode(platform, host))].map(nodeExecutable);
}

/** The native module that the test runner loads; it needs libraries that Node does not. */
async function nativeModules(): Promise<readonly string[]> {
  const paths: string[] = [];
  for await (const path of glob('node_modules/@rolldown/binding-linux-*-gnu/*.node', { cwd: root })) {
    paths.push(join(root, path));
  }
  return paths.toSorted();
}

async function requireProgram(name: string): Promise<string> {
  const path = await findOnPath(name);
  if (path === undefined) {
    throw new Error(`${name} is not installed, and a base image needs it`);
  }
  return path;
}

async function systemFile(path: string, target: string): Promise<TarEntry> {
  return { path: target.slice(1), mode: 0o755, content: await readFile(await realpath(path)) };
}

function folders(files: readonly TarEntry[]): TarEntry[] {
  const parents = parentFolders([...files, { path: 'etc/passwd' }, { path: 'build/x' }, { path: 'etc/ssl/certs/x' }]);
  return [...parents.map((path) => ({ path, directory: true })), { path: 'tmp/', directory: true, mode: 0o1777 }];
}

function users(): TarEntry[] {
  return [
    { path: 'etc/passwd', content: Buffer.from('root:x:0:0:root:/:/bin/sh\n') },
    { path: 'etc/group', content: Buffer.from('root:x:0:\n') },
  ];
}

const [name = '', archive = ''] = process.argv.slice(2);
await main(name, archive);
