import { readdir, readFile, rmdir } from 'node:fs/promises';
import { join } from 'node:path';

import { runCommand } from './command.ts';

/** Unmounts everything that is mounted below a directory, innermost first. */
export async function unmountBelow(dir: string): Promise<void> {
  const mounts = (await readFile('/proc/self/mountinfo', 'utf8'))
    .split('\n')
    .map((line) => unescapeMount(line.split(' ')[4] ?? ''))
    .filter((path) => path === dir || path.startsWith(`${dir}/`));
  for (const path of mounts.reverse()) await runCommand('umount', ['-l', path]).catch(() => undefined);
}

/** Removes the empty cgroups below a path (and the path itself) in every hierarchy; those in use stay. */
export async function removeCgroups(path: string): Promise<void> {
  const root = '/sys/fs/cgroup';
  const hierarchies = await readdir(root, { withFileTypes: true }).catch(() => []);
  const bases = [root, ...hierarchies.filter((entry) => entry.isDirectory()).map((entry) => join(root, entry.name))];
  for (const base of bases) await removeEmptyTree(join(base, path));
}

/** Ids of the processes whose command line the test accepts. */
export async function findProcesses(accepts: (args: readonly string[]) => boolean): Promise<number[]> {
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const line = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '');
    if (line !== '' && accepts(line.split('\0'))) found.push(Number(name));
  }
  return found;
}

async function removeEmptyTree(path: string): Promise<void> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) if (entry.isDirectory()) await removeEmptyTree(join(path, entry.name));
  await rmdir(path).catch(() => undefined);
}

function unescapeMount(path: string): string {
  return path.replace(/\\(\d{3})/g, (_, digits: string) => String.fromCharCode(parseInt(digits, 8)));
}
