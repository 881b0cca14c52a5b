import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Removes the log directories (`namespace_name_uid`) of pods that are not among those uids. */
export async function removeLogsOfOthers(podLogsDir: string, uids: ReadonlySet<string>): Promise<void> {
  for (const name of await readdir(podLogsDir).catch(() => [])) {
    const [, , uid] = name.split('_');
    if (uid !== undefined && !uids.has(uid)) await rm(join(podLogsDir, name), { recursive: true, force: true });
  }
}
