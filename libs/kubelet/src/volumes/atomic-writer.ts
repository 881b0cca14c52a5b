import { chmod, chown, mkdir, readdir, readFile, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A file to project into a volume. */
export interface ProjectedFile {
  readonly data: Uint8Array;
  readonly mode: number;
  readonly uid?: number;
}

/** Files by their path within the volume. */
export type Payload = ReadonlyMap<string, ProjectedFile>;

const dataLink = '..data';

/**
 * Brings a directory to hold exactly the payload, all of it at once: files lie in a directory of their own, to which
 * `..data` points, and everything that is seen from outside points through `..data`. Returns whether anything changed.
 * @go kubernetes/pkg/volume/util#(*AtomicWriter).Write
 */
export async function writeAtomically(target: string, payload: Payload, now: number): Promise<boolean> {
  for (const path of payload.keys()) checkPath(path);
  await mkdir(target, { recursive: true });
  const current = await readlink(join(target, dataLink)).catch(() => undefined);
  if (current !== undefined && (await holds(join(target, current), payload))) {
    await linkEntries(target, payload);
    return false;
  }
  const fresh = freshName(now);
  await writePayload(join(target, fresh), payload);
  await rm(join(target, '..data_tmp'), { force: true });
  await symlink(fresh, join(target, '..data_tmp'));
  await rename(join(target, '..data_tmp'), join(target, dataLink));
  await linkEntries(target, payload);
  if (current !== undefined) await rm(join(target, current), { recursive: true, force: true });
  return true;
}

async function writePayload(directory: string, payload: Payload): Promise<void> {
  await mkdir(directory);
  await chmod(directory, 0o755);
  for (const [path, file] of payload) {
    const full = join(directory, path);
    await mkdir(dirname(full), { recursive: true });
    await writeFile(full, file.data);
    await chmod(full, file.mode);
    if (file.uid !== undefined) await chown(full, file.uid, -1);
  }
}

async function holds(directory: string, payload: Payload): Promise<boolean> {
  const present = await filesBelow(directory);
  if (present.length !== payload.size) return false;
  for (const path of present) {
    const file = payload.get(path);
    if (file === undefined || !(await readFile(join(directory, path))).equals(file.data)) return false;
  }
  return true;
}

async function filesBelow(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true, recursive: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1));
}

/** Links the first part of every path through `..data`, and removes links that nothing stands behind any more. */
async function linkEntries(target: string, payload: Payload): Promise<void> {
  const wanted = new Set([...payload.keys()].map((path) => path.split('/')[0] ?? ''));
  const present = new Set((await readdir(target)).filter((name) => !name.startsWith('..')));
  for (const name of wanted) if (!present.has(name)) await symlink(join(dataLink, name), join(target, name));
  for (const name of present) if (!wanted.has(name)) await rm(join(target, name), { force: true });
}

function checkPath(path: string): void {
  const parts = path.split('/');
  const bad =
    path === '' || path.startsWith('/') || path.startsWith('..') || parts.includes('..') || path.length > 4096;
  if (bad) throw new Error(`invalid path in a volume: "${path}"`);
}

function freshName(now: number): string {
  const stamp = new Date(now).toISOString().slice(0, 19).replace(/[-T:]/g, '_');
  return `..${stamp}.${String(Math.floor(Math.random() * 1e9))}`;
}
