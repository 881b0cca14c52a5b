// Puts a base image for builds together of this machine's files, where none can be pulled: `NAME ARCHIVE`.
import { readFile, realpath } from 'node:fs/promises';

import { type TarEntry, writeImageArchive } from '@kubescript/lib-container-runtime';

import { componentImages } from './components.ts';
import { nodeExecutable } from './node-binaries.ts';
import { hostPlatform, nodePackages } from './platforms.ts';
import { sharedLibraries } from './shared-libraries.ts';
import { findOnPath } from './system-files.ts';
import { parentFolders } from './tarball.ts';

/** What the build runs, and what goes into images. */
const programs = ['sh', 'tar', ...componentImages.flatMap((image) => image.programs)];

async function main(name: string, archive: string): Promise<void> {
  const paths = await Promise.all([...new Set(programs)].map(requireProgram));
  const node = nodeExecutable(nodePackages[hostPlatform()]);
  const libraries = (await Promise.all([node, ...paths].map(sharedLibraries))).flat();
  const files = await Promise.all([
    ...[...new Set(libraries)].map((path) => systemFile(path, path)),
    ...paths.map((path) => systemFile(path, `/bin/${path.split('/').at(-1) ?? ''}`)),
  ]);
  await writeImageArchive(archive, { name, files: [...folders(files), ...files, ...users()], command: ['/bin/sh'] });
}

async function requireProgram(name: string): Promise<string> {
  const path = await findOnPath(name);
  if (path === undefined) {
    throw new Error(`${name} is not installed, and a base image needs it (on Debian: nftables conntrack mount tar)`);
  }
  return path;
}

async function systemFile(path: string, target: string): Promise<TarEntry> {
  return { path: target.slice(1), mode: 0o755, content: await readFile(await realpath(path)) };
}

function folders(files: readonly TarEntry[]): TarEntry[] {
  const parents = parentFolders([...files, { path: 'etc/passwd' }, { path: 'build/x' }]);
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
