import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, mkdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { root } from '../bundle-app.ts';
import type { NodePackage } from './platforms.ts';

const exec = promisify(execFile);

/** Where fetched Nodes lie; the build container sees the same folder. */
const nodeCache = join(root, '_output/node-cache');

/** The executable inside a fetched package. */
export function nodeExecutable({ name, version }: NodePackage): string {
  return join(nodeCache, `${name}-${version}/package/bin`, name.startsWith('node-win') ? 'node.exe' : 'node');
}

/** Fetches a package with npm unless it is there already, checks its bytes against the pin, and unpacks it. */
export async function fetchNode(node: NodePackage): Promise<void> {
  const archive = join(nodeCache, `${node.name}-${node.version}.tgz`);
  if (!(await exists(archive))) await download(node, archive);
  const seen = integrityOf(await readFile(archive));
  if (seen !== node.integrity) {
    throw new Error(`${archive} is not what was pinned: has ${seen}, wants ${node.integrity}; remove it and try again`);
  }
  const folder = join(nodeCache, `${node.name}-${node.version}`);
  if (await exists(folder)) return;
  await mkdir(`${folder}.tmp`, { recursive: true });
  await exec('tar', ['-xzf', archive, '-C', `${folder}.tmp`]);
  await rename(`${folder}.tmp`, folder);
}

async function download({ name, version }: NodePackage, archive: string): Promise<void> {
  await mkdir(nodeCache, { recursive: true });
  const wanted = `${name}@${version}`;
  await exec('npm', ['pack', '--silent', '--prefer-offline', '--pack-destination', nodeCache, wanted]).catch(
    (err: unknown) => {
      throw new Error(`npm could not fetch ${wanted}: is the package registry reachable, or ${archive} at hand?`, {
        cause: err,
      });
    },
  );
}

function integrityOf(bytes: Uint8Array): string {
  return `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
