import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { root } from '../bundle-app.ts';

/** A package of the lock file that is needed to run, not only to build. */
export interface LockedPackage {
  readonly name: string;
  readonly version: string;
  /** Folder below the root, `node_modules/…`. */
  readonly path: string;
  /** SPDX expression, where the package says one. */
  readonly license?: string;
  /** Subresource integrity of the package's archive. */
  readonly integrity?: string;
}

interface LockEntry {
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly devOptional?: boolean;
}

/** The lock file, as text. */
export async function readLockFile(): Promise<string> {
  return readFile(join(root, 'package-lock.json'), 'utf8');
}

/** The packages of others in a lock file that are needed to run, sorted by name and version. */
export function runtimePackages(lockFile: string): readonly LockedPackage[] {
  const { packages } = JSON.parse(lockFile) as { packages: Readonly<Record<string, LockEntry>> };
  return Object.entries(packages)
    .filter(([path, { dev, link, devOptional }]) => path.startsWith('node_modules/') && !dev && !link && !devOptional)
    .map(([path, entry]) => lockedPackage(path, entry))
    .toSorted((a, b) => compare(a.name, b.name) || compare(a.version, b.version) || compare(a.path, b.path));
}

function lockedPackage(path: string, { version = '', license, integrity }: LockEntry): LockedPackage {
  return {
    name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
    version,
    path,
    ...(license === undefined ? {} : { license }),
    ...(integrity === undefined ? {} : { integrity }),
  };
}

/** Package URL, as bills of materials and provenance name a package. */
export function packageUrl({ name, version }: { readonly name: string; readonly version: string }): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

/** The digest in an integrity like `sha512-…`, in hex. */
export function hexDigest(integrity: string): { readonly algorithm: string; readonly hex: string } {
  const [algorithm = '', base64 = ''] = integrity.split(/-(.*)/s);
  return { algorithm, hex: Buffer.from(base64, 'base64').toString('hex') };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
