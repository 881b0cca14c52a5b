import { chmod, mkdir, stat, writeFile } from 'node:fs/promises';
import type { Stats } from 'node:fs';

const checks: Readonly<Record<string, readonly [(stats: Stats) => boolean, string]>> = {
  Directory: [(stats) => stats.isDirectory(), 'directory'],
  File: [(stats) => stats.isFile(), 'file'],
  Socket: [(stats) => stats.isSocket(), 'socket file'],
  CharDevice: [(stats) => stats.isCharacterDevice(), 'character device'],
  BlockDevice: [(stats) => stats.isBlockDevice(), 'block device'],
};

/**
 * Makes or checks what a hostPath volume of that type points to.
 * @go kubernetes/pkg/volume/hostpath#checkType
 */
export async function prepareHostPath(path: string, type = ''): Promise<void> {
  if (type === '') return;
  const stats = await stat(path).catch(() => undefined);
  if (type === 'DirectoryOrCreate' && stats === undefined) {
    await mkdir(path, { recursive: true });
    await chmod(path, 0o755);
    return;
  }
  if (type === 'FileOrCreate' && stats === undefined) {
    await writeFile(path, '', { mode: 0o644 });
    return;
  }
  const check = checks[type.replace('OrCreate', '')];
  if (check === undefined) throw new Error(`hostPath type "${type}" is not known`);
  const [accepts, what] = check;
  if (stats === undefined || !accepts(stats)) throw new Error(`hostPath type check failed: ${path} is not a ${what}`);
}
