import { realpath } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/** Where a program lies on the PATH (the system's own folders included), or undefined. */
export async function findOnPath(name: string): Promise<string | undefined> {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/sbin', '/usr/bin', '/bin'];
  for (const folder of folders) {
    const found = await realpath(join(folder, name)).catch(() => undefined);
    if (found !== undefined) return join(folder, name);
  }
  return undefined;
}
