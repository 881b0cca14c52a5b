import { mkdir, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * The path on the node of a part of a volume; it is made (as a directory) if it is missing. A link inside the volume
 * that leads out of it is refused.
 * @go kubernetes/pkg/volume/util/subpath#Interface
 */
export async function prepareSubPath(volumePath: string, subPath: string): Promise<string> {
  if (subPath.startsWith('/') || subPath.split('/').includes('..')) {
    throw new Error(`subPath "${subPath}" must be a relative path that does not contain '..'`);
  }
  const root = await realpath(volumePath);
  const wanted = join(root, subPath);
  await checkExistingParent(root, wanted, subPath);
  await mkdir(wanted, { recursive: true }).catch((err: unknown) => {
    if ((err as NodeJS.ErrnoException).code !== 'EEXIST') throw err;
  });
  const real = await realpath(wanted);
  if (!isWithin(root, real)) throw new Error(`subPath "${subPath}" leads out of the volume`);
  return real;
}

async function checkExistingParent(root: string, wanted: string, subPath: string): Promise<void> {
  for (let path = wanted; path.length > root.length; path = dirname(path)) {
    const real = await realpath(path).catch(() => undefined);
    if (real === undefined) continue;
    if (!isWithin(root, real)) throw new Error(`subPath "${subPath}" leads out of the volume`);
    return;
  }
}

function isWithin(root: string, path: string): boolean {
  return path === root || path.startsWith(`${root}/`);
}
