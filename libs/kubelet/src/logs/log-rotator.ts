import { createReadStream, createWriteStream } from 'node:fs';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

import { messageOf } from '../container/sync-error.ts';
import type { KubeletConfig } from '../kubelet-config.ts';

/**
 * Keeps the logs of running containers below a size: a log that is too long is put aside, older ones are compressed,
 * and no more than a few are kept.
 * @go kubernetes/pkg/kubelet/logs#(*containerLogManager).rotateLogs
 */
export class LogRotator {
  private readonly config: KubeletConfig;
  /** Log path by container id, which never changes. */
  private readonly paths = new Map<string, string>();

  constructor(config: KubeletConfig) {
    this.config = config;
  }

  async rotate(): Promise<void> {
    const { runtime } = this.config.runtime;
    const { containers } = await runtime.listContainers({ filter: { state: { state: 'CONTAINER_RUNNING' } } });
    const ids = new Set(containers.map(({ id }) => id));
    for (const id of this.paths.keys()) if (!ids.has(id)) this.paths.delete(id);
    for (const id of ids) {
      try {
        await this.rotateOne(id);
      } catch (err) {
        this.config.logger.warn('the log of a container could not be rotated', { container: id, err: messageOf(err) });
      }
    }
  }

  private async rotateOne(containerId: string): Promise<void> {
    const { runtime } = this.config.runtime;
    let path = this.paths.get(containerId);
    if (path === undefined) {
      path = (await runtime.containerStatus({ containerId })).status?.logPath ?? '';
      this.paths.set(containerId, path);
    }
    if (path === '') return;
    const size = await stat(path).then(
      (stats) => stats.size,
      () => 0,
    );
    if (size < this.config.containerLogMaxBytes) return;
    await this.tidyRotated(path);
    const aside = `${path}.${timestamp(this.config.clock.now())}`;
    await rename(path, aside);
    await runtime.reopenContainerLog({ containerId }).catch(async (err: unknown) => {
      await rename(aside, path);
      throw err;
    });
  }

  /** Compresses what was put aside before, and removes the oldest. */
  private async tidyRotated(path: string): Promise<void> {
    const directory = dirname(path);
    const rotated = (await readdir(directory)).filter((name) => name.startsWith(`${basename(path)}.`)).sort();
    const surplus = rotated.length - (this.config.containerLogMaxFiles - 2);
    for (const name of rotated.slice(0, Math.max(0, surplus))) await rm(join(directory, name), { force: true });
    for (const name of rotated.slice(Math.max(0, surplus))) {
      if (!name.endsWith('.gz')) await compress(join(directory, name));
    }
  }
}

async function compress(path: string): Promise<void> {
  await pipeline(createReadStream(path), createGzip(), createWriteStream(`${path}.tmp`));
  await rename(`${path}.tmp`, `${path}.gz`);
  await rm(path, { force: true });
}

function timestamp(now: number): string {
  return new Date(now)
    .toISOString()
    .slice(0, 19)
    .replace(/[-T:]/g, (c) => (c === 'T' ? '-' : ''));
}
